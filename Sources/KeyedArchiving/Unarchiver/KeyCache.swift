internal import PropertyLists

/// Remembers the text of the keys of an archive by their reference.
///
/// Apple's files repeat one reference wherever a key recurs. Comparing the key that is asked for with the remembered
/// text takes two words for short strings and literals; the bytes of the file are read only when a reference is new.
struct KeyCache: ~Copyable {
    struct Line {
        var reference = -1
        var text = ""
        /// Whether it starts with `$`, so that a user's key of the same text is another one.
        var isReserved = false

    }

    private static let lineCount = 64
    private var lines = FixedTable(repeating: Line(), count: lineCount)

    /// Whether a reference is known to stand for the given key; false says nothing.
    @inline(__always)
    mutating func knows(_ reference: Int, as key: String, isStored: Bool) -> Bool {
        let line = lines[reference & (Self.lineCount - 1)]
        return line.reference == reference && line.text.isSameKey(as: key) && (isStored || !line.isReserved)
    }

    /// Whether the string at a reference is exactly the given key; a user's key never matches one that starts with `$`.
    mutating func matches(
        _ reference: Int,
        _ key: String,
        isStored: Bool,
        in reader: BinaryPropertyListReader
    ) throws(PropertyListError) -> Bool {
        let line = reference & (Self.lineCount - 1)
        if lines[line].reference != reference {
            switch try reader.object(at: reference) {
            case .asciiString(let range):
                let text = try reader.asciiString(in: range)
                let isReserved = text.utf8.first == UInt8(ascii: "$")
                lines[line] = Line(reference: reference, text: text, isReserved: isReserved)
            case .utf16String(let range):
                if !isStored, key.utf8.first == UInt8(ascii: "$") { return false }
                return try reader.utf16String(in: range).isIdentical(to: key)
            default:
                throw PropertyListError(.invalidKey, "a key is not a string", at: try reader.offset(of: reference))
            }
        }
        guard lines[line].text.isSameKey(as: key), isStored || !lines[line].isReserved else { return false }
        // The caller's string has the same text, and is the one that will be compared the next time: strings that share
        // their memory are equal at a glance.
        lines[line].text = key
        return true
    }
}

extension String {
    /// Whether a remembered key is exactly the given one.
    ///
    /// Only ASCII keys are remembered. For them `==` together with equal byte counts is exact, although Swift calls
    /// canonically equivalent strings equal: what is not ASCII takes more bytes.
    @inline(__always)
    func isSameKey(as key: String) -> Bool {
        isSameMemory(as: key) || self == key && utf8.count == key.utf8.count
    }
}
