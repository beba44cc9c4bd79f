import PropertyLists

extension PropertyList {
    /// The value that JSON text stands for, with marks for what JSON lacks, as `objects --json` writes them.
    ///
    /// - Throws: ``Failure/usage(_:)`` if the text isn't JSON.
    static func json(_ text: String) throws(Failure) -> PropertyList {
        // It nests within bounds, for which not every thread has stack.
        try Thread.withLargeStack { () throws(Failure) in
            let bytes = Array(text.utf8)
            do throws(ArchiveError) {
                return try JSONReader.read(bytes).stored(in: bytes)
            } catch {
                throw .usage("\(text.quoted()) isn't JSON of a value: \(error)")
            }
        }
    }
}
