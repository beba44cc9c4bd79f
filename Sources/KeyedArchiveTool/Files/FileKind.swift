import KeyedArchiving
import PropertyLists
import SequentialArchives

/// What bytes are, told from the first ones; the one place that knows.
enum FileKind {
    /// A property list, as far as its beginning says.
    case propertyList(PropertyListFormat)
    /// A property list written as text in hexadecimal digits or in base64.
    case text(TextCode)
    /// A sequential archive, the kind that `NSArchiver` writes.
    case sequential
    /// Something that is known, but not read.
    case other(Known)
    /// White space, which an XML property list may follow.
    case blank
    /// Readable text of an unknown kind.
    case unknownText
    case unknown

    /// A kind of file that isn't read.
    struct Known {
        /// The kind with its article, such as `a gzip file`.
        var name: String
        /// What to do with such a file.
        var remedy: String?
        /// Its media type, if browsers show it as a picture.
        var pictureType: String?
    }

    /// How many bytes are looked at.
    static let headSize = 4096

    /// Tells the kind of bytes.
    ///
    /// - Complexity: O(1), except for white space at the start of text.
    init(_ bytes: [UInt8]) {
        if SequentialHeader.isPresent(in: bytes) {
            self = .sequential
        } else if let known = Signature.known(bytes) {
            self = .other(known)
        } else if let code = TextCode(detecting: bytes) {
            self = .text(code)
        } else if let format = try? PropertyListFormat(detecting: bytes) {
            self = format == .openStep && Self.isJSON(bytes) ? .other(Self.json) : .propertyList(format)
        } else if Self.isBlank(bytes) {
            self = .blank
        } else if Self.isJSON(bytes) {
            self = .other(Self.json)
        } else {
            self = Self.isText(bytes) ? .unknownText : .unknown
        }
    }

    /// What is in data of this kind, if it is known and no property list, such as `a gzip file`.
    var name: String? {
        switch self {
        case .sequential: "a sequential archive"
        case .other(let kind): kind.name
        default: nil
        }
    }

