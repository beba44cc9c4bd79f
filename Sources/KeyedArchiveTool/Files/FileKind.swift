import KeyedArchiving
import PropertyLists
import SequentialArchives

/// The kind of a file, recognized by its first bytes; the only place that decides it.
enum FileKind {
    /// A property list, as far as its beginning says.
    case propertyList(PropertyListFormat)
    /// A property list written as text in hexadecimal digits or in base64.
    case text(TextCode)
    /// A sequential archive, the kind that `NSArchiver` writes.
    case sequential
    /// Something that is known, but not read.
    case other(FileSignature)
    /// White space, which an XML property list may follow.
    case blank
    /// Readable text of an unknown kind.
    case unknownText
    case unknown

    /// The number of bytes to read for recognizing the kind.
    static let headSize = FileSignature.headSize

    /// Tells the kind of bytes.
    ///
    /// - Complexity: O(1), except for white space at the start of text.
    init(_ bytes: [UInt8]) {
        if SequentialHeader.isPresent(in: bytes) {
            self = .sequential
        } else if let known = FileSignature(of: bytes) {
            self = .other(known)
        } else if let code = TextCode(detecting: bytes) {
            self = .text(code)
        } else if Self.isBlank(bytes) {
            self = .blank
        } else if let format = PropertyListFormat(recognizing: bytes) {
            self = format == .openStep && FileSignature.isJSON(bytes) ? .other(.json) : .propertyList(format)
        } else if FileSignature.isJSON(bytes) {
            self = .other(.json)
        } else {
            self = Self.isText(bytes) ? .unknownText : .unknown
        }
    }

    /// The name of this kind, if it is known and no property list, such as `a gzip file`.
    var name: String? {
        switch self {
        case .sequential: "a sequential archive"
        case .other(let kind): kind.name
        default: nil
        }
    }

    /// The error for bytes of this kind, with a remedy; nil for property lists.
    var refusal: ArchiveError? {
        switch self {
        case .sequential:
            return ArchiveError(
                .unrecognizedFormat,
                "this is a sequential archive (a typedstream, which NSArchiver writes), not a property list",
                remedy: "dump, get, diff, classes, audit, check, objects, rewrite and convert read it"
            )
        case .other(let kind):
            return kind.refusal(andThen: "| keyed-archive dump -")
        case .unknownText:
            return ArchiveError(
                .unrecognizedFormat,
                "the input is neither a binary nor an XML property list, but other text",
                at: 0,
                remedy: "open a property list or an archive instead; where each line holds one, dump, get, check "
                    + "and convert read them with --lines"
            )
        default: return nil
        }
    }

    /// Whether data of this kind is opened where archives in data are.
    ///
    /// Text of the OpenStep form isn't: nearly all text could be that.
    var isOpenedInData: Bool {
        switch self {
        case .propertyList(.openStep): false
        case .propertyList, .sequential: true
        default: false
        }
    }

    var isSequential: Bool {
        if case .sequential = self { true } else { false }
    }

    /// Whether bytes are only white space that may come before an XML property list.
    private static func isBlank(_ bytes: [UInt8]) -> Bool {
        let format = PropertyListFormat(recognizing: bytes)
        guard format == nil || format == .openStep else { return false }
        return PropertyListFormat(recognizing: bytes + Array("<?".utf8)) == .xml
    }

    // MARK: - Text

    private static func isText(_ bytes: [UInt8]) -> Bool {
        let head = bytes.prefix(headSize)
        return !head.isEmpty && head.allSatisfy { $0.isTextByte }
    }
}

extension UInt8 {
    /// Whether the byte is white space of text.
    var isWhiteSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }

    /// Whether the byte is in text in UTF-8, rather than in other files.
    fileprivate var isTextByte: Bool { self >= 0x20 && self != 0x7F || isWhiteSpace }
}
