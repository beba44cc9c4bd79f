public import PropertyLists

/// `NSArray`.
extension Array: Codingable where Element: Codingable {
    /// `NSArray`.
    public static var codedClassName: String { "NSArray" }

    /// `NSMutableArray`.
    public static var codedClassAliases: [String] { ["NSMutableArray"] }

    /// Writes the elements under `NS.objects`.
    @inlinable
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encodeElements(self, forKey: "NS.objects")
    }

    /// Reads the elements from `NS.objects`, or from numbered keys.
    @inlinable
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self = try unarchiver.decodeElements(of: Element.self)
    }

    /// Encodes the collection as an object.
    @inlinable
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        try archiver.encodeCollection(self)
    }

    /// Decodes the collection.
    @inlinable
    public static func _decode(_ source: _CodingSource, from unarchiver: KeyedUnarchiver) throws -> Self? {
        // The type is usually known at compile time, and then so is this result.
        if case .reference(let uid) = source, Element.self == String.self,
            let strings = unarchiver.decodePlainStrings(uid) as? Self
        {
            return strings
        }
        return try unarchiver.decodeUncached(Self.self, source)
    }
}

/// An array of objects of any types, as an instance: `NSArray` or `NSMutableArray`.
///
/// This is what a call that asks for any object gets for an array. It has an identity and may contain itself.
public final class ArchivedArray: TwoPhaseCodingable, ObjectContainer {
    /// The elements.
    public var elements: [any Codingable] {
        didSet { holdsNumbersOnly = false }
    }

    /// Whether the elements are known to be numbers, so that there is no instance among them to look for at the end.
    private var holdsNumbersOnly = false

    /// Whether the array is written as `NSMutableArray`.
    public var isMutable: Bool

    /// Creates an array.
    ///
    /// ```swift
    /// let list = ArchivedArray(["Ada", Int64(36)], isMutable: true)
    /// list.elements.append(list)
    /// ```
    public init(_ elements: [any Codingable], isMutable: Bool = false) {
        self.elements = elements
        self.isMutable = isMutable
    }

    /// Creates an empty array.
    public convenience init() {
        self.init([])
    }

    /// `NSArray`.
    public static var codedClassName: String { "NSArray" }

    /// `NSMutableArray`.
    public static var codedClassAliases: [String] { ["NSMutableArray"] }

    /// The class record by whether the array is mutable.
    public var _classRecord: ArchivedClass? {
        CollectionClass.record("NSArray", "NSMutableArray", isMutable)
    }

    /// Writes the elements under `NS.objects`.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encodeElements(elements, forKey: "NS.objects")
    }

    /// Reads the elements.
    public func decode(with unarchiver: KeyedUnarchiver) throws {
        isMutable = unarchiver.currentClass?.name == "NSMutableArray"
        let (elements, areNumbers) = try unarchiver.decodeElementsOfAnyType(forKey: "NS.objects")
        self.elements = elements
        holdsNumbersOnly = areNumbers
    }

    deinit {
        var contents = takeContents()
        ObjectGraph.release(&contents)
    }

    /// Leaves the array empty.
    ///
    /// - Returns: The instances that it held.
    package func takeContents() -> [AnyObject] {
        defer { elements = [] }
        if holdsNumbersOnly { return [] }
        var instances: [AnyObject] = []
        for element in elements { if let instance = element._object { instances.append(instance) } }
        return instances
    }
}

/// The class records of collections with a mutable variant.
package enum CollectionClass {
    package static func record(_ name: String, _ mutableName: String, _ isMutable: Bool) -> ArchivedClass {
        isMutable
            ? ArchivedClass(name: mutableName, hierarchy: [mutableName, name, "NSObject"])
            : ArchivedClass(name: name, hierarchy: [name, "NSObject"])
    }
}

/// A C array of scalars: Apple's `_NSKeyedCoderOldStyleArray`.
///
/// It holds the element count, the size of an element in bytes, the type code, and the elements under `$0`, `$1`, ….
struct OldStyleArray<Element: TypedScalar>: Codingable {
    var elements: [Element]

