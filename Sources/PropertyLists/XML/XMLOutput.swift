/// XML text in the making, laid out as Apple's writer does: one line for each tag or scalar, indented by tabs.
struct XMLOutput {
    var bytes: [UInt8] = []

    /// How many tabs begin a line at most.
    ///
    /// Where each level were indented, the text of a deep list would grow with the square of its depth. No real file is
    /// as deep.
    static let maximumIndentation = 64

    /// How many levels enclose a line.
    var indentation = 0

    /// Appends text as it stands.
    mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Begins a line, and writes what it is given.
    mutating func line(_ text: String) {
        indent(by: min(indentation, Self.maximumIndentation))
        append(text)
    }

    mutating func indent(by count: Int) {
        for _ in 0..<count { bytes.append(UInt8(ascii: "\t")) }
    }

    /// Appends text as XML, and tells whether XML can hold it, which it can unless it holds a NUL character.
    ///
    /// Only the three characters are replaced that Apple's writer replaces; quotes and control characters stand as they
    /// are. Most text has none of the three, so it is appended first and looked at then.
    mutating func appendEscaped(_ text: String) -> Bool {
        let start = bytes.count
        append(text)
        if bytes[start...].allSatisfy({ !$0.needsCareInXML }) { return true }
        bytes.removeLast(bytes.count - start)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case 0: return false
            default: bytes.append(byte)
            }
        }
        return true
    }
}

extension UInt8 {
    /// Whether text with this byte cannot be written as it is.
    @inline(__always)
    fileprivate var needsCareInXML: Bool {
        self == UInt8(ascii: "&") || self == UInt8(ascii: "<") || self == UInt8(ascii: ">") || self == 0
    }
}
