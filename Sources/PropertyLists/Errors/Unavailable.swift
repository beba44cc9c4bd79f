/// The error type of calls that are not available.
package struct Unavailable: Error {
    package init() {}
}
