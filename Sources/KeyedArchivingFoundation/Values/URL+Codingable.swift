public import KeyedArchiving

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// `NSURL`, absolute or relative to another. Reading one opens nothing and asks no file system.
///
/// Text that is not valid in a URL is percent-encoded, as Apple's systems do.
extension URL: Codingable {
    /// How many bytes a URL may have together with the one that it is relative to.
    ///
    /// Foundation flattens a chain of relative URLs into one text, so a long text that many URLs of a chain share would
    /// otherwise be copied many times over.
    static let greatestRelativeLength = 32_768

    /// `NSURL`.
    public static var codedClassName: String { "NSURL" }

    /// Writes the base URL, which may be nil, under `NS.base` and the text under `NS.relative`.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(baseURL, forKey: URLFields.base)
        try archiver.encode(relativeString, forKey: URLFields.text)
    }

    /// Reads the text from `NS.relative` and the URL that it is relative to from `NS.base`.
    ///
    /// How many URLs may be relative to one another is bounded by the unarchiver's limit on depth.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let base = try unarchiver.decodeObject(of: URL.self, forKey: URLFields.base)
        let text = try unarchiver.requiredString(forKey: URLFields.text)
        let length = (base?.absoluteString.utf8.count ?? 0) + text.utf8.count
        // Foundation keeps the text, and that of the base again; and where characters have to be escaped, the text with
        // three bytes for each.
        let isEscaped = text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
        try unarchiver.charge(isEscaped ? length : length + 3 * text.utf8.count)
        if base != nil, length > URL.greatestRelativeLength {
            throw unarchiver.failure(
                .limitExceeded,
                "a relative URL and its base have more than \(URL.greatestRelativeLength) bytes",
                key: URLFields.base,
                remedy: "decode it as ArchivedObject to see the texts"
            )
        }
        // Foundation has no relative URL without text; it stands for the base itself.
        if let base, text.isEmpty {
            self = base
        } else if let url = URL(string: text, relativeTo: base) {
            self = url
        } else {
            throw unarchiver.failure(
                .invalidValue,
                "the text of a URL is malformed",
                key: URLFields.text,
                remedy: "decode it as ArchivedObject to see the text"
            )
        }
    }
}

/// `NSURLQueryItem`.
extension URLQueryItem: Codingable {
    /// `NSURLQueryItem`.
    public static var codedClassName: String { "NSURLQueryItem" }

    /// Writes the name under `NS.name` and the value, which may be nil, under `NS.value`.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(name, forKey: "NS.name")
        try archiver.encode(value, forKey: "NS.value")
    }

    /// Reads the name from `NS.name` and the value from `NS.value`.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self.init(
            name: try unarchiver.requiredString(forKey: "NS.name"),
            value: try unarchiver.optionalString(forKey: "NS.value")
        )
    }
}
