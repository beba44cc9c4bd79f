internal import PropertyLists

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
        let type = try unarchiver.decodeInteger(forKey: "NS.type")
        guard let code = UInt8(exactly: type), Self.readable.contains(code) else {
            throw unarchiver.failure(
                .invalidUnarchiveOperation,
                "the array's element type is \(Self.name(type)), not \(Self.name(Int(Element.typeCode)))",
                key: "NS.type",
                remedy: "decode it with the element type that it was encoded with"
            )
        }
        let count = try unarchiver.decodeInteger(forKey: "NS.count")
        let size = try unarchiver.decodeInteger(forKey: "NS.size")
        guard count >= 0, size == MemoryLayout<Element>.size, !count.multipliedReportingOverflow(by: size).overflow
        else {
            throw unarchiver.failure(
                .invalidValue,
                "an array of \(count) elements of \(size) bytes is impossible",
                key: "NS.count"
            )
        }
        elements = []
        // Elements are there one by one, so a count that lies is found before memory is taken for it.
        for position in 0..<count {
            guard let element = try unarchiver.decodeStoredScalar(Element.self) else {
                throw unarchiver.failure(
                    .invalidValue,
                    "the array counts \(count) elements, but element \(position) is missing",
                    key: "NS.count"
                )
            }
            elements.append(element)
        }
    }

    /// The type codes of elements that this type reads: its own, and on 64-bit systems the longs of the same size.
    private static var readable: [UInt8] {
        switch Element.typeCode {
        case UInt8(ascii: "q"): [UInt8(ascii: "q"), UInt8(ascii: "l")]
        case UInt8(ascii: "Q"): [UInt8(ascii: "Q"), UInt8(ascii: "L")]
        case let code: [code]
        }
    }

    private static func name(_ code: Int) -> String {
        UInt8(exactly: code).map { String(UnicodeScalar($0)).quotedForDisplay } ?? "\(code)"
    }
}
