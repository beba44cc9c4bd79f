public import PropertyLists

// Values of every type code: each call reads one group, which must have the types that are asked for.

extension SequentialUnarchiver {
    /// Reads a value.
    ///
    /// ```swift
    /// let point = try unarchiver.decodeValue(ofObjCType: "{CGPoint=dd}")
    /// ```
    ///
    /// - Parameter type: One type code, as it is stored: structures with the name that the archive has.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if the next group has other types, with
    ///   those it has; ``/PropertyLists/ArchiveError/Code/valueNotFound`` if there is none; the errors of objects.
    public func decodeValue(ofObjCType type: String) throws -> CodedValue {
        try decodeValues(ofObjCTypes: type).first ?? .ignored
    }

    /// Reads the values of a group.
    ///
    /// ```swift
    /// let values = try unarchiver.decodeValues(ofObjCTypes: "iI")
    /// ```
    ///
    /// - Throws: As ``decodeValue(ofObjCType:)`` does.
    public func decodeValues(ofObjCTypes types: String) throws -> [CodedValue] {
        let isNext = areNextTypes(types)
        let number = try nextGroup { string in
            isNext || storage.bytes[string.range].elementsEqual(types.utf8) ? nil : types.quotedForDisplay
        }
        return try values(ofGroup: number)
    }

    /// Whether a long type string is the one that `nextTypes` returned for the next group, which many groups can have.
    ///
    /// Such strings share one buffer, so that comparing them takes constant time; false for all other strings.
    private func areNextTypes(_ types: String) -> Bool {
        guard types.utf8.count >= SharedContents.longLength, !frame.isInsideGroup else { return false }
        var cursor = frame.cursor
        return storage.nextTypeString(&cursor).flatMap { typeTexts[$0] } == types
    }

    /// Reads a number of any type code, which is the only value of its group, if it fits the type.
    ///
    /// ```swift
    /// let age = try unarchiver.decodeValue(Int32.self)
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if the next group isn't a number,
    ///   ``/PropertyLists/ArchiveError/Code/valueNotFound`` if there is none,
    ///   ``/PropertyLists/ArchiveError/Code/range`` if the number doesn't fit.
    public func decodeValue<Value: CScalar>(_ type: Value.Type) throws -> Value {
        let number = try nextGroup { string in
            guard string.count == 1, let type = TypeCode(rawValue: storage.bytes[string.range.lowerBound]) else {
                return "a number"
            }
            return type.isNumber ? nil : "a number"
        }
        let value = try values(ofGroup: number).first ?? .ignored
        guard let result = Value.decoded(value) else {
            throw failure(
                .range, "the number \(Self.text(ofNumber: value)) isn't one of the type \(type)",
                remedy: "decode it with a wider type and check it")
        }
        return result
    }

    /// A number as it is stored: integers with all of their digits.
    private static func text(ofNumber value: CodedValue) -> String {
        switch value {
        case .integer(let integer): "\(integer)"
        case .unsignedInteger(let integer): "\(integer)"
        default: "\(value.real ?? 0)"
        }
    }

    /// Reads an array of values of one type.
    ///
    /// ```swift
    /// let weights = try unarchiver.decodeArray(ofObjCType: "d", count: 3)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type code of the elements.
    ///   - count: How many there are.
    /// - Throws: As ``decodeValue(ofObjCType:)`` does, also if the array has another number of elements.
    public func decodeArray(ofObjCType type: String, count: Int) throws -> [CodedValue] {
        Self.elements(try decodeValue(ofObjCType: "[\(count)\(type)]"), isUnsigned: type == "C")
    }

    /// Reads an array of numbers of any length, whose elements have the type's own type code.
    ///
    /// ```swift
    /// let weights = try unarchiver.decodeArray(of: Double.self)
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if the next group isn't such an array,
    ///   ``/PropertyLists/ArchiveError/Code/valueNotFound`` if there is none.
    public func decodeArray<Value: CScalar>(of type: Value.Type) throws -> [Value] {
        let code = Value.sequentialCode.text
        let number = try nextGroup { string in
            isArray(string, of: code) ? nil : "an array of the type \(code)"
        }
        let value = try values(ofGroup: number).first ?? .ignored
        return Self.elements(value, isUnsigned: code == "C").compactMap { Value.decoded($0) }
    }

