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

    /// The string, or nil if it holds an unpaired surrogate.
    @inlinable
    public var string: String? {
        switch storage {
        case .wellFormed(let string): string
        case .illFormed: nil
        }
    }

    /// The string, with U+FFFD in place of each unpaired surrogate.
    public var repaired: String {
        switch storage {
        case .wellFormed(let string): string
        case .illFormed(let units): String(decoding: units, as: UTF16.self)
        }
    }

    /// The UTF-16 code units.
    public var utf16: [UInt16] {
        switch storage {
        case .wellFormed(let string): Array(string.utf16)
        case .illFormed(let units): units
        }
    }

    /// How many bytes the text takes: as UTF-8, or as UTF-16 if a surrogate is unpaired.
    package var size: Int {
        switch storage {
        case .wellFormed(let string): string.utf8.count
        case .illFormed(let units): 2 * units.count
        }
    }

    /// Whether every character is ASCII.
    public var isASCII: Bool {
        switch storage {
        case .wellFormed(let string): string.isASCII
        case .illFormed: false
        }
    }

    /// Whether this string has exactly the characters of `other`, code unit by code unit.
    ///
    /// ```swift
    /// let isName = key.isIdentical(to: "name")
    /// ```
    ///
    /// - Complexity: O(*n*).
    public func isIdentical(to other: String) -> Bool {
        switch storage {
        case .wellFormed(let string): string.isIdentical(to: other)
        case .illFormed: false
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
