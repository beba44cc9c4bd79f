internal import PropertyLists

extension EncodedTreeWriter {
    /// So many elements of the outermost list are written at once.
    private static let runLength = 128

    /// Encodes the outermost list and writes it, a run of elements after the other.
    ///
    /// The tree of a long list takes more memory than its archive; that of a run stays in the processor's caches. Only
    /// what somebody keeps may still be encoded into after its turn, and must wait until everything is encoded.
    static func write(_ list: any ListEncodable, by encoder: TreeEncoder, to archiver: KeyedArchiver) throws -> EntryUID
    {
        let tree = encoder.tree
        var writer = EncodedTreeWriter(tree, to: archiver)
        let checkpoint = try writer.begin(.array)
        let start = archiver.state.elements.count
        tree.table.removeAll()
        let run = tree.table.addContainer()
        var areKept = false
        try list.encodeElements(by: encoder, into: run) { isKept in
            areKept = areKept || isKept
            guard !areKept, tree.count(of: run) >= runLength else { return }
            var writer = EncodedTreeWriter(tree, to: archiver)
            try writer.appendElements(of: run)
            tree.table.removeAll()
            // It has the index that the last run had.
            _ = tree.table.addContainer()
        }
        writer = EncodedTreeWriter(tree, to: archiver)
        try writer.appendElements(of: run)
        archiver.state.putElements(from: start, forKey: CollectionFields.elements)
        return try writer.end(checkpoint)
    }
}
