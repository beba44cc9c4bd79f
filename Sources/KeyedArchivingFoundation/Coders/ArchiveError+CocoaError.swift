public import Foundation
public import KeyedArchiving

/// Where Apple defines an error code, an archive error has it: as an `NSError` it is of the Cocoa domain.
///
/// `catch let error as NSError` and `CocoaError.Code` see 4864 for an archive that cannot be read, 4865 for a value
/// that is missing, and 4866 for one that cannot be written.
extension ArchiveError: CustomNSError {
    /// `NSCocoaErrorDomain`.
    public static var errorDomain: String { CocoaError.errorDomain }

    /// The code as a number.
    public var errorCode: Int { cocoaErrorCode.rawValue }

    /// The description, and the parts that Cocoa has keys for.
    public var errorUserInfo: [String: Any] {
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: description, NSLocalizedFailureReasonErrorKey: reason,
        ]
        if let remedy { userInfo[NSLocalizedRecoverySuggestionErrorKey] = remedy }
        return userInfo
    }

    /// The code of Cocoa for this kind of failure.
    public var cocoaErrorCode: CocoaError.Code {
        switch code {
        case .valueNotFound: .coderValueNotFound
        case .unreadableFile: .fileReadUnknown
        // Foundation on Linux has no name for this one.
        case .invalidArchiveOperation, .unrepresentable, .finished: CocoaError.Code(rawValue: 4866)
        case .cancelled: .userCancelled
        default: .coderReadCorrupt
        }
    }

    /// The failure as an error of Cocoa's.
    ///
    /// ```swift
    /// do {
    ///     _ = try KeyedArchive(data)
    /// } catch {
    ///     throw error.cocoaError
    /// }
    /// ```
    public var cocoaError: CocoaError {
        CocoaError(cocoaErrorCode, userInfo: errorUserInfo)
    }
}