    /// Why bytes of this kind aren't a property list, with what to do; nil for property lists.
    var refusal: ArchiveError? {
        switch self {
        case .sequential:
            return ArchiveError(
                .unrecognizedFormat,
                "this is a sequential archive (a typedstream, which NSArchiver writes), not a property list",
                remedy: "dump, get, diff, classes, audit, check, objects, rewrite and convert read it"
            )
        case .other(let kind):
            return ArchiveError(.unrecognizedFormat, "this is \(kind.name), not a property list", remedy: kind.remedy)
        case .unknownText:
            return ArchiveError(
                .unrecognizedFormat,
                "the input is neither a binary nor an XML property list, but other text",
                at: 0,
                remedy: "text is read in the OpenStep form, and as hexadecimal digits or base64 of a property list"
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

    /// White space is what an XML property list may follow, and nothing else.
    private static func isBlank(_ bytes: [UInt8]) -> Bool {
        (try? PropertyListFormat(detecting: bytes + Array("<?".utf8))) != nil
    }

    // MARK: - Text

    private static let json = Known(
        name: "JSON", remedy: "make a file of it first: `keyed-archive convert FILE.json OUT`, or look at it with jq")

    /// Whether text begins as JSON does: with `[`, or with `{` and a quoted key before a colon.
    static func isJSON(_ bytes: [UInt8]) -> Bool {
        var head = bytes.prefix(headSize).drop(while: \.isWhiteSpace)
        guard let first = head.popFirst() else { return false }
        head = head.drop(while: \.isWhiteSpace)
        guard let second = head.popFirst() else { return false }
        switch first {
        case UInt8(ascii: "["):
            return second.isTextByte
        case UInt8(ascii: "{"):
            guard second == UInt8(ascii: "\"") else { return false }
            while let byte = head.popFirst() {
                if byte == UInt8(ascii: "\\") { _ = head.popFirst() }
                if byte == UInt8(ascii: "\"") { break }
            }
            return head.first { !$0.isWhiteSpace } == UInt8(ascii: ":")
        default: return false
        }
    }

    private static func isText(_ bytes: [UInt8]) -> Bool {
        let head = bytes.prefix(headSize)
        return !head.isEmpty && head.allSatisfy { $0.isTextByte }
    }
}

/// The first bytes by which a kind of file is known.
private struct Signature {
    var bytes: [UInt8]
    var kind: FileKind.Known

    init(_ bytes: [UInt8], _ name: String, _ remedy: String? = nil, pictureType: String? = nil) {
        self.bytes = bytes
        kind = FileKind.Known(name: name, remedy: remedy, pictureType: pictureType)
    }

    init(_ text: String, _ name: String, _ remedy: String? = nil, pictureType: String? = nil) {
        self.init(Array(text.utf8), name, remedy, pictureType: pictureType)
    }

    /// The kind that bytes begin as, other than property lists.
    static func known(_ bytes: [UInt8]) -> FileKind.Known? {
        guard let first = bytes.first else { return nil }
        if let kind = table.first(where: { $0.bytes[0] == first && bytes.starts(with: $0.bytes) })?.kind { return kind }
        // In these two, the size comes first.
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            return FileKind.Known(name: "a WebP picture", pictureType: "image/webp")
        }
        if bytes.dropFirst(4).starts(with: "ftypheic".utf8) { return FileKind.Known(name: "a HEIC picture") }
        return nil
    }

    private static let newerList =
        "keyed archives never come in this version, which only systems use among their own processes"

    private static let table = [
        Signature(
            "NIBArchive", "a NIBArchive, a nib compiled for iOS",
            "only nibs compiled for macOS, or for iOS 5 and older, are keyed archives"),
        Signature("bplist15", "a binary property list of version 15", newerList),
        Signature("bplist16", "a binary property list of version 16", newerList),
        Signature("bplist17", "a binary property list of version 17", newerList),
        Signature([0x1F, 0x8B], "a gzip file", "unpack it first: `gunzip -c FILE | keyed-archive dump -`"),
        Signature([0x50, 0x4B, 3, 4], "a zip archive", "unpack it first, and look at the files in it"),
        Signature([0x50, 0x4B, 5, 6], "an empty zip archive"),
        Signature("BZh", "a bzip2 file", "unpack it first: `bunzip2 -c FILE | keyed-archive dump -`"),
        Signature([0xFD] + Array("7zXZ".utf8), "an xz file", "unpack it first: `xz -dc FILE | keyed-archive dump -`"),
        Signature(
            [0x28, 0xB5, 0x2F, 0xFD], "a zstd file", "unpack it first: `zstd -dc FILE | keyed-archive dump -`"),
        Signature("bvx2", "an LZFSE file", "unpack it first with a program that knows LZFSE"),
        Signature(
            "SQLite format 3\0", "an SQLite database",
            "print one column: `sqlite3 FILE \"select hex(COLUMN) from TABLE\" | keyed-archive dump -`"),
        Signature("version https://git-lfs.github.com/spec/", "a Git LFS pointer", "fetch the file: `git lfs pull`"),
        Signature([0xFE, 0xED, 0xFA, 0xCE], "a Mach-O program"),
        Signature([0xFE, 0xED, 0xFA, 0xCF], "a Mach-O program"),
        Signature([0xCE, 0xFA, 0xED, 0xFE], "a Mach-O program"),
        Signature([0xCF, 0xFA, 0xED, 0xFE], "a Mach-O program"),
        Signature([0xCA, 0xFE, 0xBA, 0xBE], "a Mach-O program of several processors, or a Java class"),
        Signature([0x7F, 0x45, 0x4C, 0x46], "an ELF program"),
        Signature([0x89, 0x50, 0x4E, 0x47], "a PNG picture", pictureType: "image/png"),
        Signature([0xFF, 0xD8, 0xFF], "a JPEG picture", pictureType: "image/jpeg"),
        Signature("GIF8", "a GIF picture", pictureType: "image/gif"),
        Signature([0x4D, 0x4D, 0, 0x2A], "a TIFF picture"),
        Signature([0x49, 0x49, 0x2A, 0], "a TIFF picture"),
        Signature("icns", "an icon"),
        Signature("%PDF", "a PDF document"),
        Signature("book\0\0\0\0mark", "a bookmark"),
    ]
}

extension UInt8 {
    /// Whether the byte is white space of text.
    var isWhiteSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }

    /// Whether the byte is in text in UTF-8, rather than in other files.
    fileprivate var isTextByte: Bool { self >= 0x20 && self != 0x7F || isWhiteSpace }
}
