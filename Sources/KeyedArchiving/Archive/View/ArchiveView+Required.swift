public import PropertyLists

// What is at a place, or an error that says what else is.

extension ArchiveView {
    /// The text, as ``string`` has it.
    ///
    /// ```swift
    /// let name = try archive["root.name"].requireString()
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if something else is here, named in the
    ///   reason, and as ``require()`` does if nothing is.
    public func requireString() throws(ArchiveError) -> String { try required("a string", readString()) }

    /// The integer, as ``int`` has it.
    ///
    /// ```swift
    /// let age = try archive["root.age"].requireInt()
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/range`` if `Int` doesn't hold it, and otherwise as
    ///   ``requireString()`` does.
    public func requireInt() throws(ArchiveError) -> Int { try required("an integer", readInt()) }

    /// The real, as ``double`` has it.
    ///
    /// ```swift
    /// let height = try archive["root.height"].requireDouble()
    /// ```
    ///
    /// - Throws: As ``requireString()`` does.
    public func requireDouble() throws(ArchiveError) -> Double { try required("a real", readDouble()) }

    /// The boolean, as ``bool`` has it.
    ///
    /// ```swift
    /// let isAdmin = try archive["root.isAdmin"].requireBool()
    /// ```
    ///
    /// - Throws: As ``requireString()`` does.
    public func requireBool() throws(ArchiveError) -> Bool { try required("a boolean", readBool()) }

    /// The date, as ``date`` has it.
    ///
    /// ```swift
    /// let born = try archive["root.born"].requireDate().secondsSince2001
    /// ```
    ///
    /// - Throws: As ``requireString()`` does.
    public func requireDate() throws(ArchiveError) -> ArchivedDate { try required("a date", readDate()) }

    /// The bytes, as ``bytes`` has them.
    ///
    /// ```swift
    /// let photo = try archive["root.photo"].requireBytes()
    /// ```
    ///
    /// - Throws: As ``requireString()`` does.
    public func requireBytes() throws(ArchiveError) -> [UInt8] { try required("data", readBytes()) }

    /// The class record of the object here.
    ///
    /// ```swift
    /// let superclasses = try archive["root"].requireClass().hierarchy.dropFirst()
    /// ```
    ///
    /// - Throws: As ``requireString()`` does.
    public func requireClass() throws(ArchiveError) -> ArchivedClass { try required("an object", readClass()) }

    /// The elements, as ``elements`` has them.
    ///
    /// ```swift
    /// for item in try archive["root.items"].requireElements() { print(item.path) }
    /// ```
    ///
    /// - Throws: As ``requireString()`` does.
    public func requireElements() throws(ArchiveError) -> Elements { try required("an array or a set", readElements()) }

    /// The entries, as ``entries`` has them.
    ///
    /// ```swift
    /// for (key, value) in try archive["root.options"].requireEntries() { print(key.string ?? "", value.path) }
    /// ```
    ///
    /// - Throws: As ``requireString()`` does.
    public func requireEntries() throws(ArchiveError) -> [Entry] { try required("a dictionary", readEntries()) }

    /// The fields, as ``fields`` has them.
    ///
    /// ```swift
    /// for (key, value) in try archive["root"].requireFields() { print(key, value.path) }
    /// ```
    ///
    /// - Throws: As ``requireString()`` does.
    public func requireFields() throws(ArchiveError) -> [Field] { try required("an object", readFields()) }

    private func required<Value>(_ expected: String, _ value: Value?) throws(ArchiveError) -> Value {
        if let value { return value }
        throw try mismatch(expected, Value.self)
    }

    /// The error that names the value found instead of one of the expected type; not generic, so that all types share
    /// it.
    @inline(never)
    private func mismatch(_ expected: String, _ type: Any.Type) throws(ArchiveError) -> ArchiveError {
        let kind = try place.kind
        if kind == "integer", type == Int.self {
            return error(.range, "the integer doesn't fit \(type)", "read it as a PropertyList, with `value`")
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
