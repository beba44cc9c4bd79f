extension File {
    /// Writes into a file that stays the same file, with its owner and all its names.
    ///
    /// What needs room, the part behind the old end, is written first. The old bytes are kept until all is written and
    /// are written back if it fails; only a crash of the system can leave a part of each.
    static func overwrite(
        fileAt path: String,
        with bytes: [UInt8],
        _ interruption: Interruption
    ) throws(SystemError) {
        let descriptor = try Descriptor.opened(toOverwriteFileAt: path)
        defer { close(descriptor) }
        let old = try FileStatus(of: descriptor)
        let oldSize = old.size
        let kept = try head(of: descriptor, count: min(oldSize, bytes.count))
        #if !canImport(ucrt)
            Ownership.dropSpecialBits(of: old, descriptor)
        #endif
        do throws(SystemError) {
            try Descriptor.writeAll(bytes[kept.count...], to: descriptor, at: kept.count, unless: interruption)
            try Descriptor.writeAll(bytes[..<kept.count], to: descriptor, at: 0, unless: interruption)
            // Old bytes behind the new end weren't kept, so they are cut off when nothing else can fail.
            guard fsync(descriptor) == 0, ftruncate(descriptor, off_t(bytes.count)) == 0 else { throw .last }
        } catch {
            try? Descriptor.writeAll(kept[...], to: descriptor, at: 0)
            ftruncate(descriptor, off_t(oldSize))
            throw error
        }
    }

    /// The first bytes of a file; all of them, if it has become shorter meanwhile.
    private static func head(of descriptor: Int32, count: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < count {
            let length = try Descriptor.readSome(from: descriptor, into: &buffer)
            if length == 0 { break }
            bytes.append(contentsOf: buffer.prefix(min(length, count - bytes.count)))
        }
        return bytes
    }
}
