public import Foundation
public import KeyedArchiving
internal import PropertyLists

/// An error as data: `NSError`.
///
/// It is content, not something to throw; ``nsError`` makes that of it.
///
/// ```swift
/// try archiver.encode(ArchivedNSError(domain: NSCocoaErrorDomain, code: 4), forKey: "error")
/// ```
public final class ArchivedNSError: TwoPhaseCodingable, ValueCoding, StoredContainer, ObjectContainer {
    /// The domain, such as `NSCocoaErrorDomain`.
    public var domain: String

    /// The code, whose meaning the domain defines.
    public var code: Int

    /// Additional information about the error; nil if there is none.
    public var userInfo: ArchivedDictionary?

    /// The entry that it was decoded from.
    package private(set) var entry: StoredEntry?

    /// Creates an error.
    public init(domain: String, code: Int, userInfo: ArchivedDictionary? = nil) {
        self.domain = domain
        self.code = code
        self.userInfo = userInfo
    }

    /// Creates an error to be filled.
    public convenience init() {
        self.init(domain: "", code: 0)
    }

    /// `NSError`.
    public static var codedClassName: String { "NSError" }

    /// Objects with another class record than that of the type.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// `NSError`; one that was decoded is written with the class record that it had.
    @usableFromInline
    package static func classRecord(of error: ArchivedNSError) -> ArchivedClass? {
        ArchivedClass(name: "NSError", hierarchy: ["NSError", "NSObject"])
    }

    /// Whether a stored field is one of those of an error.
    package static func owns(_ key: String) -> Bool {
        [ErrorKeys.domain, ErrorKeys.code, ErrorKeys.userInfo].contains(key)
    }

    /// Writes the domain, the code and the user info.
    public func encode(with archiver: KeyedArchiver) throws {
        archiver.begin(self, at: entry)
        try archiver.encode(domain, forKey: ErrorKeys.domain)
        try archiver.encode(code, forKey: ErrorKeys.code)
        try archiver.encode(userInfo, forKey: ErrorKeys.userInfo)
    }

    /// Reads the domain, the code and the user info.
    public func decode(with unarchiver: KeyedUnarchiver) throws {
        entry = unarchiver.currentEntry
        domain = try unarchiver.requiredString(forKey: ErrorKeys.domain)
        code = try unarchiver.optionalInteger(forKey: ErrorKeys.code) ?? 0
        userInfo = try unarchiver.errorUserInfo()
    }

    deinit {
        var contents = takeContents()
        ObjectGraph.release(&contents)
    }

    /// Leaves the error without user info.
    ///
    /// - Returns: The user info.
    package func takeContents() -> [AnyObject] {
        defer { userInfo = nil }
        return userInfo.map { [$0] } ?? []
    }
}

/// The keys of an error.
enum ErrorKeys {
    static let domain = "NSDomain"
    static let code = "NSCode"
    static let userInfo = "NSUserInfo"
}

extension KeyedUnarchiver {
    /// The user info of an error; nil if there is none.
    func errorUserInfo() throws -> ArchivedDictionary? {
        let content = try decodeObject(of: ContentOnlyTypes.allowed(by: self), forKey: ErrorKeys.userInfo)
        if let content, !(content is ArchivedDictionary) {
            throw damaged("the user info is not a dictionary", key: ErrorKeys.userInfo)
        }
        return content as? ArchivedDictionary
    }
}

extension ArchivedNSError {
    /// Creates an error from any other.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` if a value of the user info is of a type that is
    ///   not ``/KeyedArchiving/Codingable``.
    public convenience init(_ error: any Error) throws {
        var content = AnyUserInfo.content()
        let error = try (error as NSError).archived(in: &content)
        self.init(domain: error.domain, code: error.code, userInfo: error.userInfo)
    }

    /// The error as Foundation's.
    ///
    /// Its user info holds the objects as they were decoded: an underlying error is an `ArchivedNSError`.
    public var nsError: NSError {
        var values: [String: Any] = [:]
        for (key, value) in userInfo?.entries ?? [] {
            if let key = String.converted(key) { values[key] = value }
        }
        return NSError(domain: domain, code: code, userInfo: values)
    }
}

/// `NSError` of the Cocoa domain.
extension CocoaError: Codingable, ValueCoding {
    /// `NSError`.
    public static var codedClassName: String { "NSError" }

    /// Writes the domain, the code and the user info.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` if a value of the user info is of a type that is
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
        try unarchiver.charge(error.copiedSize)
        self.init(error)
    }

    /// Objects that may be decoded as another type, too.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// The error, also from one of any domain if that is Cocoa's.
    @usableFromInline
    package static func converted(_ object: any Codingable) -> CocoaError? {
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

extension ArchivedNSError: CopiedContent {
    /// The size of the table of its user information.
    package var copiedSize: Int {
        64 + 4 * MemoryLayout<(key: String, value: Any)>.stride * (userInfo?.entries.count ?? 0)
    }
}

extension ArchivedNSError: CustomStringConvertible {
    /// The domain and the code: `NSError NSCocoaErrorDomain 260`.
    public var description: String { "\(Self.codedClassName) \(domain.escapedForDisplay(limit: 64)) \(code)" }
}
