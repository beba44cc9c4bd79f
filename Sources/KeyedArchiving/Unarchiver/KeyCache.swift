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
    }

    private static let lineCount = 64
    private var lines = Array(repeating: Line(), count: lineCount)

    /// Whether the string at a reference is exactly the given key.
    ///
    /// Only ASCII keys are remembered. For them `==` together with equal byte counts is exact, although Swift calls
    /// canonically equivalent strings equal: what is not ASCII takes more bytes.
    @inline(__always)
    mutating func matches(
        _ reference: Int,
        _ key: String,
        utf8Count: Int,
        in reader: BinaryPropertyListReader
    ) throws(PropertyListError) -> Bool {
        let line = reference & (Self.lineCount - 1)
        if lines[line].reference == reference {
            return lines[line].utf8Count == utf8Count && lines[line].text == key
        }
        return try matchesUnknown(reference, key, in: reader)
    }

    private mutating func matchesUnknown(
        _ reference: Int,
        _ key: String,
        in reader: BinaryPropertyListReader
    ) throws(PropertyListError) -> Bool {
        switch try reader.object(at: reference) {
        case .asciiString(let range):
            let text = try reader.asciiString(in: range)
            lines[reference & (Self.lineCount - 1)] = Line(reference: reference, utf8Count: range.count, text: text)
            return text.utf8.elementsEqual(key.utf8)
        case .utf16String(let range):
            return try reader.utf16String(in: range).isIdentical(to: key)
        default:
            throw PropertyListError(.invalidKey, "a key is not a string", at: try reader.offset(of: reference))
        }
    }
}
