internal import PropertyLists

/// The binary property list of `encodePropertyList:`, which is older than `bplist00`.
///
/// Its makers described it nowhere in public. These are the rules that readers have worked out, and the names of all
/// fonts in the archives that were tried follow them. Every number is 32 bits, little-endian in archives of either byte
/// order: first the type, then
///
/// - 4 data, 5 a string in NeXTSTEP's character set, 6 a string in UTF-16 with a byte order mark: the size in bytes,
///   the bytes, zeros up to a multiple of four;
/// - 2 an array: the number of elements, their sizes, the elements;
/// - 7 a dictionary: the number of entries, the keys, the sizes of the values, the values;
/// - 8 nothing.
enum OldPropertyList {
    /// How deep containers may nest; those of fonts are strings.
    static let maximumDepth = 128

    private enum Kind: UInt32 {
        case array = 2
        case data = 4
        case nextStepString = 5
        case string = 6
        case dictionary = 7
        case null = 8
    }

    // MARK: Reading

    /// Reads a property list.
    ///
    /// - Throws: `truncated`, `invalidValue` or `limitExceeded`, with the byte in the list rather than in the archive.
    static func value(of bytes: [UInt8]) throws(ArchiveError) -> PropertyList {
        var position = 0
        // One of the real lists begins with a word of zeros.
        if bytes.count > 8, bytes.prefix(4).allSatisfy({ $0 == 0 }) { position = 4 }
        return try value(bytes, &position, depth: 0)
    }

    private static func word(_ bytes: [UInt8], _ position: inout Int) throws(ArchiveError) -> UInt32 {
        guard position >= 0, bytes.count - position >= 4 else { throw truncated(position) }
        defer { position += 4 }
        return (0..<4).reversed().reduce(0) { $0 << 8 | UInt32(bytes[position + $1]) }
    }

    /// Reads a value; the depth is bounded, so this may recurse.
    private static func value(
        _ bytes: [UInt8],
        _ position: inout Int,
        depth: Int
    ) throws(ArchiveError) -> PropertyList {
        let start = position
        guard depth < maximumDepth else {
            throw ArchiveError(
                .limitExceeded, "an old property list nests deeper than \(maximumDepth) levels", at: start,
                remedy: "read its bytes with `decodeData()`")
        }
        let number = try word(bytes, &position)
        switch Kind(rawValue: number) {
        case .null: return .null
        case .data: return .data(try content(bytes, &position))
        case .nextStepString:
            let units = try content(bytes, &position).map(NextStepEncoding.unit)
            return .string(PropertyListString(String(decoding: units, as: UTF16.self)))
        case .string: return .string(PropertyListString(text(try content(bytes, &position))))
        case .array:
            let count = try count(bytes, &position, entrySize: 8)
            position += 4 * count
            var elements: [PropertyList] = []
            for _ in 0..<count { elements.append(try value(bytes, &position, depth: depth + 1)) }
            return .array(PropertyListArray(elements))
        case .dictionary:
            let count = try count(bytes, &position, entrySize: 12)
            var keys: [PropertyList] = []
            for _ in 0..<count { keys.append(try value(bytes, &position, depth: depth + 1)) }
            position += 4 * count
            var entries: [PropertyListDictionary.Element] = []
            for key in keys {
                guard case .string = key else {
                    throw ArchiveError.damaged(
                        .invalidValue, "a key of an old property list is not a string", at: start)
                }
                let value = try value(bytes, &position, depth: depth + 1)
                entries.append((key, value))
            }
            return .dictionary(PropertyListDictionary(entries))
        case nil:
            throw ArchiveError.damaged(
                .invalidValue, "\(number) is not a type of an old property list", at: start)
        }
    }

    private static func count(
        _ bytes: [UInt8],
        _ position: inout Int,
        entrySize: Int
    ) throws(ArchiveError) -> Int {
        let count = Int(clamping: try word(bytes, &position))
        guard count <= (bytes.count - position) / entrySize else { throw truncated(position) }
        return count
    }

    private static func content(_ bytes: [UInt8], _ position: inout Int) throws(ArchiveError) -> [UInt8] {
        let count = Int(clamping: try word(bytes, &position))
        guard count <= bytes.count - position else { throw truncated(position) }
        defer { position = min(bytes.count, position + (count + 3) / 4 * 4) }
        return Array(bytes[position..<position + count])
    }

