#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A call of the system that failed, in the system's words.
struct SystemError: Error {
    var number: Int32
    var reason: String { String(cString: strerror(number)) }

    /// The error of the call made last.
    static var last: SystemError { SystemError(number: errno) }

    /// Whether the reader of a pipe has gone.
    var isClosedPipe: Bool { number == EPIPE }
}

/// The system's calls for descriptors: standard streams and open files.
///
/// Foundation's own file calls refuse pipes, such as those of `dump <(command)`, and it has none for terminals.
enum Descriptor {
    static let standardInput: Int32 = 0
    static let standardOutput: Int32 = 1
    static let standardError: Int32 = 2

    /// Reads everything up to the end.
    static func readAll(from descriptor: Int32, expecting size: Int = 0) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes.append(contentsOf: buffer.prefix(count))
            } else if count == 0 {
                return bytes
            } else if errno != EINTR {
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
            } else if errno != EINTR {
                throw .last
            }
        }
    }

    static func isTerminal(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1
    }
}

/// What surrounds the program: its environment, its signals and its end.
enum Process {
    /// The value of an environment variable.
    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Makes writing to a closed pipe fail rather than end the program.
    static func ignoreClosedPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    static func end(_ status: Int32) -> Never {
        exit(status)
    }
}
