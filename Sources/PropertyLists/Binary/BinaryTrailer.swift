/// The last 32 bytes of a binary property list: where its objects are.
///
/// Layout, all integers big-endian: 5 unused bytes, the sort version, the size of an offset, the size of an object
/// reference, then 8 bytes each for the number of objects, the top object and the position of the offset table.
@usableFromInline package struct BinaryTrailer: Hashable, Sendable {
    /// The five unused bytes and the sort version; Apple's writer leaves them 0.
    package var unused: [UInt8] {
        stride(from: 40, through: 0, by: -8).map { UInt8(truncatingIfNeeded: padding >> $0) }
    }
    /// The unused bytes as one number: an array would take memory each time a list is opened.
    private var padding: UInt64
    /// The size of an entry of the offset table, 1 to 8 bytes.
    @usableFromInline package var offsetSize: Int
    /// The size of an object reference, 1 to 8 bytes.
    @usableFromInline package var referenceSize: Int
    /// The number of objects, at least 1.
    @usableFromInline package var objectCount: Int
    /// The index of the top object.
    @usableFromInline package var topObject: ObjectIndex
    /// The position of the offset table in bytes; the objects lie between the header and it.
    @usableFromInline package var offsetTableStart: Int

    /// The size of the header `bplist00`, and so the position of the first object.
    static let headerSize = 8
    /// The size of the trailer.
    package static let size = 32
}

extension BinaryTrailer {
    /// Reads the trailer and checks every number in it against the size of the input.
    ///
    /// This is the one place where the counts and positions of the container are judged. Afterwards the offset table
    /// lies between the objects and the trailer, and no arithmetic on its parts can overflow.
    ///
    /// - Throws: ``ArchiveError`` with the byte offset of the field that is wrong.
    init(of bytes: [UInt8], limits: Limits) throws(ArchiveError) {
        try Self.checkHeader(of: bytes)
        let start = bytes.count - Self.size
        padding = bytes.bigEndian(at: start, width: 6)
        offsetSize = Int(bytes[start + 6])
        referenceSize = Int(bytes[start + 7])
        guard (1...8).contains(offsetSize) else {
            throw .trailer("the size of an offset is \(offsetSize), not 1 to 8", at: start + 6)
        }
        guard (1...8).contains(referenceSize) else {
            throw .trailer("the size of an object reference is \(referenceSize), not 1 to 8", at: start + 7)
        }
        let count = bytes.bigEndian(at: start + 8, width: 8)
        let top = bytes.bigEndian(at: start + 16, width: 8)
        let table = bytes.bigEndian(at: start + 24, width: 8)
        guard count > 0 else { throw .trailer("there are no objects", at: start + 8) }
        guard table > UInt64(Self.headerSize), table < UInt64(start) else {
            throw .trailer(
                "the offset table at byte \(table) is not between the objects and the trailer", at: start + 24)
        }
        guard count <= (UInt64(start) - table) / UInt64(offsetSize) else {
            throw .trailer(
                "an offset table of \(count) entries of \(offsetSize) bytes does not fit before the trailer",
                at: start + 8
            )
        }
        guard top < count else {
            throw .trailer("the top object is \(top), but there are \(count) objects", at: start + 16)
        }
        objectCount = Int(count)
        topObject = ObjectIndex(Int(top))
        offsetTableStart = Int(table)
        try Self.checkForAnotherList(in: bytes[(offsetTableStart + objectCount * offsetSize)..<start])
        guard objectCount <= limits.objects else {
            throw .limit("objects", limits.objects, at: start + 8)
        }
    }

    /// Refuses a header between the offset table and the trailer: there one list ends and another one begins, and the
    /// trailer applies to the last of them only.
    private static func checkForAnotherList(in gap: ArraySlice<UInt8>) throws(ArchiveError) {
        guard gap.count > size + headerSize else { return }
        if let position = header(in: gap) {
            throw ArchiveError(
                .invalidTrailer,
                "another property list begins after the offset table",
                at: position,
                remedy: "split the file; each property list ends with its own trailer"
            )
        }
    }

