import PropertyLists
import SequentialArchives

/// A code in which the bytes of a file are written as text.
///
/// Databases and log files print data so, as do programs that keep it where only text fits.
enum TextCode {
    case hexadecimal, base64

    /// The code as it is named to people.
    var name: String { self == .base64 ? "base64" : "hexadecimal digits" }

    /// The code of a text that is a property list or a sequential archive in one; nil of all else.
    init?(detecting bytes: [UInt8]) {
        let head = Array(bytes.prefix(FileKind.headSize))
        for code in [TextCode.hexadecimal, .base64] {
            // A part of the head decodes whole groups; the rest of the file is judged when it is decoded.
            if let start = code.decoded(head, isPart: true), Self.isFileOfOurs(start) {
                self = code
                return
            }
        }
        return nil
    }

    private static func isFileOfOurs(_ start: [UInt8]) -> Bool {
        start.starts(with: "bplist".utf8) || start.starts(with: "<?xml".utf8) || start.starts(with: "<plist".utf8)
            || start.starts(with: "<!DOCTYPE".utf8) || SequentialHeader.isPresent(in: start)
    }

    /// The bytes that a text stands for; nil if it has characters of other text.
    ///
    /// A byte order mark may come first. Hexadecimal digits may come as `0x…`, as `X'…'` or `\x…` of databases, whose
    /// backslash may be written as two, or as `<…>`; base64 as in a string of JSON, with `\/` and other escapes; white
    /// space may be anywhere.
    func decoded(_ text: [UInt8], isPart: Bool = false) -> [UInt8]? {
        let text = text.starts(with: Self.byteOrderMark) ? text.dropFirst(Self.byteOrderMark.count) : text[...]
        return switch self {
        case .hexadecimal: Self.decodeHexadecimal(Self.inside(text), isPart: isPart)
        case .base64: Self.decodeBase64(withoutEscapes(text), isPart: isPart)
        }
    }

    /// U+FEFF in UTF-8.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The digits without the characters around them.
    private static func inside(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var digits = text.drop(while: \.isWhiteSpace)
        for opening in ["0x", "0X", "x'", "X'", "\\x", "\\\\x", "<"] where digits.starts(with: opening.utf8) {
            digits = digits.dropFirst(opening.utf8.count)
            break
        }
        while let last = digits.last, last.isWhiteSpace || last == UInt8(ascii: "'") || last == UInt8(ascii: ">") {
            digits.removeLast()
        }
        return digits
    }

    /// How many bytes at the beginning are text of the code: digits, and line ends with indentation between them.
    ///
    /// Lines after the first are as long as the one before, but for the last, which may be shorter. In base64, escapes of
    /// JSON count as the characters that they stand for.
    ///
    /// - Returns: Also whether it is known that no more follow.
    func length(ofTextIn bytes: [UInt8]) -> (count: Int, isWhole: Bool) {
        var length = 0
        // How many digits the line has, and the one before if that wasn't the first.
        var lineLength = 0
        var fullLength: Int?
        var lineStart = 0
        var isFirstLine = true
        var isBetweenLines = false
        var isPadded = false
        var position = 0
        while position < bytes.count {
            let (byte, size) = character(at: position, in: bytes)
            guard size > 0 else { return (length, isWhole: false) }
            // What fills up the last group is at the end.
            if isPadded, byte != Self.padding { return (length, isWhole: true) }
            if byte.isLineEnd || isBetweenLines && byte.isWhiteSpace {
                if !isBetweenLines, !isFirstLine {
                    if let fullLength, lineLength < fullLength { return (length, isWhole: true) }
                    fullLength = lineLength
                }
                isBetweenLines = true
            } else if isDigit(byte) {
                if isBetweenLines { (isBetweenLines, isFirstLine, lineLength, lineStart) = (false, false, 0, position) }
                length = position + size
                lineLength += 1
                isPadded = byte == Self.padding
                if let fullLength, lineLength > fullLength { return (lineStart, isWhole: true) }
            } else {
                return (length, isWhole: true)
            }
            position += size
        }
        return (length, isWhole: false)
    }

