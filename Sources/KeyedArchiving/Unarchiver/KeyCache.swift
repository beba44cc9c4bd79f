internal import PropertyLists

/// Remembers the text of the keys of an archive by their reference.
///
/// Apple's files repeat one reference wherever a key recurs. Comparing the key that is asked for with the remembered
/// text takes two words for short strings and literals; the bytes of the file are read only when a reference is new.
struct KeyCache {
    private struct Line {
        var reference = -1
        var utf8Count = 0
        var text = ""
        /// Whether it starts with `$`, so that a user's key of the same text is another one.
        var isReserved = false
    }

    private static let lineCount = 64
    private var lines = Array(repeating: Line(), count: lineCount)

    /// Whether the string at a reference is exactly the given key; a user's key never matches one that starts with `$`.
    ///
    /// Only ASCII keys are remembered. For them `==` together with equal byte counts is exact, although Swift calls
    /// canonically equivalent strings equal: what is not ASCII takes more bytes.
    @inline(__always)
    mutating func matches(
        _ reference: Int,
        _ key: String,
        utf8Count: Int,
        isStored: Bool,
        in reader: BinaryPropertyListReader
    ) throws(PropertyListError) -> Bool {
        let line = reference & (Self.lineCount - 1)
        if lines[line].reference == reference {
            return lines[line].utf8Count == utf8Count && lines[line].text == key
                && (isStored || !lines[line].isReserved)
        }
        return try matchesUnknown(reference, key, isStored, in: reader)
    }

    private mutating func matchesUnknown(
        _ reference: Int,
        _ key: String,
        _ isStored: Bool,
        in reader: BinaryPropertyListReader
    ) throws(PropertyListError) -> Bool {
        switch try reader.object(at: reference) {
        case .asciiString(let range):
            let text = try reader.asciiString(in: range)
            let isReserved = text.utf8.first == UInt8(ascii: "$")
            lines[reference & (Self.lineCount - 1)] = Line(
                reference: reference,
                utf8Count: range.count,
                text: text,
                isReserved: isReserved
            )
            return text.utf8.elementsEqual(key.utf8) && (isStored || !isReserved)
        case .utf16String(let range):
            if !isStored, key.utf8.first == UInt8(ascii: "$") { return false }
            return try reader.utf16String(in: range).isIdentical(to: key)
        default:
            throw PropertyListError(.invalidKey, "a key is not a string", at: try reader.offset(of: reference))
        }
    }
}
