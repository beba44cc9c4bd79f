#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Files as a whole: read, or replaced.
enum File {
    /// All bytes of a file, a pipe or a device.
    static func bytes(at path: String) throws(SystemError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        var status = stat()
        // The size is a hint: a file with holes may claim more than memory has.
        let size = fstat(descriptor, &status) == 0 ? Int(clamping: status.st_size) : 0
        return try Descriptor.readAll(from: descriptor, expecting: min(max(size, 0), 1 << 28))
    }

    /// Puts bytes in the place of a file, all or nothing.
    ///
    /// They go into a new file in the same folder, which then takes the place of the old one; whatever fails before
    /// that leaves the old one as it was. A link stays a link to the file, and the file keeps its permissions. What is
    /// not a regular file, such as `/dev/null` or a pipe, is written to as it is.
    static func replace(at path: String, with bytes: [UInt8]) throws(SystemError) {
        var status = stat()
        let exists = stat(path, &status) == 0
        guard !exists || status.st_mode & S_IFMT == S_IFREG else { return try overwrite(path, with: bytes) }
        let target = exists ? resolved(path) : path
        let (descriptor, temporary) = try createFile(nextTo: target)
        do throws(SystemError) {
            defer { close(descriptor) }
            if exists, fchmod(descriptor, status.st_mode & 0o7777) != 0 { throw SystemError.last }
            try Descriptor.writeAll(bytes, to: descriptor)
            guard fsync(descriptor) == 0 else { throw SystemError.last }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, target) == 0 else {
            let error = SystemError.last
            unlink(temporary)
            throw error
        }
    }

    private static func overwrite(_ path: String, with bytes: [UInt8]) throws(SystemError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        try Descriptor.writeAll(bytes, to: descriptor)
    }

    /// The path behind links.
    private static func resolved(_ path: String) -> String {
        guard let pointer = realpath(path, nil) else { return path }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    /// Creates an empty file with a new name in the folder of a path.
    private static func createFile(nextTo path: String) throws(SystemError) -> (descriptor: Int32, path: String) {
        while true {
            let name = "\(path).\(String(UInt32.random(in: .min ... .max), radix: 36)).tmp"
            let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 { return (descriptor, name) }
            guard errno == EEXIST else { throw .last }
        }
    }
}
