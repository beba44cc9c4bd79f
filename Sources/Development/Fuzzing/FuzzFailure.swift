/// Something that no input may cause: two results of the library that contradict each other.
///
/// Traps, hangs and memory without bound need no word for it; they end the process.
package struct FuzzFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