    private static func text(_ bytes: [UInt8]) -> String {
        let isBig = bytes.starts(with: [0xFE, 0xFF])
        let content = isBig || bytes.starts(with: [0xFF, 0xFE]) ? bytes.dropFirst(2) : bytes[...]
        var units: [UInt16] = []
        var index = content.startIndex
        while index + 1 < content.endIndex {
            let (first, second) = (UInt16(content[index]), UInt16(content[index + 1]))
            units.append(isBig ? first << 8 | second : second << 8 | first)
            index += 2
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static func truncated(_ position: Int) -> ArchiveError {
        .damaged(.truncated, "an old property list ends too early", at: position)
    }

    // MARK: Writing

    static func bytes(of text: String) -> [UInt8] {
        var content: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { content += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
        return bytes(.string, content)
    }

    private static func bytes(_ kind: Kind, _ content: [UInt8]) -> [UInt8] {
        let padding = (4 - content.count % 4) % 4
        return word(kind.rawValue) + word(UInt32(clamping: content.count)) + content
            + Array(repeating: 0, count: padding)
    }

    private static func word(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// Writes a value; the depth is bounded, so this may recurse.
    static func bytes(of value: PropertyList, depth: Int = 0) throws(ArchiveError) -> [UInt8] {
        guard depth < maximumDepth else {
            throw ArchiveError(
                .limitExceeded, "a property list nests deeper than \(maximumDepth) levels",
                remedy: "encode it as a SequentialDictionary or a SequentialArray")
        }
        switch value {
        case .null: return word(Kind.null.rawValue)
        case .data(let data): return bytes(.data, data)
        case .string(let string): return bytes(of: string.repaired)
        case .array(let array):
            var elements: [[UInt8]] = []
            for element in array { elements.append(try bytes(of: element, depth: depth + 1)) }
            return word(Kind.array.rawValue) + word(UInt32(clamping: elements.count))
                + elements.flatMap { word(UInt32(clamping: $0.count)) } + elements.flatMap { $0 }
        case .dictionary(let dictionary):
            var (keys, values): ([[UInt8]], [[UInt8]]) = ([], [])
            for (key, value) in dictionary {
                guard case .string = key else {
                    throw ArchiveError(
                        .invalidValue, "an old property list has no keys of kind \(key.kind)",
                        remedy: "use strings as keys")
                }
                keys.append(try bytes(of: key, depth: depth + 1))
                values.append(try bytes(of: value, depth: depth + 1))
            }
            return word(Kind.dictionary.rawValue) + word(UInt32(clamping: keys.count)) + keys.flatMap { $0 }
                + values.flatMap { word(UInt32(clamping: $0.count)) } + values.flatMap { $0 }
        default:
            throw ArchiveError(
                .invalidValue, "an old property list holds strings, data, arrays and dictionaries only",
                remedy: "store numbers and dates as strings")
        }
    }
}

extension SequentialArchiver {
    /// Writes a property list of strings, data, arrays and dictionaries with strings as keys, as
    /// `encodePropertyList(_:)` of `NSCoder` does.
    ///
    /// ```swift
    /// try archiver.encodePropertyList(["name": "Ada", "tags": ["a", "b"]])
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidValue`` if there is anything else in it,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded`` if it nests deeper than 128 levels.
    public func encodePropertyList(_ value: PropertyList) throws {
        try encodeData(OldPropertyList.bytes(of: value))
    }
}

extension SequentialUnarchiver {
    /// Reads a property list as ``SequentialArchiver/encodePropertyList(_:)`` writes it.
    ///
    /// ```swift
    /// let info = try unarchiver.decodePropertyList()
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/truncated`` or ``/PropertyLists/ArchiveError/Code/invalidValue`` if
    ///   it is malformed, ``/PropertyLists/ArchiveError/Code/limitExceeded`` if it nests deeper than 128 levels, and as
    ///   ``decodeData()`` does.
    public func decodePropertyList() throws -> PropertyList {
        let bytes = try decodeData()
        do throws(ArchiveError) {
            return try OldPropertyList.value(of: bytes)
        } catch {
            // The list is what was read last.
            var error = error
            error.byteOffset = error.byteOffset.map { frame.cursor.position - bytes.count + $0 }
            throw located(error)
        }
    }
}
