/// A call of the system that failed, in the system's words.
struct SystemError: Error {
    var number: Int32

    /// Whether a file is wanted where a folder is.
    var isOfFolder: Bool { number == EISDIR }

    /// Whether there is nothing at a path.
    var isOfNothing: Bool { number == ENOENT }

    /// Whether the reader of a pipe has gone.
    var isClosedPipe: Bool { number == EPIPE }

    var reason: String { String(cString: strerror(number)) }

    /// The error of the call made last.
    static var last: SystemError { SystemError(number: errno) }
}
