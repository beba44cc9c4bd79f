/// What is wrong with a property list, where, and how to fix it.
///
/// Errors are equal when their codes are equal, so that a test or a caller can ask for a kind of failure without
/// spelling out its place.
public struct PropertyListError: Error, Sendable {
    /// A kind of failure.
    ///
    /// New codes may be added; switch with a default.
    public struct Code: Hashable, Sendable {
        /// The stable name of the code, such as `truncated`.
        public let name: String

        private init(_ name: String) {
            self.name = name
        }
    }

    /// The kind of failure.
    public var code: Code

    /// What is wrong, in one lower-case clause.
    public var reason: String

    /// Where, as a count of bytes from the start of the input, if known.
    public var byteOffset: Int?

    /// The line in XML or OpenStep text, counted from 1.
    public var line: Int?

    /// The column in XML or OpenStep text, in bytes, counted from 1.
    public var column: Int?

    /// How to fix it, in one lower-case clause, if there is a way.
    public var remedy: String?

    /// Creates an error.
    public init(_ code: Code, _ reason: String, at byteOffset: Int? = nil, remedy: String? = nil) {
        self.code = code
        self.reason = reason
        self.byteOffset = byteOffset
        self.remedy = remedy
    }
}

extension PropertyListError.Code {
    /// The input is neither a binary nor an XML nor an OpenStep property list.
    public static let unrecognizedFormat = Self("unrecognizedFormat")
    /// The input is a property list of a kind or version that this library does not read, such as `bplist16`.
    public static let unsupportedFormat = Self("unsupportedFormat")
    /// The input ends too early.
    public static let truncated = Self("truncated")
    /// The trailer of a binary property list is inconsistent.
    public static let invalidTrailer = Self("invalidTrailer")
    /// An entry of the offset table points outside the object area.
    public static let invalidOffset = Self("invalidOffset")
    /// An object reference is not below the number of objects.
    public static let invalidReference = Self("invalidReference")
    /// A marker byte that the format does not define.
    public static let invalidMarker = Self("invalidMarker")
    /// A length or count that is malformed or reaches past the end of the object area.
    public static let invalidLength = Self("invalidLength")
    /// A number that is malformed or has no representation.
    public static let invalidNumber = Self("invalidNumber")
    /// A string that is not valid in its declared encoding.
    public static let invalidString = Self("invalidString")
    /// A date that is malformed.
    public static let invalidDate = Self("invalidDate")
    /// Data that is not valid base64.
    public static let invalidData = Self("invalidData")
    /// A dictionary key that is not a string.
    public static let invalidKey = Self("invalidKey")
    /// A dictionary with the same key twice, or a set with the same member twice, in strict mode.
    public static let duplicateKey = Self("duplicateKey")
    /// A container that holds itself.
    public static let cycle = Self("cycle")
    /// Text that is not well-formed XML, or not a property list.
    public static let malformedXML = Self("malformedXML")
    /// Text that is not well-formed OpenStep text.
    public static let malformedOpenStep = Self("malformedOpenStep")
    /// An entity that is not one of the five predefined ones or a character reference, or an internal DTD subset.
    public static let forbiddenEntity = Self("forbiddenEntity")
    /// A limit was reached.
    ///
    /// The reason names the limit and its value.
    public static let limitExceeded = Self("limitExceeded")
    /// Bytes that belong to no object, or unused bytes that are not zero, in strict mode.
    public static let unusedBytes = Self("unusedBytes")
    /// A value that the requested format cannot hold.
    public static let unrepresentable = Self("unrepresentable")
}

extension PropertyListError: Equatable {
    /// Compares codes only.
    public static func == (lhs: PropertyListError, rhs: PropertyListError) -> Bool {
        lhs.code == rhs.code
    }
}

extension PropertyListError.Code: CustomStringConvertible {
    /// The stable name.
    public var description: String { name }
}

extension PropertyListError: CustomStringConvertible {
    /// The place, the reason and the remedy in one line.
    public var description: String {
        var place = byteOffset.map { "byte \($0)" }
        if let line, let column { place = "line \(line), column \(column)" }
        return ErrorLine.text(at: place, reason: reason, remedy: remedy)
    }
}
