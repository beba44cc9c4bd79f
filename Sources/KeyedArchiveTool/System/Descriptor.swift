/// The system's calls for descriptors: standard streams and open files.
///
/// Foundation's own file calls refuse pipes, such as those of `dump <(command)`, and it has none for terminals.
enum Descriptor {
    /// Opens a file to read it.
    static func opened(toReadFileAt path: FilePath) throws(SystemError) -> Int32 {
        try opened(path, O_RDONLY)
    }

    /// Opens an existing file or device for writing.
    static func opened(toWriteAt path: FilePath) throws(SystemError) -> Int32 {
        try opened(path, O_WRONLY | O_NOCTTY)
    }

    #if os(Linux) || os(Android)
        /// How a folder is opened to go on from it: `O_PATH`, which the headers hide, takes no right to list it.
        static var folderAccess: Int32 { 0o10_000_000 | O_DIRECTORY }
        /// How something is opened to ask about it.
        static var statusAccess: Int32 { 0o10_000_000 }
    #else
        static var folderAccess: Int32 { O_RDONLY | O_DIRECTORY }
        static var statusAccess: Int32 { O_RDONLY | O_NONBLOCK }
    #endif

    /// Opens the file at a path.
    ///
    /// The system takes paths of a limited length only. A longer one is followed folder by folder.
    ///
    /// - Parameter start: The folder in which a path that doesn't start with a slash begins.
    static func opened(_ path: FilePath, from start: Int32 = AT_FDCWD, _ flags: Int32) throws(SystemError) -> Int32 {
        let slash = UInt8(ascii: "/")
        var rest = path.bytes[...]
        var folder = start
        defer { if folder != start { close(folder) } }
        while rest.count >= Int(PATH_MAX) {
            // As many folders at once as the system takes.
            guard let end = rest.prefix(Int(PATH_MAX) - 1).lastIndex(of: slash), end > rest.startIndex else {
                throw SystemError(number: ENAMETOOLONG)
            }
            let next = openat(folder, FilePath(rest[..<end]).withNUL, folderAccess | O_CLOEXEC)
            guard next >= 0 else { throw .last }
            if folder != start { close(folder) }
            folder = next
            rest = rest[end...].drop { $0 == slash }
        }
        let isWhole = rest.startIndex == path.bytes.startIndex
        let name = rest.isEmpty && !isWhole ? FilePath(".") : FilePath(rest)
        let descriptor = openat(folder, name.withNUL, flags | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
        return descriptor
    }

    static func isTerminal(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1
    }

    /// Waits until no other open descriptor of the file holds its lock, and holds it until the descriptor is closed.
    ///
    /// - Parameter whileWaiting: Called again and again while waiting; an error that it throws ends the waiting. A
    ///   system call that waits by itself could be ended only by a signal, and signals are held back.
    static func lock(_ descriptor: Int32, whileWaiting: () throws(SystemError) -> Void) throws(SystemError) {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let error = SystemError.last
            guard error.number == EWOULDBLOCK || error.number == EINTR else { throw error }
            try whileWaiting()
            usleep(2_000)
        }
    }

    /// Reads the available bytes into a buffer, up to its length.
    ///
    /// - Returns: How many bytes were read; 0 at the end.
    static func readSome(from descriptor: Int32, into buffer: inout [UInt8]) throws(SystemError) -> Int {
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            if SystemError.last.number != EINTR { throw .last }
        }
    }

    /// Reads bytes of a file from a position on; fewer if it ends before.
    static func readPart(of descriptor: Int32, at position: Int, count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let size = pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(position + filled))
                if size == 0 { break }
                if size > 0 {
                    filled += size
                } else if SystemError.last.number != EINTR {
                    failure = .last
                    break
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Whether reading wouldn't wait, because something is there or nothing will come.
    static func hasInput(_ descriptor: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) != 0
    }

    /// Writes all the bytes.
    ///
    /// - Parameter beforeEach: Called before each piece; an error that it throws ends the writing.
    static func writeAll(
        _ bytes: [UInt8],
        to descriptor: Int32,
        beforeEach: () throws(SystemError) -> Void = {}
    ) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            try beforeEach()
            let count = rest.prefix(1 << 20).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if SystemError.last.number != EINTR {
                throw .last
            }
        }
    }
}
