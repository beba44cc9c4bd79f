public import KeyedArchiving

/// An error as data: `NSError`.
///
/// It is content, not something to throw; ``nsError`` makes that of it.
public final class ArchivedNSError: TwoPhaseCodingable, ObjectContainer {
    /// The domain, such as `NSCocoaErrorDomain`.
    public var domain: String

    /// The code, whose meaning the domain defines.
    public var code: Int

    /// What else is known of the error.
    public var userInfo: ArchivedDictionary?

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

    /// Writes the domain, the code and the user info.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(domain, forKey: ErrorKeys.domain)
        try archiver.encode(code, forKey: ErrorKeys.code)
        try archiver.encode(userInfo, forKey: ErrorKeys.userInfo)
    }

    /// Reads the domain, the code and the user info.
    public func decode(with unarchiver: KeyedUnarchiver) throws {
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
            throw failure(.invalidValue, "the user info is not a dictionary", key: ErrorKeys.userInfo)
        }
        return content as? ArchivedDictionary
    }
}
