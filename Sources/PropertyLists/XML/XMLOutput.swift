/// XML text in the making, laid out as Apple's writer does: one line for each tag or scalar, indented by tabs.
struct XMLOutput {
    var bytes: [UInt8] = []

    /// How many tabs begin a line.
    var indentation = 0

    mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes a line with a start tag.
    mutating func startTag(_ tag: XMLTag) {
        indent(by: indentation)
        append(start: tag)
        append("\n")
    }

    /// Writes a line with an end tag.
    mutating func endTag(_ tag: XMLTag) {
        indent(by: indentation)
        append(end: tag)
    }

    /// Writes a line with an element that has no contents.
    mutating func emptyElement(_ tag: XMLTag) {
        indent(by: indentation)
        append("<")
        append(tag.name)
        append("/>\n")
    }

    /// Writes a line with an element around text that needs no escaping.
    mutating func element(_ tag: XMLTag, plainText: String) {
        indent(by: indentation)
        append(start: tag)
        append(plainText)
        append(end: tag)
    }

    /// Writes a line with an element around text, and tells whether XML can hold the text, which it can without NUL.
    mutating func element(_ tag: XMLTag, text: String) -> Bool {
        indent(by: indentation)
        append(start: tag)
        let textStart = bytes.count
        append(text)
        let isPlain = bytes[textStart...].allSatisfy { !$0.needsCareInXML }
        if !isPlain {
            bytes.removeLast(bytes.count - textStart)
            guard appendEscaped(text) else { return false }
        }
        append(end: tag)
        return true
    }

    /// Writes a UID as the dictionary that stands for it.
    mutating func uid(_ uid: UID) {
        startTag(.dict)
        indentation += 1
        element(.key, plainText: "CF$UID")
        element(.integer, plainText: String(uid.rawValue))
        indentation -= 1
        endTag(.dict)
    }

    mutating func indent(by count: Int) {
        for _ in 0..<count { bytes.append(UInt8(ascii: "\t")) }
    }

    private mutating func append(start tag: XMLTag) {
        append("<")
        append(tag.name)
        append(">")
    }

    private mutating func append(end tag: XMLTag) {
        append("</")
        append(tag.name)
        append(">\n")
    }

    /// Appends text with the three characters replaced that Apple's writer replaces; quotes and control characters
    /// stand as they are.
    private mutating func appendEscaped(_ text: String) -> Bool {
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