    /// The version in a header, with a question mark for bytes beyond ASCII.
    private static func version(of bytes: [UInt8]) -> String {
        String(decoding: bytes[6..<8].map { (0x20..<0x7F).contains($0) ? $0 : 0x3F }, as: UTF8.self)
    }

    /// The peculiarity of a checked header with a version other than 00; CoreFoundation reads any version that begins
    /// with 0.
    static func oddity(ofHeader bytes: [UInt8]) -> ArchiveError? {
        guard bytes[7] != UInt8(ascii: "0") else { return nil }
        return ArchiveError(
            .unsupportedVersion, "the binary property list has the version \"\(version(of: bytes))\"", at: 6,
            remedy: "read the file and write it again")
    }

    /// The end of the last list in bytes that begins where they do; nil if there is none.
    ///
    /// - Complexity: O(*n*), with a few comparisons for each byte.
    static func lastEnd(in bytes: [UInt8]) -> Int? {
        trailers(in: bytes).reversed().first { listStart(in: bytes, trailerAt: $0) == 0 }.map { $0 + size }
    }

    /// The range of positions in bytes where a trailer may be.
    static func trailers(in bytes: [UInt8]) -> Range<Int> {
        headerSize + 2..<max(headerSize + 2, bytes.count - size + 1)
    }

    /// The start of the list whose trailer is at a position; nil if there is none.
    static func listStart(in bytes: [UInt8], trailerAt start: Int) -> Int? {
        guard let size = listSize(in: bytes, trailerAt: start), size <= start,
            bytes[(start - size)...].starts(with: "bplist0".utf8)
        else { return nil }
        return start - size
    }

    /// How many bytes of a list come before its trailer, which may be at a position; nil if none is there.
    ///
    /// The trailer's own numbers say how long the list is, whose offset table ends where the trailer begins, as in
    /// files of Apple's writer.
    package static func listSize(in bytes: [UInt8], trailerAt start: Int) -> Int? {
        let offsetSize = UInt64(bytes[start + 6])
        guard 1...8 ~= offsetSize, 1...8 ~= bytes[start + 7] else { return nil }
        let count = bytes.bigEndian(at: start + 8, width: 8)
        let table = bytes.bigEndian(at: start + 24, width: 8)
        let limit = UInt64(Int.max / 16)
        guard count > 0, count < limit, bytes.bigEndian(at: start + 16, width: 8) < count,
            table > UInt64(headerSize), table < limit
        else { return nil }
        return Int(table + count * offsetSize)
    }

    /// The position of a header in bytes.
    static func header(in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.indices.first { bytes[$0] == UInt8(ascii: "b") && bytes[$0...].starts(with: "bplist0".utf8) }
    }

    private static func checkHeader(of bytes: [UInt8]) throws(ArchiveError) {
        guard bytes.haveBinaryMark else {
            if "bplist".utf8.starts(with: bytes) {
                throw ArchiveError.cutShort(
                    .truncated, "the input ends after \(bytes.count) bytes", at: bytes.count)
            }
            throw ArchiveError(
                .unrecognizedFormat,
                "the input does not start with \"bplist00\"",
                at: 0,
                remedy: "this is not a binary property list"
            )
        }
        guard bytes.count >= headerSize else {
            throw ArchiveError.cutShort(.truncated, "the input ends within the header", at: bytes.count)
        }
        guard bytes[6] == UInt8(ascii: "0") else {
            throw ArchiveError(
                .unsupportedVersion,
                "version \"\(version(of: bytes))\" of the binary property list is another format",
                at: 6,
                remedy: "only versions that begin with 0 are read; keyed archives never come in another one"
            )
        }
        // The smallest file has one object of one byte and an offset table of one byte.
        guard bytes.count >= headerSize + 2 + size else {
            throw ArchiveError.cutShort(
                .truncated,
                "the input of \(bytes.count) bytes is too short to hold an object and a trailer",
                at: bytes.count
            )
        }
    }
}

extension ArchiveError {
    fileprivate static func trailer(_ reason: String, at byteOffset: Int) -> ArchiveError {
        .cutShort(.invalidTrailer, reason, at: byteOffset)
    }
}
