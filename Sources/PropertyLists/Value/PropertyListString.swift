/// A string of a property list, which may hold UTF-16 that is not valid Unicode.
///
/// Apple's strings are sequences of UTF-16 code units, and archives in the field hold unpaired surrogates. A Swift
/// `String` cannot, so such a string keeps its code units. Two strings are equal when their code units are equal;
/// unlike `String`, precomposed and decomposed spellings differ.
public struct PropertyListString: Sendable {
    @usableFromInline
    enum Storage: Sendable {
        case wellFormed(String)
        case illFormed([UInt16])
        /// Text in ISO 8859-1 that isn't ASCII, from an object that is marked as ASCII.
        case latin1([UInt8])
    }

    @usableFromInline var storage: Storage

    /// Creates a string.
    @inlinable
    public init(_ string: String) {
        storage = .wellFormed(string)
    }

    /// Creates a string from UTF-16 code units, keeping unpaired surrogates.
    ///
    /// - Complexity: O(*n*).
    public init(utf16 units: [UInt16]) {
        if let string = String(validating: units, as: UTF16.self) {
            storage = .wellFormed(string)
        } else {
            storage = .illFormed(units)
        }
    }

    /// Creates a string from bytes of an object that is marked as ASCII, where some are not.
    init(latin1 bytes: ArraySlice<UInt8>) {
        storage = .latin1(Array(bytes))
    }

    /// Creates a string that is written as an object marked as ASCII, though not all of it is; nil if that can't hold it.
    package init?(latin1 text: String) {
        let bytes = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        guard bytes.count == text.unicodeScalars.count, bytes.contains(where: { $0 >= 0x80 }) else { return nil }
        self.init(latin1: bytes[...])
    }

    /// The bytes of a string that was marked as ASCII and isn't; nil for every other.
    package var latin1Bytes: [UInt8]? {
        if case .latin1(let bytes) = storage { bytes } else { nil }
    }

    private static func string(ofLatin1 bytes: [UInt8]) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The string, or nil if it holds an unpaired surrogate.
    @inlinable
    public var string: String? {
        if case .wellFormed(let string) = storage { return string }
        return otherString
    }

    @usableFromInline
    @inline(never)
    var otherString: String? {
        if case .latin1(let bytes) = storage { Self.string(ofLatin1: bytes) } else { nil }
    }

    /// The string, with U+FFFD in place of each unpaired surrogate.
    public var repaired: String {
        switch storage {
        case .wellFormed(let string): string
        case .illFormed(let units): String(decoding: units, as: UTF16.self)
        case .latin1(let bytes): Self.string(ofLatin1: bytes)
        }
    }

    /// The UTF-16 code units.
    public var utf16: [UInt16] {
        switch storage {
        case .wellFormed(let string): Array(string.utf16)
        case .illFormed(let units): units
        case .latin1(let bytes): bytes.map { UInt16($0) }
        }
    }

    /// How many bytes the text takes: as UTF-8, or as UTF-16 if a surrogate is unpaired.
    package var size: Int {
        switch storage {
        case .wellFormed(let string): string.utf8.count
        case .illFormed(let units): 2 * units.count
        case .latin1(let bytes): 2 * bytes.count
        }
    }

    /// Whether every character is ASCII.
    package var isASCII: Bool {
        switch storage {
        case .wellFormed(let string): string.isASCII
        case .illFormed, .latin1: false
        }
    }

    /// Whether this string has exactly the characters of `other`, code unit by code unit.
    ///
    /// ```swift
    /// let isName = key.isIdentical(to: "name")
    /// ```
    ///
    /// - Complexity: O(*n*).
    package func isIdentical(to other: String) -> Bool {
        switch storage {
        case .wellFormed(let string): string.isIdentical(to: other)
        case .illFormed: false
        case .latin1: string?.isIdentical(to: other) == true
        }
    }
}

extension PropertyListString: ExpressibleByStringLiteral {
    /// Creates a string.
    @inlinable
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension PropertyListString: Hashable {
    /// Compares code units.
    public static func == (lhs: PropertyListString, rhs: PropertyListString) -> Bool {
        switch (lhs.storage, rhs.storage) {
        case (.wellFormed(let left), .wellFormed(let right)):
            left.isIdentical(to: right)
        case (.illFormed(let left), .illFormed(let right)): left == right
        case (.latin1(let left), .latin1(let right)): left == right
        case (.latin1, _), (_, .latin1): lhs.utf16 == rhs.utf16
        default: false
        }
    }

    /// Hashes the code units.
    public func hash(into hasher: inout Hasher) {
        switch storage {
        case .wellFormed(let string):
            string.hashUnits(into: &hasher)
        case .illFormed(let units):
            hasher.combine(units)
        case .latin1(let bytes):
            // As the equal string of the other case.
            Self.string(ofLatin1: bytes).hashUnits(into: &hasher)
        }
    }
}

extension PropertyListString: Comparable {
    /// Orders by UTF-16 code unit, the order in which Apple's writer sorts the keys of XML dictionaries.
    public static func < (lhs: PropertyListString, rhs: PropertyListString) -> Bool {
        if case .wellFormed(let left) = lhs.storage, case .wellFormed(let right) = rhs.storage {
            return left.unitsPrecede(right)
        }
        return lhs.utf16.lexicographicallyPrecedes(rhs.utf16)
    }
}

extension PropertyListString: CustomStringConvertible {
    /// The string, repaired if need be.
    public var description: String {
        repaired
    }
}
