public import Foundation
internal import KeyedArchiving

extension ArchivedNSError {
    /// Creates an error from any other.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError/Code/unrepresentable`` if a value of the user info is of a type that is
    ///   not ``/KeyedArchiving/Codingable``.
    public convenience init(_ error: any Error) throws {
        var content = AnyUserInfo()
        let error = try content.error(error as NSError)
        self.init(domain: error.domain, code: error.code, userInfo: error.userInfo)
    }

    /// The error as Foundation's, with an underlying error likewise.
    public var nsError: NSError {
        var values: [String: Any] = [:]
        for (key, value) in userInfo?.entries ?? [] {
            if let key = key as? String { values[key] = value }
        }
        return NSError(domain: domain, code: code, userInfo: values)
    }
}
