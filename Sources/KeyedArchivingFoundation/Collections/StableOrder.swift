internal import KeyedArchiving

extension Array where Element: Codingable {
    /// The elements by the bytes of their archives, so that equal sets give equal archives.
    func inStableOrder() throws -> [Element] {
        try map { (bytes: try KeyedArchiver.archivedBytes(withRootObject: $0), element: $0) }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
            .map(\.element)
    }
}
