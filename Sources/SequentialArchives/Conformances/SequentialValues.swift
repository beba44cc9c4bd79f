/// A date object: `NSDate`.
public final class SequentialDate: SequentialCodingable, StandardSequentialClass {
    /// `NSDate`.
    public static var codedClassName: String { "NSDate" }

    /// Seconds since the beginning of 2001, UTC.
    public let timeIntervalSinceReferenceDate: Double

    /// Creates a date.
    public init(timeIntervalSinceReferenceDate: Double) {
        self.timeIntervalSinceReferenceDate = timeIntervalSinceReferenceDate
    }

    static func canHold(_ versions: [CodedClassVersion]) -> Bool { versions == codedClassVersions }

    /// Writes the number of seconds.
    public func encode(with archiver: SequentialArchiver) throws {
        try archiver.encodeValue(timeIntervalSinceReferenceDate)
    }

    /// Reads the number of seconds.
    public init(coder unarchiver: SequentialUnarchiver) throws {
        timeIntervalSinceReferenceDate = try unarchiver.decodeValue(ofObjCType: "d").real ?? 0
        try unarchiver.checkEnd()
    }
}

/// A null object: `NSNull`.
public final class SequentialNull: SequentialCodingable, StandardSequentialClass {
    /// `NSNull`.
    public static var codedClassName: String { "NSNull" }

    /// Creates a null object.
    public init() {}

    static func canHold(_ versions: [CodedClassVersion]) -> Bool { versions == codedClassVersions }

    /// Writes nothing.
    public func encode(with archiver: SequentialArchiver) throws {}

    /// Reads nothing.
    public init(coder unarchiver: SequentialUnarchiver) throws { try unarchiver.checkEnd() }
}

/// A data object: `NSData` or `NSMutableData`.
public final class SequentialData: SequentialCodingable, StandardSequentialClass {
    /// `NSData`, which mutable data is too.
    public static var codedClassName: String { "NSData" }

    /// The class and its superclasses with their versions.
    public let codedClassVersions: [CodedClassVersion]

    /// The bytes.
    public let bytes: [UInt8]

    /// Creates a data object.
    public init(_ bytes: [UInt8], isMutable: Bool = false) {
        self.bytes = bytes
        codedClassVersions = ClassChain.chain("NSData", mutable: isMutable ? "NSMutableData" : nil)
    }

    static func canHold(_ versions: [CodedClassVersion]) -> Bool {
        ClassChain.matches(versions, "NSData", orMutable: "NSMutableData")
    }

    /// Writes the bytes.
    public func encode(with archiver: SequentialArchiver) throws { try archiver.encodeData(bytes) }

    /// Reads the bytes.
    public init(coder unarchiver: SequentialUnarchiver) throws {
        codedClassVersions = unarchiver.codedClassVersions
        bytes = try unarchiver.decodeData()
        if Self.canHold(codedClassVersions) { try unarchiver.checkEnd() }
    }
}

/// A URL object: `NSURL`.
public final class SequentialURL: SequentialContainer, SequentialCodingable, StandardSequentialClass {
    /// `NSURL`.
    public static var codedClassName: String { "NSURL" }

    /// The URL that the text is relative to, or nil.
    public private(set) var baseURL: SequentialURL?

    /// The text.
    public let string: SequentialString

    /// Creates a URL.
    public init(_ text: String, relativeTo base: SequentialURL? = nil) {
        string = SequentialString(text)
        baseURL = base
        super.init()
    }

    /// The text, without that of the base.
    public var relativeString: String { string.text }

    static func canHold(_ versions: [CodedClassVersion]) -> Bool { versions == codedClassVersions }

    /// Writes the base and the text.
    public func encode(with archiver: SequentialArchiver) throws {
        try archiver.encodeValue(baseURL != nil)
        if let base = baseURL { try archiver.encode(base) }
        try archiver.encode(string)
    }

    /// Reads the base and the text.
    public init(coder unarchiver: SequentialUnarchiver) throws {
        let hasBase = try unarchiver.decodeValue(ofObjCType: "c").integer(as: Int.self) != 0
        baseURL = hasBase ? try unarchiver.decodeObject(of: SequentialURL.self) : nil
        guard let string = try unarchiver.decodeObject(of: SequentialString.self), hasBase == (baseURL != nil) else {
            throw unarchiver.damaged("a URL has no text, or no base where one is announced")
        }
        self.string = string
        super.init()
        try unarchiver.checkEnd()
    }

    override func takeChildren(_ children: inout [SequentialContainer]) {
        if let base = baseURL.take() { children.append(base) }
    }
}

/// A decimal number: `NSDecimalNumber`, which is archived under the name `NSDecimalNumberPlaceholder`.
public final class SequentialDecimal: SequentialCodingable, StandardSequentialClass {
    /// `NSDecimalNumberPlaceholder`.
    public static var codedClassName: String { "NSDecimalNumberPlaceholder" }

    /// The power of ten that the digits are multiplied by.
    public let exponent: Int32
    /// How many of the digits count: 0 for zero, or, in a negative number, for NaN.
    public let length: UInt16
    /// Whether the number is negative.
    public let isNegative: Bool
    /// Whether the digits have no zeros at their end.
    public let isCompact: Bool
    /// Eight digits in base 65536, the lowest first; those past the length are undefined.
    public let digits: [UInt16]

    /// Creates a decimal number.
    ///
    /// - Parameters:
    ///   - exponent: The power of ten that the digits are multiplied by.
    ///   - isNegative: Whether the number is negative.
    ///   - isCompact: Whether the digits have no zeros at their end.
    ///   - digits: Digits in base 65536, the lowest first, 8 at most; more are ignored.
    public init(exponent: Int32, isNegative: Bool = false, isCompact: Bool = true, digits: [UInt16]) {
        self.exponent = exponent
        self.isNegative = isNegative
        self.isCompact = isCompact
        length = UInt16(min(digits.count, 8))
        self.digits = Array((digits + Array(repeating: 0, count: 8)).prefix(8))
    }

    static func canHold(_ versions: [CodedClassVersion]) -> Bool { versions == codedClassVersions }

    /// Writes the parts, each in a separate group.
    public func encode(with archiver: SequentialArchiver) throws {
        try archiver.encodeValue(exponent)
        try archiver.encodeValue(length)
        try archiver.encodeValue(UInt8(isNegative ? 1 : 0))
        try archiver.encodeValue(UInt8(isCompact ? 1 : 0))
        try archiver.encodeValue(UInt32(8))
        try archiver.encodeArray(digits)
    }

    /// Reads the parts.
    public init(coder unarchiver: SequentialUnarchiver) throws {
        exponent = try unarchiver.decodeValue(Int32.self)
        length = try unarchiver.decodeValue(UInt16.self)
        let (negative, compact) = (try unarchiver.decodeValue(UInt8.self), try unarchiver.decodeValue(UInt8.self))
        (isNegative, isCompact) = (negative == 1, compact == 1)
        let count = try unarchiver.decodeValue(UInt32.self)
        guard count == 8, length <= 8, negative <= 1, compact <= 1 else {
            throw unarchiver.damaged("a decimal number has no 8 digits, or no signs of 0 or 1")
        }
        digits = try unarchiver.decodeArray(of: UInt16.self)
        guard digits.count == 8 else {
            throw unarchiver.damaged("a decimal number has no 8 digits")
        }
        try unarchiver.checkEnd()
    }
}
