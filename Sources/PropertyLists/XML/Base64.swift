extension ArchiveError {
    /// The error for text that isn't base64.
    static func base64(_ reason: String, at byteOffset: Int) -> ArchiveError {
        ArchiveError(
            .invalidData,
            reason,
            at: byteOffset,
            remedy: "write the bytes in base64 again, with \"=\" up to a multiple of four characters"
        )
    }
}

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

    /// Why a text is not base64, and the position in it.
    struct Defect: Error {
        var reason: String
        var position: Int
    }

    /// Decodes base64 text with white space anywhere.
    ///
    /// The text must be complete. Apple's reader drops foreign characters and an unpadded last group silently, and
    /// accepts damaged data; here, as in Python's reader, these are errors. Superfluous bits of the
    /// last group are ignored, as by both.
    static func decode(_ text: ArraySlice<UInt8>) throws(Defect) -> [UInt8] {
        let sextets = sextets
        var output = [UInt8](repeating: 0, count: text.count / 4 * 3 + 3)
        var outputCount = 0
        var group: UInt32 = 0
        var groupCount = 0
        var position = text.startIndex
        while position < text.endIndex {
            let sextet = sextets[Int(text[position])]
            if sextet < 64 {
                group = group << 6 | UInt32(sextet)
                groupCount += 1
                if groupCount == 4 {
                    output[outputCount] = UInt8(truncatingIfNeeded: group >> 16)
                    output[outputCount + 1] = UInt8(truncatingIfNeeded: group >> 8)
                    output[outputCount + 2] = UInt8(truncatingIfNeeded: group)
                    outputCount += 3
                    groupCount = 0
                }
            } else if sextet != whiteSpace {
                break
            }
            position += 1
        }
        try checkPadding(text[position...], ofGroupOf: groupCount)
        output.removeLast(output.count - outputCount)
        if groupCount == 2 {
            output.append(UInt8(truncatingIfNeeded: group >> 4))
        } else if groupCount == 3 {
            output.append(UInt8(truncatingIfNeeded: group >> 10))
            output.append(UInt8(truncatingIfNeeded: group >> 2))
        }
        return output
    }

    /// Makes sure that what follows the last group of `count` characters is its padding and nothing else.
    private static func checkPadding(_ rest: ArraySlice<UInt8>, ofGroupOf count: Int) throws(Defect) {
        var missing = count == 0 ? 0 : 4 - count
        for position in rest.indices where !rest[position].isXMLWhiteSpace {
            guard rest[position] == UInt8(ascii: "="), count != 1, missing > 0 else {
                throw Defect(reason: "a character that base64 does not have in this place", position: position)
            }
            missing -= 1
        }
        if missing > 0 {
            throw Defect(reason: "the last group of base64 characters is incomplete", position: rest.endIndex)
        }
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