    static var codedClassName: String { "_NSKeyedCoderOldStyleArray" }

    init(elements: [Element]) {
        self.elements = elements
    }

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(Int32(truncatingIfNeeded: elements.count), forKey: "NS.count")
        try archiver.encode(Int32(MemoryLayout<Element>.size), forKey: "NS.size")
        try archiver.encode(Int32(Element.typeCode), forKey: "NS.type")
        for element in elements { try archiver.encodeValue(element) }
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        elements = try unarchiver.decodeOldStyleElements(Element.self, Self.readable, size: MemoryLayout<Element>.size)
    }

    /// The type codes of elements that this type reads: its own, on 64-bit systems the longs of the same size, and for
    /// booleans the `c` that they are on Intel systems.
    private static var readable: [UInt8] {
        switch Element.typeCode {
        case UInt8(ascii: "q"): [UInt8(ascii: "q"), UInt8(ascii: "l")]
        case UInt8(ascii: "Q"): [UInt8(ascii: "Q"), UInt8(ascii: "L")]
        case UInt8(ascii: "B"): [UInt8(ascii: "B"), UInt8(ascii: "c")]
        case let code: [code]
        }
    }
}

/// The C array of bytes that `NSCoder` makes of them: of `c`, which has a sign.
///
/// Arrays of `C` are read too.
struct OldStyleBytes: Codingable {
    var bytes: [UInt8]

    static var codedClassName: String { "_NSKeyedCoderOldStyleArray" }

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    func encode(with archiver: KeyedArchiver) throws {
        try OldStyleArray(elements: bytes.map { Int8(bitPattern: $0) }).encode(with: archiver)
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        // Sixteen bits hold both kinds of byte.
        let codes = [Int8.typeCode, UInt8.typeCode]
        let elements = try unarchiver.decodeOldStyleElements(Int16.self, codes, size: 1)
        bytes = try elements.map { element in
            guard element >= Int8.min, element <= UInt8.max else {
                throw unarchiver.failure(.invalidValue, "\(element) is not a byte", key: "NS.type")
            }
            return UInt8(truncatingIfNeeded: element)
        }
    }
}

extension KeyedUnarchiver {
    /// Decodes the elements of a C array of scalars.
    ///
    /// - Parameters:
    ///   - codes: The type codes that the array may have, its own first.
    ///   - size: The bytes that an element takes in memory.
    fileprivate func decodeOldStyleElements<Element: TypedScalar>(
        _ element: Element.Type,
        _ codes: [UInt8],
        size expectedSize: Int
    ) throws -> [Element] {
        let type = try decodeInteger(forKey: "NS.type")
        guard let code = UInt8(exactly: type), codes.contains(code) else {
            let expected = codes.first.map { nameOfElementType(Int($0)) } ?? ""
            throw failure(
                .invalidUnarchiveOperation,
                "the array's element type is \(nameOfElementType(type)), not \(expected)",
                key: "NS.type",
                remedy: "decode it with the element type that it was encoded with"
            )
        }
        let count = try decodeInteger(forKey: "NS.count")
        let size = try decodeInteger(forKey: "NS.size")
        guard count >= 0, size == expectedSize, !count.multipliedReportingOverflow(by: size).overflow else {
            throw failure(
                .invalidValue,
                "an array of \(count) elements of \(size) bytes is impossible",
                key: "NS.count"
            )
        }
        var elements: [Element] = []
        // Elements are there one by one, so a count that lies is found before memory is taken for it.
        for position in 0..<count {
            guard let element = try decodeStoredScalar(Element.self) else {
                throw failure(
                    .invalidValue,
                    "the array counts \(count) elements, but element \(position) is missing",
                    key: "NS.count"
                )
            }
            elements.append(element)
        }
        return elements
    }

    private func nameOfElementType(_ code: Int) -> String {
        UInt8(exactly: code).map { String(UnicodeScalar($0)).quotedForDisplay } ?? "\(code)"
    }
}
