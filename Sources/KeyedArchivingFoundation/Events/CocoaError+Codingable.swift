public import Foundation
public import KeyedArchiving

/// `NSError` of the Cocoa domain.
extension CocoaError: Codingable {
    /// `NSError`.
    public static var codedClassName: String { "NSError" }

    /// Writes the domain, the code and the user info.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError/Code/unrepresentable`` if a value of the user info is of a type that is
    ///   not ``/KeyedArchiving/Codingable``.
    public func encode(with archiver: KeyedArchiver) throws {
        try ArchivedNSError(self).encode(with: archiver)
    }

    /// Reads an error of the Cocoa domain.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        guard try unarchiver.requiredString(forKey: ErrorKeys.domain) == CocoaError.errorDomain else {
            throw unarchiver.failure(
                .invalidUnarchiveOperation,
                "the error is not of the Cocoa domain",
                key: ErrorKeys.domain,
                remedy: "decode it as ArchivedNSError"
            )
        }
        let error = ArchivedNSError(
            domain: CocoaError.errorDomain,
            code: try unarchiver.optionalInteger(forKey: ErrorKeys.code) ?? 0,
            userInfo: try unarchiver.errorUserInfo()
        )
        // Many errors may share one dictionary, of which each makes its own.
        let count = error.userInfo?.entries.count ?? 0
        try unarchiver.charge(64 + 4 * MemoryLayout<(key: String, value: Any)>.stride * count)
        self.init(error)
    }

    /// The error, also from one of any domain if that is Cocoa's.
    public static func _cast(_ object: any Codingable) -> CocoaError? {
        switch object {
        case let error as CocoaError: error
        case let error as ArchivedNSError where error.domain == CocoaError.errorDomain: CocoaError(error)
        default: nil
        }
    }

    private init(_ error: ArchivedNSError) {
        self.init(CocoaError.Code(rawValue: error.code), userInfo: error.nsError.userInfo)
    }
}