    /// Whether a type string is one array of a type.
    ///
    /// The types in it were parsed when the file was read, so that this takes no longer for a long string.
    private func isArray(_ string: SharedString, of code: String) -> Bool {
        guard !string.nodes.isEmpty else { return false }
        let array = storage.node(at: string.nodes.lowerBound)
        guard array.code == UInt8(ascii: "["), array.end == string.count else { return false }
        let element = storage.node(at: string.nodes.lowerBound + 1)
        let range = string.range.lowerBound + Int(element.start)..<string.range.lowerBound + Int(element.end)
        return range.count == code.utf8.count && storage.bytes[range].elementsEqual(code.utf8)
    }

    private static func elements(_ value: CodedValue, isUnsigned: Bool) -> [CodedValue] {
        switch value {
        case .array(let elements): return elements
        case .bytes(let bytes):
            return bytes.map { isUnsigned ? .unsignedInteger(UInt64($0)) : .integer(Int64(Int8(bitPattern: $0))) }
        default: return []
        }
    }

    /// Reads bytes as ``SequentialArchiver/encodeBytes(_:)`` writes them.
    ///
    /// ```swift
    /// let checksum = try unarchiver.decodeBytes()
    /// ```
    ///
    /// - Throws: As ``decodeValue(ofObjCType:)`` does.
    public func decodeBytes() throws -> [UInt8] { try bytes(countType: "I") }

    /// Reads bytes as ``SequentialArchiver/encodeData(_:)`` writes them.
    ///
    /// ```swift
    /// let photo = try unarchiver.decodeData()
    /// ```
    ///
    /// - Throws: As ``decodeValue(ofObjCType:)`` does; ``/PropertyLists/ArchiveError/Code/invalidValue`` if their
    ///   number is negative.
    public func decodeData() throws -> [UInt8] { try bytes(countType: "i") }

    private func bytes(countType: String) throws -> [UInt8] {
        guard let count = try decodeValue(ofObjCType: countType).integer(as: Int.self), count >= 0 else {
            throw damaged("a number of bytes is negative")
        }
        guard case .bytes(let bytes) = try decodeValue(ofObjCType: "[\(count)c]") else { return [] }
        return bytes
    }

    /// Reads a C string; nil if it is nil.
    ///
    /// ```swift
    /// let name = try unarchiver.decodeCString()?.text
    /// ```
    ///
    /// - Throws: As ``decodeValue(ofObjCType:)`` does.
    package func decodeCString() throws -> CodedCString? {
        guard case .cString(let string) = try decodeValue(ofObjCType: "*") else { return nil }
        return string
    }

