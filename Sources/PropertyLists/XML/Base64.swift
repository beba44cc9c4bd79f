/// The base64 code of data in XML property lists.
enum Base64 {
    static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The six bits that each byte stands for, or one of the two marks below.
    private static let sextets: [UInt8] = {
        var sextets = [UInt8](repeating: foreign, count: 256)
        for (sextet, character) in alphabet.enumerated() { sextets[Int(character)] = UInt8(sextet) }
        for byte in UInt8.min...UInt8.max where byte.isXMLWhiteSpace { sextets[Int(byte)] = whiteSpace }
        return sextets
    }()
    private static let whiteSpace: UInt8 = 64
    private static let foreign: UInt8 = 65

    /// The reason why a text is not base64, and the position in it.
    struct Defect {
        var reason: String
        var position: Int
        /// Whether it is a character that no reader takes.
        var isFatal = false
    }

    /// Decodes base64 text with white space anywhere, as CoreFoundation does: characters of ASCII that have no place in
    /// it are left out, and text after padding continues the data.
    ///
    /// The bytes of an incomplete last group, which CoreFoundation drops, are kept. Superfluous bits of the last group
    /// are ignored.
    ///
    /// - Returns: The bytes, and the first defect.
    static func decode(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], defect: Defect?) {
        let sextets = sextets
        var output = Output(ofTextOf: text.count)
        // Up to the first character that is neither white space nor six bits; mostly that is padding at the end.
        var position = text.startIndex
        while position < text.endIndex {
            let sextet = sextets[Int(text[position])]
            if sextet < 64 {
                output.add(sextet)
            } else if sextet != whiteSpace {
                break
            }
            position += 1
        }
        var defect: Defect?
        var hasPadding = false
        while position < text.endIndex {
            let byte = text[position]
            let sextet = sextets[Int(byte)]
            if byte == UInt8(ascii: "=") {
                if output.groupCount < 2 { defect = defect ?? misplaced(position) }
                output.add(0, isPadding: true)
                hasPadding = true
            } else if sextet < 64 {
                if hasPadding { defect = defect ?? misplaced(position) }
                output.add(sextet)
            } else if byte >= 0x80 {
                return ([], Defect(reason: "a character beyond ASCII", position: position, isFatal: true))
            } else if sextet != whiteSpace {
                defect = defect ?? misplaced(position)
            }
            position += 1
        }
        if output.groupCount > 0 {
            defect = defect ?? Defect(reason: "the last group of base64 characters is incomplete", position: position)
        }
        return (output.finish(), defect)
    }

    /// Bytes in the making.
    private struct Output {
        private var bytes: [UInt8]
        private var count = 0
        private var group: UInt32 = 0
        /// How many characters of the group there are, and how many signs of padding at its end.
        private(set) var groupCount = 0
        private var padding = 0

        init(ofTextOf count: Int) { bytes = [UInt8](repeating: 0, count: count / 4 * 3 + 3) }

        @inline(__always)
        mutating func add(_ sextet: UInt8, isPadding: Bool = false) {
            group = group << 6 | UInt32(sextet)
            groupCount += 1
            padding = isPadding ? padding + 1 : 0
            guard groupCount == 4 else { return }
            write(3 - min(padding, 2))
            (groupCount, padding) = (0, 0)
        }

        /// Writes the highest bytes of a group of 24 bits.
        @inline(__always)
        private mutating func write(_ byteCount: Int) {
            bytes[count] = UInt8(truncatingIfNeeded: group >> 16)
            bytes[count + 1] = UInt8(truncatingIfNeeded: group >> 8)
            bytes[count + 2] = UInt8(truncatingIfNeeded: group)
            count += byteCount
        }

        /// All bytes, those of an incomplete last group included.
        mutating func finish() -> [UInt8] {
            let characters = groupCount - padding
            if characters > 1 {
                group <<= UInt32(6 * (4 - groupCount))
                write(characters - 1)
            }
            bytes.removeLast(bytes.count - count)
            return bytes
        }
    }

    private static func misplaced(_ position: Int) -> Defect {
        Defect(reason: "a character that base64 does not have in this place", position: position)
    }
}

extension TextCursor {
    /// Notes a defect of base64 text as a peculiarity, or throws an error for a defect that no reader accepts.
    mutating func note(_ defect: Base64.Defect, at byteOffset: Int) throws(ArchiveError) {
        let error = ArchiveError(
            .invalidData,
            defect.reason,
            at: byteOffset,
            remedy: "write the bytes in base64 again, with \"=\" up to a multiple of four characters"
        )
        if defect.isFatal { throw error }
        try oddities.note(error)
    }
}

extension Base64 {
    /// Appends the base64 code of `data`, with padding.
    static func encode(_ data: ArraySlice<UInt8>, into output: inout GrowingTable<UInt8>) {
        let alphabet = alphabet
        var position = data.startIndex
        while position < data.endIndex {
            let count = min(data.endIndex - position, 3)
            let first = data[position]
            let second = count > 1 ? data[position + 1] : 0
            let third = count > 2 ? data[position + 2] : 0
            output.append(alphabet[Int(first >> 2)])
            output.append(alphabet[Int(first << 4 & 0x30 | second >> 4)])
            output.append(count > 1 ? alphabet[Int(second << 2 & 0x3C | third >> 6)] : UInt8(ascii: "="))
            output.append(count > 2 ? alphabet[Int(third & 0x3F)] : UInt8(ascii: "="))
            position += count
        }
    }
}
