/// A property-list value: the tree that binary and XML property lists are read into and written from.
///
/// The tree keeps everything that a keyed archive can hold, so that reading and writing lose nothing: 32-bit and
/// 64-bit reals stay apart with their exact bits, a small number stored as a 128-bit integer keeps that form,
/// dictionaries keep their key order and their duplicate keys, and strings keep unpaired surrogates.
///
/// Values of any depth can be copied, compared, hashed, described and released without using the stack in proportion
/// to the depth.
///
/// ```swift
/// let list: PropertyList = ["name": "Ada", "scores": [1, 2.5], "isDraft": false]
/// if case .dictionary(let fields) = list, case .string(let name)? = fields["name"] { print(name.repaired) }
/// ```
public enum PropertyList: Sendable {
    /// The null marker (`0x00`). It never occurs in archives that Apple systems write, and XML cannot express it.
    case null
    /// A boolean.
    case boolean(Bool)
    /// An integer that fits 64 bits with a sign.
    case integer(Int64)
    /// An integer above `Int64.max` that fits 64 bits without a sign.
    ///
    /// Smaller values are always ``integer(_:)``. The binary form holds these in 16 bytes.
    case unsignedInteger(UInt64)
    /// An integer stored in 16 bytes that is not an ``unsignedInteger(_:)``: a small one, a negative one or a huge one.
    ///
    /// The binary form keeps small 128-bit numbers in 16 bytes, so they must stay apart from ``integer(_:)`` for a
    /// file to be written back as it was.
    case integer128(Integer128)
    /// A real number stored with 32 bits. XML does not distinguish it from ``double(_:)``.
    case float(Float)
    /// A real number stored with 64 bits.
    case double(Double)
    /// A date, in seconds since 2001-01-01T00:00:00Z. It may be any `Double`, NaN included.
    case date(Double)
    /// Bytes.
    case data([UInt8])
    /// A string.
    case string(PropertyListString)
    /// A UID: an index into the `$objects` of a keyed archive.
    case uid(UID)
    /// An ordered list.
    case array(PropertyListArray)
    /// An ordered set (marker `0xB0`), with its members as stored. XML cannot express it.
    case orderedSet(PropertyListArray)
    /// A set (marker `0xC0`), with its members in the stored order. XML cannot express it.
    case set(PropertyListArray)
    /// A dictionary with its keys in the stored order.
    case dictionary(PropertyListDictionary)
}

extension PropertyList {
    /// Whether this value is a string.
    var isString: Bool {
        if case .string = self { true } else { false }
    }

    /// Whether this value holds other values.
    public var isContainer: Bool {
        switch self {
        case .array, .orderedSet, .set, .dictionary: true
        default: false
        }
    }
}

extension PropertyList: ExpressibleByStringLiteral {
    /// Creates a string value.
    public init(stringLiteral value: String) {
        self = .string(PropertyListString(value))
    }
}

extension PropertyList: ExpressibleByIntegerLiteral {
    /// Creates an integer value.
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }
}

extension PropertyList: ExpressibleByFloatLiteral {
    /// Creates a 64-bit real value.
    public init(floatLiteral value: Double) {
        self = .double(value)
    }
}

extension PropertyList: ExpressibleByBooleanLiteral {
    /// Creates a boolean value.
    public init(booleanLiteral value: Bool) {
        self = .boolean(value)
    }
}

extension PropertyList: ExpressibleByArrayLiteral {
    /// Creates an array value.
    public init(arrayLiteral elements: PropertyList...) {
        self = .array(PropertyListArray(elements))
    }
}

extension PropertyList: ExpressibleByDictionaryLiteral {
    /// Creates a dictionary value with its entries in the order written.
    public init(dictionaryLiteral elements: (PropertyList, PropertyList)...) {
        self = .dictionary(PropertyListDictionary(elements.lazy.map { (key: $0, value: $1) }))
    }
}
