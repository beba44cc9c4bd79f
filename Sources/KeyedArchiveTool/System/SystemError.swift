/// A call of the system that failed, in the system's words.
struct SystemError: Error {
    var number: Int32

    /// Whether a file is wanted where a folder is.
    var isOfFolder: Bool { number == EISDIR }

    /// Whether there is nothing at a path.
    var isOfNothing: Bool { number == ENOENT }

    /// Whether the reader of a pipe has gone.
    var isClosedPipe: Bool { number == EPIPE }

    #if canImport(ucrt)
        var reason: String {
            var text = [CChar](repeating: 0, count: 256)
            strerror_s(&text, text.count, number)
            return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }

        /// The error of the call of the C library made last.
        static var last: SystemError {
            var number: Int32 = 0
            _get_errno(&number)
            return SystemError(number: number)
        }

        /// The error of the call of Windows made last, by the number that the C library has for the like.
        static var lastOfWindows: SystemError {
            switch Int32(bitPattern: GetLastError()) {
            case ERROR_FILE_NOT_FOUND, ERROR_PATH_NOT_FOUND: SystemError(number: ENOENT)
            case ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION: SystemError(number: EACCES)
            case ERROR_ALREADY_EXISTS, ERROR_FILE_EXISTS: SystemError(number: EEXIST)
            case ERROR_DISK_FULL: SystemError(number: ENOSPC)
            default: SystemError(number: EIO)
            }
        }
    #else
        var reason: String { String(cString: strerror(number)) }

        /// The error of the call made last.
        static var last: SystemError { SystemError(number: errno) }
    #endif
}
