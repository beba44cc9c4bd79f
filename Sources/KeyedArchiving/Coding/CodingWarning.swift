internal import PropertyLists

/// Something odd that a coder found and continued after, where Apple's coders log to the console.
public struct CodingWarning: Hashable, Sendable {
    /// The reason for the warning, in one lower-case clause.
    public var reason: String
    /// The key concerned.
    public var key: String
    /// The class of the object concerned, if one was being coded.
    public var className: String?
}

extension CodingWarning: CustomStringConvertible {
    /// The class, the key and the reason in one line.
    public var description: String {
        let place = className.map { "\($0.quotedForDisplay), " } ?? ""
        return "\(place)key \(key.quotedForDisplay): \(reason)"
    }
}
