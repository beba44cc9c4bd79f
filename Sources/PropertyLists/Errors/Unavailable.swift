/// What a call that is not available would throw.
package struct Unavailable: Error {
    package init() {}
}
