/// The system's calls for descriptors: standard streams and open files.
///
/// Foundation's own file calls refuse pipes, such as those of `dump <(command)`, and it has none for terminals.
enum Descriptor {
    /// Opens a file to read it.
    static func opened(toReadFileAt path: String) throws(SystemError) -> Int32 {
        try opened(path, .reading)
    }

    /// Opens a file or a device to write to what is there.
    static func opened(toWriteAt path: String) throws(SystemError) -> Int32 {
        try opened(path, .writing)
    }

    /// Opens a file to read it and write to it.
    static func opened(toOverwriteFileAt path: String) throws(SystemError) -> Int32 {
        try opened(path, .both)
    }

    private enum Access {
        case reading
        case writing
        case both
    }

    #if canImport(ucrt)
        private static func opened(_ path: String, _ access: Access) throws(SystemError) -> Int32 {
            let flags =
                switch access {
                case .reading: _O_RDONLY
                case .writing: _O_WRONLY
                case .both: _O_RDWR
                }
            var descriptor: Int32 = -1
            let status = path.withWideText {
                _wsopen_s(&descriptor, $0, flags | _O_BINARY | _O_NOINHERIT, _SH_DENYNO, 0)
            }
            guard status == 0 else { throw SystemError(number: status) }
            return descriptor
        }

        /// Whether a descriptor is a console that takes colors and moves of the cursor, as those of Windows 10 may.
        static func isTerminal(_ descriptor: Int32) -> Bool {
            guard _isatty(descriptor) != 0 else { return false }
            var mode: UInt32 = 0
            guard GetConsoleMode(HANDLE(bitPattern: Int(_get_osfhandle(descriptor))), &mode) else { return false }
            return mode & UInt32(ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0
        }
    #else
        private static func opened(_ path: String, _ access: Access) throws(SystemError) -> Int32 {
            let flags =
                switch access {
                case .reading: O_RDONLY
                case .writing: O_WRONLY | O_NOCTTY
                case .both: O_RDWR
                }
            let descriptor = open(path, flags | O_CLOEXEC)
            guard descriptor >= 0 else { throw .last }
            return descriptor
        }

        static func isTerminal(_ descriptor: Int32) -> Bool {
            isatty(descriptor) == 1
        }
    #endif

    /// Reads what is there, into a buffer that is as long as it may get.
    ///
    /// - Returns: How many bytes were read; 0 at the end.
    static func readSome(from descriptor: Int32, into buffer: inout [UInt8]) throws(SystemError) -> Int {
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            if SystemError.last.number != EINTR { throw .last }
        }
    }

    /// Writes all bytes from a position of an open file on.
    ///
    /// - Parameter interruption: Asked between pieces, so that a signal doesn't wait for a long file.
    static func writeAll(
        _ bytes: ArraySlice<UInt8>,
        to descriptor: Int32,
        at position: Int,
        unless interruption: Interruption? = nil
    ) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            try interruption?.check()
            let position = position + (rest.startIndex - bytes.startIndex)
            let count = rest.prefix(1 << 20).withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(position))
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if SystemError.last.number != EINTR {
                throw .last
            }
        }
    }

    /// Writes all the bytes.
    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if SystemError.last.number != EINTR {
                throw .last
            }
        }
    }
}
