import PropertyLists

extension PropertyList {
    /// The value that JSON text represents, with marks for kinds of values that JSON lacks, as `objects --json` writes
    /// them.
    ///
    /// - Parameter isInline: Whether it goes into an object itself, of which `get` prints the values with marks.
    /// - Throws: ``Failure/usage(_:)`` if the text isn't JSON.
    static func json(_ text: String, isInline: Bool) throws(Failure) -> PropertyList {
        // It nests within bounds, for which not every thread has stack.
        try Thread.withLargeStack { () throws(Failure) in
            let bytes = Array(text.utf8)
            do throws(ArchiveError) {
                let json = try JSONReader.read(bytes)
                guard isInline, json.members?.count == 1 else { return try json.stored(in: bytes) }
                if let text = json["$bytes"] { return try JSONValue.marked("$data", text).stored(in: bytes) }
                return try (json["$inline"] ?? json).stored(in: bytes)
            } catch {
                throw .usage("\(text.quoted()) isn't JSON of a value: \(error)")
            }
        }
    }
}