    /// Reads the name of a selector; nil if it is nil.
    ///
    /// ```swift
    /// let action = try unarchiver.decodeSelector()
    /// ```
    ///
    /// - Throws: As ``decodeValue(ofObjCType:)`` does.
    package func decodeSelector() throws -> String? {
        guard case .selector(let name) = try decodeValue(ofObjCType: ":") else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    /// Reads a class with its superclasses; nil if it is nil.
    ///
    /// ```swift
    /// let name = try unarchiver.decodeClass()?.first?.name
    /// ```
    ///
    /// - Throws: As ``decodeValue(ofObjCType:)`` does.
    package func decodeClass() throws -> [CodedClassVersion]? {
        guard case .class(let versions) = try decodeValue(ofObjCType: "#") else { return nil }
        return versions
    }

    /// Reads a string object; nil if it is nil.
    ///
    /// ```swift
    /// let name = try unarchiver.decodeString() ?? ""
    /// ```
    ///
    /// - Throws: As ``decodeObject(of:)`` does.
    public func decodeString() throws -> String? {
        guard let string = try decodeObject(of: SequentialString.self) else { return nil }
        // Many references can lead to one string, of which each call makes a text.
        try charge(forTextOf: string.bytes.count)
        return string.text
    }

    // MARK: Groups

    /// Begins to read the next group.
    ///
    /// - Parameter mismatch: Returns the requested kind of value, in words, if the type string is another one;
    ///   otherwise nil.
    /// - Returns: The number of its type string.
    /// - Throws: `valueNotFound` if there is no group, `invalidUnarchiveOperation` for another type string, `finished` after an error
    ///   inside a group; nothing is read then.
    func nextGroup(_ mismatch: (SharedString) -> String?) throws -> Int {
        guard !frame.isInsideGroup else { throw failedBefore() }
        frame.group = frame.groupCount
        var cursor = frame.cursor
        guard let number = storage.nextTypeString(&cursor) else {
            throw failure(
                .valueNotFound, "there is nothing left to decode",
                remedy: "check `isAtEnd`, or the version of the class, before decoding what older archives lack")
        }
        if let expected = mismatch(storage.tables.strings[number]) {
            let types = storage.bytes.text(storage.tables.strings[number].range)
            throw failure(
                .invalidUnarchiveOperation, "the next group has the types \(types.quotedForDisplay), not \(expected)",
                remedy: "decode in the order and with the types of encoding; see `nextTypes`")
        }
        frame.cursor = cursor
        frame.groupCount += 1
        return number
    }

    /// Reads the values of a group whose type string was read.
    func values(ofGroup number: Int) throws -> [CodedValue] {
        let types = storage.tables.strings[number].nodes
        // Most groups are one value.
        if types.count == 1, let type = storage.node(at: types.lowerBound).scalar { return [try scalar(type)] }
        // Where a value fails, the cursor is inside the group, and no other group can be found.
        frame.isInsideGroup = true
        var walk = TypeWalk(types)
        var builder = CodedValue.Builder()
        while let step = walk.next(in: storage) {
            switch step {
            case .scalar(let node): builder.append(try scalar(node.scalar))
            case .bytes(let node, _): builder.append(.bytes(raw(node.count)))
            case .begin: builder.begin()
            case .end(let node): builder.end(node)
            }
        }
        frame.isInsideGroup = false
        return builder.values
    }

    /// The error for decoding on after one inside a group.
    @inline(never)
    private func failedBefore() -> any Error {
        failure(
            .finished, "decoding failed before, inside the group that was read last",
            remedy: "handle the first error, or decode objects in groups of one value each")
    }

    private func scalar(_ type: TypeCode?) throws -> CodedValue {
        // A copy, as lending the cursor itself would be checked at run time, for this value and every other use.
        var cursor = frame.cursor
        let value = storage.scalar(type, &cursor)
        frame.cursor = cursor
        return try codedValue(value)
    }

    private func raw(_ count: UInt32) -> [UInt8] {
        var cursor = frame.cursor
        defer { frame.cursor = cursor }
        return storage.raw(Int(count), &cursor)
    }

    private func codedValue(_ value: SequentialValue) throws -> CodedValue {
        switch value {
        case .integer(let value): return .integer(value)
        case .unsignedInteger(let value): return .unsignedInteger(value)
        case .real(let value): return .real(value)
        case .bytes(let bytes): return .bytes(bytes)
        case .atom(let bytes):
            try charge(forTextOf: bytes.count)
            return .atom(bytes)
        case .selector(let bytes):
            try charge(forTextOf: bytes.count)
            return .selector(bytes)
        case .class(let reference):
            try keepChain(from: reference.number)
            return .class(classVersions(from: reference.number))
        case .cString(let reference):
            let string = cString(reference.number)
            try charge(forTextOf: string.bytes.count)
            return .cString(string)
        case .object(let reference): return try object(reference.number).map { .object($0) } ?? .null
        case .null, .array, .structure: return .null
        case .ignored: return .ignored
        }
    }

    private func cString(_ number: Int) -> CodedCString {
        if let known = cStrings[number] { return known }
        let string = CodedCString(storage.cStringBytes(number))
        cStrings[number] = string
        return string
    }
}

extension CScalar {
    /// The type code in sequential archives: that of the type, but `c` for booleans.
    static var sequentialCode: TypeCode { code == .boolean ? .int8 : code }

    /// The number that a value is, for a boolean whether an integer is other than 0, as in C; nil if it doesn't fit.
    fileprivate static func decoded(_ value: CodedValue) -> Self? {
        guard code == .boolean, let number = value.integer(as: Int64.self) else { return Self(value) }
        return Self(CodedValue.integer(number == 0 ? 0 : 1))
    }
}
