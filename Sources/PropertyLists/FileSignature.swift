/// A kind of file that isn't a property list, known by its first bytes; the one table of them.
package struct FileSignature {
    /// What to do with a file of the kind.
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
    private let remedy: Remedy

    private init(_ start: [UInt8], _ name: String, _ remedy: Remedy = .none, pictureType: String? = nil) {
        (self.start, self.name, self.remedy, self.pictureType) = (start, name, remedy, pictureType)
    }

    private init(_ start: String, _ name: String, _ remedy: Remedy = .none, pictureType: String? = nil) {
        self.init(Array(start.utf8), name, remedy, pictureType: pictureType)
    }

    /// A kind that is known otherwise.
    package init(_ name: String, _ remedy: Remedy) { self.init([], name, remedy) }

    /// The kind that bytes begin as; nil for what may be a property list.
    ///
    /// - Complexity: O(1).
    package init?(of bytes: [UInt8]) {
        guard let first = bytes.first else { return nil }
        if let kind = Self.table.first(where: { $0.start.first == first && bytes.starts(with: $0.start) }) {
            self = kind
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            // In these two, the size comes first.
            self.init([], "a WebP picture", pictureType: "image/webp")
        } else if bytes.dropFirst(4).starts(with: "ftypheic".utf8) {
            self.init([], "a HEIC picture")
        } else {
            return nil
        }
    }

    /// Why a file of the kind isn't read, with what to do.
    ///
    /// - Parameter command: What reads the output of a command that the remedy names, after a pipe.
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
        FileSignature("%PDF", "a PDF document"),
        FileSignature("book\0\0\0\0mark", "a bookmark"),
    ]
}
