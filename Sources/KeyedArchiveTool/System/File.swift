/// Files and devices as a whole.
enum File {
    /// Whether there is a file, or anything else, at a path.
    static func exists(_ path: FilePath) -> Bool {
        (try? FileStatus(ofFileAt: path)) != nil
    }

    /// Writes to a file that isn't regular, such as `/dev/null` or a pipe.
    static func write(_ bytes: [UInt8], toDeviceAt path: FilePath) throws(SystemError) {
        let descriptor = try Descriptor.opened(toWriteAt: path)
        defer { close(descriptor) }
        try Descriptor.writeAll(bytes, to: descriptor)
    }
}
