public import PropertyLists

extension ArchiveView {
    /// The value of a property, or an error that says why there is none.
    ///
    /// ```swift
    /// let name = try archive["root.name"].require(\.string)
    /// let age = try archive["root.age"].require(\.int)
    /// for item in try archive["root.items"].require(\.elements) { print(item.path) }
    /// ```
    ///
    /// - Parameter property: A property of views that is nil where the place has no such value.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if something else is here, named in the
    ///   reason; ``/PropertyLists/ArchiveError/Code/range`` if `Int` doesn't hold the integer here; the error of a
    ///   damaged object; and as ``require()`` does if nothing is here.
    public func require<Value>(_ property: KeyPath<ArchiveView, Value?>) throws(ArchiveError) -> Value {
        _ = try place
        var view = self
        let failure = Failure()
        view.failure = failure
        if let value = view[keyPath: property] { return value }
        if let error = failure.error.withValue({ $0 }) { throw error }
        throw try mismatch(Self.expectation(of: property), isInt: Value.self == Int.self)
    }

    /// The error of the property that was read last, which returned nil.
    final class Failure: Sendable {
        let error = Mutex<ArchiveError?>(nil)
    }

    /// What a property expects at a place, in words.
    private static func expectation(of property: PartialKeyPath<ArchiveView>) -> String {
        switch property {
        case \ArchiveView.string: "a string"
        case \ArchiveView.int: "an integer"
        case \ArchiveView.double: "a real"
        case \ArchiveView.bool: "a boolean"
        case \ArchiveView.date: "a date"
        case \ArchiveView.bytes: "data"
        case \ArchiveView.elements: "an array or a set"
        case \ArchiveView.entries: "a dictionary"
        case \ArchiveView.uid: "a reference"
        case \ArchiveView.className, \ArchiveView.archivedClass, \ArchiveView.fields: "an object"
        default: "a value of the kind asked for"
        }
    }

    /// The error that says what is here in place of the expected value; not generic, so that all types share it.
    @inline(never)
    private func mismatch(_ expected: String, isInt: Bool) throws(ArchiveError) -> ArchiveError {
        let kind = try place.kind
        if kind == "integer", isInt {
            return error(.range, "the integer doesn't fit Int", "read it as a PropertyList, with `value`")
        }
        var remedy = "ask for what is there, or go on with another path"
        if let elements = try readElements() {
            remedy = "it has \(elements.count.counted("element"))"
        } else if let names = (try? place.listing()) ?? nil {
            remedy = names
        }
        return error(.invalidUnarchiveOperation, "there is \(kind.withArticle), not \(expected)", remedy)
    }

    private func error(_ code: ArchiveError.Code, _ reason: String, _ remedy: String) -> ArchiveError {
        ArchiveError(code, reason, path: path, uid: uid, remedy: remedy)
    }
}
