/// A kind of file that isn't a property list, known by its first bytes; the one table of them.
package struct FileSignature {
    /// The remedy for a file of the kind.
    package enum Remedy {
        case none
        case remedy(String)
        /// A command that unpacks it.
        case unpack(String)
        /// A command that prints a list that is in it.
        case print(String)
    }

    /// The kind with its article, such as `a gzip file`.
    package let name: String
    /// Its media type, if browsers show it as a picture.
    package let pictureType: String?
    private let start: [UInt8]
    /// Bytes at a later offset, which identify some kinds.
    private let later: (offset: Int, bytes: [UInt8])?
    private let remedy: Remedy

    private init(
        _ start: [UInt8],
        later: (offset: Int, bytes: [UInt8])? = nil,
        _ name: String,
        _ remedy: Remedy = .none,
        pictureType: String? = nil
    ) {
        (self.start, self.later, self.name) = (start, later, name)
        (self.remedy, self.pictureType) = (remedy, pictureType)
    }

    /// A kind that is known by its later bytes, too.
    private init(
        _ start: String = "",
        at offset: Int,
        _ later: String,
        _ name: String,
        _ remedy: Remedy = .none,
        pictureType: String? = nil
    ) {
        self.init(
            Array(start.utf8), later: (offset, Array(later.utf8)), name, remedy, pictureType: pictureType)
    }

    private func isOf(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: start) && later.map { bytes.dropFirst($0.offset).starts(with: $0.bytes) } != false
    }

    private init(_ start: String, _ name: String, _ remedy: Remedy = .none, pictureType: String? = nil) {
        self.init(Array(start.utf8), name, remedy, pictureType: pictureType)
    }

    /// A kind that is known otherwise.
    package init(_ name: String, _ remedy: Remedy) { self.init([], name, remedy) }

    /// The kind that the beginning or end of bytes shows; nil for bytes that may be a property list.
    ///
    /// - Complexity: O(1).
    package init?(of bytes: [UInt8]) {
        guard let first = bytes.first else { return nil }
        // What is before the end of a disk image may begin as anything.
        if bytes.suffix(Self.endSize).starts(with: Self.endOfImage) {
            self = Self.imageKind
            return
        }
        var kind = Self.table.first { $0.start.first == first && $0.isOf(bytes) }
        // Property lists may have anything later.
        if kind == nil, !bytes.haveBinaryMark, first != UInt8(ascii: "<") {
            kind = Self.laterTable.first { $0.isOf(bytes) }
        }
        guard let kind else { return nil }
        self = kind
    }

    /// Text in JSON, which may look like an OpenStep property list.
    package static let json = FileSignature(
        "JSON", .remedy("make a file of it first: `keyed-archive convert FILE.json OUT`, or look at it with jq"))

    /// A store or a mapping model of Core Data in XML, whose document type is `database`.
    package static let coreDataText = FileSignature("a store or a mapping model of Core Data", holder)

    /// How many bytes of a file are looked at to see what it is.
    package static let headSize = 4096

    /// Whether text begins as JSON does: with `[`, or with `{` and a quoted key before a colon.
    ///
    /// - Complexity: O(1).
    package static func isJSON(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var head = bytes.dropFirst(start).prefix(headSize).drop { $0.isXMLWhiteSpace }
        guard let first = head.popFirst() else { return false }
        head = head.drop { $0.isXMLWhiteSpace }
        guard let second = head.popFirst() else { return false }
        switch first {
        case UInt8(ascii: "["): return second >= 0x20 && second != 0x7F
        case UInt8(ascii: "{"):
            guard second == UInt8(ascii: "\"") else { return false }
            while let byte = head.popFirst() {
                if byte == UInt8(ascii: "\\") { _ = head.popFirst() }
                if byte == UInt8(ascii: "\"") { break }
            }
            return head.first { !$0.isXMLWhiteSpace } == UInt8(ascii: ":")
        default: return false
        }
    }

    /// The error for a file of the kind, with a remedy.
    ///
    /// - Parameter command: The command that reads the output of the remedy's command, after a pipe.
    package func refusal(andThen command: String = "") -> ArchiveError {
        let pipe = command.isEmpty ? "" : " \(command)"
        let text =
            switch remedy {
            case .none: "open a property list or an archive instead"
            case .remedy(let text): text
            case .unpack(let unpack): "unpack it first: `\(unpack)\(pipe)`"
            case .print(let print): "print one column: `\(print)\(pipe)`"
            }
        return ArchiveError(.unrecognizedFormat, "this is \(name), not a property list", remedy: text)
    }

    private static let newerList = Remedy.remedy(
        "keyed archives never come in this version, which only systems use among their own processes")
    private static let sequential = Remedy.remedy("open it with `SequentialArchive` of the module SequentialArchives")

    private static let table = [
        FileSignature([0x04, 0x0B] + Array("streamtyped".utf8), "a sequential archive (a typedstream)", sequential),
        FileSignature([0x04, 0x0B] + Array("typedstream".utf8), "a sequential archive (a typedstream)", sequential),
        FileSignature(
            "NIBArchive", "a NIBArchive, a nib compiled for iOS",
            .remedy("only nibs compiled for macOS, or for iOS 5 and older, are keyed archives")),
        FileSignature("bplist15", "a binary property list of version 15", newerList),
        FileSignature("bplist16", "a binary property list of version 16", newerList),
        FileSignature("bplist17", "a binary property list of version 17", newerList),
        FileSignature([0x1F, 0x8B], "a gzip file", .unpack("gunzip -c FILE")),
        FileSignature([0x50, 0x4B, 3, 4], "a zip archive", .remedy("unpack it first, and look at the files in it")),
        FileSignature([0x50, 0x4B, 5, 6], "an empty zip archive"),
        FileSignature("BZh", "a bzip2 file", .unpack("bunzip2 -c FILE")),
        FileSignature([0xFD] + Array("7zXZ".utf8), "an xz file", .unpack("xz -dc FILE")),
        FileSignature(
            [0x28, 0xB5, 0x2F, 0xFD], "a zstd file", .unpack("zstd -dc FILE")),
        FileSignature("bvx2", "an LZFSE file", .remedy("unpack it first with a program that knows LZFSE")),
        FileSignature(
            "SQLite format 3\0", "an SQLite database",
            .print("sqlite3 FILE \"select hex(COLUMN) from TABLE\"")),
        FileSignature(
            "version https://git-lfs.github.com/spec/", "a Git LFS pointer", .remedy("fetch the file: `git lfs pull`")),
        FileSignature([0xFE, 0xED, 0xFA, 0xCE], "a Mach-O program"),
        FileSignature([0xFE, 0xED, 0xFA, 0xCF], "a Mach-O program"),
        FileSignature([0xCE, 0xFA, 0xED, 0xFE], "a Mach-O program"),
        FileSignature([0xCF, 0xFA, 0xED, 0xFE], "a Mach-O program"),
        FileSignature([0xCA, 0xFE, 0xBA, 0xBE], "a Mach-O program of several processors, or a Java class"),
        FileSignature([0x7F, 0x45, 0x4C, 0x46], "an ELF program"),
        FileSignature([0x89, 0x50, 0x4E, 0x47], "a PNG picture", pictureType: "image/png"),
        FileSignature([0xFF, 0xD8, 0xFF], "a JPEG picture", pictureType: "image/jpeg"),
        FileSignature("GIF8", "a GIF picture", pictureType: "image/gif"),
        FileSignature([0x4D, 0x4D, 0, 0x2A], "a TIFF picture"),
        FileSignature([0x49, 0x49, 0x2A, 0], "a TIFF picture"),
        FileSignature("icns", "an icon"),
        FileSignature("BOMStore", "a BOM store, such as an asset catalog"),
        FileSignature("%PDF", "a PDF document"),
        FileSignature("book", at: 8, "mark", "a bookmark"),
        // The size of the head, and the version before it.
        FileSignature("book", at: 8, "\0\0\u{4}\u{10}0\0\0\0", "a bookmark"),
        FileSignature("book", at: 8, "\u{10}\u{4}\0\00\0\0\0", "a bookmark"),
        // Two archives behind a header of 64 bytes, whose version is 1.
        FileSignature("CoreData", at: 8, "\0\0\0\u{1}", "a binary store of Core Data", holder),
        FileSignature("RIFF", at: 8, "WEBP", "a WebP picture", pictureType: "image/webp"),
        FileSignature([0x37, 0x7F, 6, 0x82], "the write-ahead log of an SQLite database", log),
        FileSignature([0x37, 0x7F, 6, 0x83], "the write-ahead log of an SQLite database", log),
        FileSignature("encrcdsa", "an encrypted disk image", image),
        FileSignature("sprs", "a sparse disk image", image),
        FileSignature([0x78, 1, 0x73, 0x0D, 0x62, 0x62, 0x60], "a compressed disk image", image),
    ]

    /// Kinds that anything may begin with.
    private static let laterTable = [
        FileSignature(at: 4, "ftypheic", "a HEIC picture"),
        FileSignature("\0", at: 36, "acsp", "an ICC color profile"),
        FileSignature(at: 257, "ustar", "a tar archive", .remedy("unpack it first: `tar -xf FILE`")),
        FileSignature(at: 32, "NXSB", "a disk image", image),
        FileSignature(at: 512, "EFI PART", "a disk image", image),
        FileSignature(at: 32_769, "CD001", "a disk image", image),
    ]

    /// How many bytes at the end of a file may tell its kind.
    package static let endSize = 512
    /// The mark of the end of a disk image, its version, and its size.
    private static let endOfImage: [UInt8] = Array("koly".utf8) + [0, 0, 0, 4, 0, 0, 2, 0]
    private static let imageKind = FileSignature("a disk image", image)

    private static let log = Remedy.remedy("open the database that it belongs to, which is in the file without `-wal`")
    private static let holder = Remedy.remedy(
        "find the archives in it: `keyed-archive find --archives FILE`, and open them as FILE@BYTE")
    private static let image = Remedy.remedy("mount it first, and look at the files in it")
}
