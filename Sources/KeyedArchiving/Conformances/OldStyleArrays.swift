internal import PropertyLists

// C arrays, as keyed coders hold them.

/// A C array of scalars: Apple's `_NSKeyedCoderOldStyleArray`.
///
/// It holds the element count, the size of an element in bytes, the type code, and the elements under `$0`, `$1`, ….
struct OldStyleArray<Element: CScalar>: Codingable {
    var elements: [Element]

    static var codedClassName: String { "_NSKeyedCoderOldStyleArray" }

    init(elements: [Element]) {
        self.elements = elements
    }

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(Int32(truncatingIfNeeded: elements.count), forKey: "NS.count")
        try archiver.encode(Int32(MemoryLayout<Element>.size), forKey: "NS.size")
        try archiver.encode(Int32(Element.code.rawValue), forKey: "NS.type")
        for element in elements { try archiver.encodeValue(element) }
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        elements = try unarchiver.decodeOldStyleElements(
            Element.self, UnkeyedType.readable(Element.code.rawValue), size: MemoryLayout<Element>.size)
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
        let codes = [TypeCode.int8.rawValue, TypeCode.uint8.rawValue]
        let elements = try unarchiver.decodeOldStyleElements(Int16.self, codes, size: 1)
        bytes = try elements.map { element in
            guard element >= Int8.min, element <= UInt8.max else {
                throw unarchiver.damaged("\(element) is not a byte", key: "NS.type")
            }
            return UInt8(truncatingIfNeeded: element)
        }
    }
}

/// A C array of values of a type code that is known at run time.
struct OldStyleValues: Codingable {
    /// The type of the elements.
    var code: TypeCode
    /// The elements, none of which is an array.
    var elements: [TypedValue]

    static var codedClassName: String { "_NSKeyedCoderOldStyleArray" }

    init(code: TypeCode, elements: [TypedValue]) {
        self.code = code
        self.elements = elements
    }

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(Int32(truncatingIfNeeded: elements.count), forKey: "NS.count")
        try archiver.encode(Int32(truncatingIfNeeded: code.size), forKey: "NS.size")
        try archiver.encode(Int32(code.rawValue), forKey: "NS.type")
        for element in elements { try archiver.encodeValue(element, code: code) }
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        let (code, count) = try unarchiver.decodeOldStyleHeader(UnkeyedType.codes)
        // One of the codes that were just asked for.
        let type = TypeCode(rawValue: code) ?? .int8
        self.init(code: type, elements: try unarchiver.oldStyleElements(type, count))
    }
}

extension KeyedUnarchiver {
    /// Decodes the elements of a C array of scalars.
    ///
    /// - Parameters:
    ///   - codes: The type codes that the array may have, its own first.
    ///   - size: The bytes that an element takes in memory.
    fileprivate func decodeOldStyleElements<Element: CScalar>(
        _ element: Element.Type,
        _ codes: [UInt8],
        size: Int
    ) throws -> [Element] {
        let count = try decodeOldStyleHeader(codes, sizes: [size]).count
        try chargeForElements(count, of: Element.self)
        var elements: [Element] = []
        // Elements are there one by one, so a count that lies is found before memory is taken for it.
        for position in 0..<count {
            guard let element = try decodeStoredScalar(Element.self) else { throw missingElement(position, of: count) }
            elements.append(element)
        }
        return elements
    }

    /// Charges as many elements of a C array as there can be, one for each field of its object.
    func chargeForElements<Element>(_ count: Int, of type: Element.Type) throws {
        try charge(MemoryLayout<Element>.stride.multipliedOrMaximum(by: min(count, state.frame.fields.count)))
    }

    /// Decodes the type and the count of a C array's elements.
    ///
    /// - Parameters:
    ///   - codes: The type codes that the array may have, its own first.
    ///   - sizes: The bytes that an element may take in memory; nil for those of the type code that is found.
    func decodeOldStyleHeader(_ codes: [UInt8], sizes: [Int]? = nil) throws -> (code: UInt8, count: Int) {
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
        guard count >= 0, (sizes ?? UnkeyedType.sizes(of: code)).contains(size),
            !count.multipliedReportingOverflow(by: size).overflow
        else {
            throw damaged(
                "an array of \(count) elements of \(size) bytes is impossible",
                key: "NS.count"
            )
        }
        return (code, count)
    }

    /// The error for an array that says it has more elements than there are.
    func missingElement(_ position: Int, of count: Int) -> ArchiveError {
        damaged(
            "the array counts \(count.counted("element")), but element \(position) is missing",
            key: "NS.count"
        )
    }

    /// Enters the C array at a reference, in which objects are allowed that the enclosing call allows, and leaves it.
    ///
    /// The array is content of the object around it: it isn't kept, and no hook is asked about it.
    func withinCArray<Value>(_ uid: UID, _ body: () throws -> Value) throws -> Value {
        let entry = try state.entry(uid)
        guard let stored = try state.storedObject(at: entry) else {
            throw state.located(
                ArchiveError(
                    .invalidUnarchiveOperation,
                    "the value isn't a C array",
                    remedy: "decode it with the method for its kind"
                ),
                entry
            )
        }
        let type = try resolve(stored.classIndex, request: OldStyleValues.self, at: entry)
        guard type == OldStyleValues.self else { throw unexpectedClass(type, .only(OldStyleValues.self), at: entry) }
        let before = state.entries[entry]
        guard before.stage != .open else {
            throw state.located(.damaged(.cycle, "a C array is an element of itself"), entry)
        }
        guard state.hasRoom() else { throw tooDeep(OldStyleValues.self, at: entry) }
        let array = CollectionAttempt(attempt: try begin(entry, stored, .inherited), before: before, isShown: false)
        defer { endCollection(array, isDone: true) }
        let value = try body()
        try throwIfFailed()
        return value
    }

    private func nameOfElementType(_ code: Int) -> String {
        UInt8(exactly: code).map { String(UnicodeScalar($0)).quotedForDisplay } ?? "\(code)"
    }
}
