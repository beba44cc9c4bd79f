/// Files that are replaced as a whole.
enum File {
    /// Whether there is a file, or anything else, at a path.
    static func exists(_ path: String) -> Bool {
        (try? FileStatus(ofFileAt: path)) != nil
    }

    /// Writes to what isn't a regular file.
    static func write(_ bytes: [UInt8], toDeviceAt path: String) throws(SystemError) {
        let descriptor = try Descriptor.opened(toWriteAt: path)
        defer { close(descriptor) }
        try Descriptor.writeAll(bytes, to: descriptor)
    }

    /// Writes all bytes into a new file, down to the disk.
    static func fill(
        _ descriptor: Int32,
        with bytes: [UInt8],
        _ interruption: Interruption
    ) throws(SystemError) {
        try Descriptor.writeAll(bytes[...], to: descriptor, at: 0, unless: interruption)
        guard fsync(descriptor) == 0 else { throw .last }
        try interruption.check()
    }
}
