import PropertyLists

/// Bytes of any kind and size of which parts are read: a file, of which no more is in memory, or what came by a pipe.
struct ByteSource {
    private enum Kind {
        case memory([UInt8])
        case file(Int32)
    }

    private let kind: Kind
    /// How many bytes there are.
    let count: Int

    init(_ bytes: [UInt8]) {
        (kind, count) = (.memory(bytes), bytes.count)
    }

    /// Bytes of an open file, which stays open as long as they are read; nil for a file without a size.
    init?(_ descriptor: Int32) {
        guard let status = try? FileStatus(of: descriptor), status.isRegularFile else { return nil }
        (kind, count) = (.file(descriptor), status.size)
    }

    /// Bytes from a position on; fewer at the end.
    func read(at position: Int, count: Int) throws(SystemError) -> [UInt8] {
        let end = min(self.count, position.addingOrMaximum(count))
        guard position < end else { return [] }
        switch kind {
        case .memory(let bytes): return Array(bytes[position..<end])
        case .file(let descriptor): return try Descriptor.readPart(of: descriptor, at: position, count: end - position)
        }
    }
}