    /// The character at a position, and how many bytes it takes; none if an escape isn't whole there.
    private func character(at position: Int, in bytes: [UInt8]) -> (character: UInt8, size: Int) {
        guard self == .base64, bytes[position] == UInt8(ascii: "\\") else { return (bytes[position], 1) }
        let escape = bytes[position...].prefix(6).dropFirst()
        switch escape.first {
        case nil: return (0, 0)
        case UInt8(ascii: "/")?: return (UInt8(ascii: "/"), 2)
        case UInt8(ascii: "n")?: return (0x0A, 2)
        case UInt8(ascii: "r")?: return (0x0D, 2)
        case UInt8(ascii: "u")?:
            guard escape.count == 5 else { return (0, 0) }
            // Characters of text of the code are ASCII.
            let digits = escape.dropFirst().compactMap(\.hexadecimalValue)
            guard digits.count == 4, digits[0] == 0, digits[1] == 0 else { return (bytes[position], 1) }
            return (digits[2] << 4 | digits[3], 6)
        default: return (bytes[position], 1)
        }
    }

    /// A text with the characters that escapes of JSON stand for; one at the end that isn't whole is left out.
    private func withoutEscapes(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard text.contains(UInt8(ascii: "\\")) else { return text }
        let bytes = Array(text)
        var characters: [UInt8] = []
        characters.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            let (character, size) = character(at: position, in: bytes)
            guard size > 0 else { break }
            characters.append(character)
            position += size
        }
        return characters[...]
    }

    private static let padding = UInt8(ascii: "=")

    private func isDigit(_ byte: UInt8) -> Bool {
        switch self {
        case .hexadecimal: byte.hexadecimalValue != nil
        case .base64: byte.base64Value != nil || byte == Self.padding
        }
    }

    /// The bytes of pairs of hexadecimal digits, with white space between them or not; nil for other text.
    ///
    /// - Parameter isPart: Whether more may follow.
    static func decodeHexadecimal(_ text: ArraySlice<UInt8>, isPart: Bool = false) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var high: UInt8?
        for character in text {
            guard let digit = character.hexadecimalValue else {
                if character.isWhiteSpace { continue }
                return nil
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return high == nil || isPart ? bytes : nil
    }

    /// The bytes of base64, in the usual alphabet or in that of web addresses, padded or not; nil for other text.
    ///
    /// - Parameter isPart: Whether more may follow.
    static func decodeBase64(_ text: ArraySlice<UInt8>, isPart: Bool = false) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var group: UInt32 = 0
        var count = 0
        var paddingCount = 0
        for character in text where !character.isWhiteSpace {
            if character == UInt8(ascii: "=") {
                paddingCount += 1
                continue
            }
            guard paddingCount == 0, let value = character.base64Value else { return nil }
            group = group << 6 | UInt32(value)
            count += 1
            if count == 4 {
                for shift in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(shift))) }
                (group, count) = (0, 0)
            }
        }
        // The last group may stand for one byte or for two, padded or not.
        if count == 1 || paddingCount > 2, !isPart { return nil }
        if count >= 2 { bytes.append(UInt8(truncatingIfNeeded: group >> (count == 2 ? 4 : 10))) }
        if count == 3 { bytes.append(UInt8(truncatingIfNeeded: group >> 2)) }
        return bytes
    }
}

extension UInt8 {
    fileprivate var isLineEnd: Bool { self == 0x0A || self == 0x0D }

    fileprivate var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }

    /// The six bits that a character of base64 stands for, in the usual alphabet or in that of web addresses.
    fileprivate var base64Value: UInt8? {
        switch self {
        case 0x41...0x5A: self - 0x41
        case 0x61...0x7A: self - 0x61 + 26
        case 0x30...0x39: self - 0x30 + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
