/// A call of the system that failed, in the system's words.
struct SystemError: Error {
    var number: Int32
    var reason: String { String(cString: strerror(number)) }

    /// The error of the call made last.
    static var last: SystemError { SystemError(number: errno) }

    /// Whether a file is wanted where a folder is.
    var isOfFolder: Bool { number == EISDIR }

    /// Whether the reader of a pipe has gone.
    var isClosedPipe: Bool { number == EPIPE }
}

/// The system's calls for descriptors: standard streams and open files.
///
/// Foundation's own file calls refuse pipes, such as those of `dump <(command)`, and it has none for terminals.
enum Descriptor {
    /// Reads what is there, into a buffer that is as long as it may get.
    ///
    /// - Returns: How many bytes were read; 0 at the end.
    static func readSome(from descriptor: Int32, into buffer: inout [UInt8]) throws(SystemError) -> Int {
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            if errno != EINTR { throw .last }
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
            let count = rest.prefix(1 << 20).withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, position) }
            if count >= 0 {
                rest = rest.dropFirst(count)
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
