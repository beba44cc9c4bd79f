internal import PropertyLists

/// A file and the tables that a scanner made of it.
final class SequentialStorage: Sendable {
    let bytes: [UInt8]
    let header: SequentialHeader
    let limits: Limits
    let tables: SequentialTables
    /// The range of the groups of the top level in the file.
    let groupRange: Range<Int>
    /// The contents of its shared strings.
    private let contents: SharedContents
    /// The long chains of its classes.
    let chains: ClassChains

    /// Scans a file.
    init(_ bytes: [UInt8], limits: Limits) throws(ArchiveError) {
        let byteOrder = try Self.checkedByteOrder(of: bytes)
        guard UInt32(exactly: bytes.count) != nil else {
            throw ArchiveError(
                .limitExceeded, "sequential archives of 4 GB and more are not read",
                remedy: "split it with the program that wrote it")
        }
        var scanner = SequentialScanner(bytes, at: SequentialHeader.size, byteOrder: byteOrder, limits: limits)
        let systemVersion = try scanner.scanInteger()
        guard systemVersion >= 0, let version = Int32(exactly: systemVersion) else {
            throw ArchiveError.damaged(
                .range, "the system version \(systemVersion) isn't a number from 0 to 2147483647",
                at: SequentialHeader.size)
        }
        header = SequentialHeader(byteOrder: byteOrder, systemVersion: version)
        let start = scanner.position
        // Going through a file takes some milliseconds for a megabyte.
        if bytes.count > 1 << 20 { try Cancellation.check() }
        try scanner.scan()
        groupRange = start..<scanner.position
        let (classCount, budget) = (scanner.classCount, scanner.budget)
        tables = scanner.takeTables()
        contents = SharedContents(of: tables, in: bytes)
        chains = try ClassChains(of: tables, contents, in: bytes, classCount: classCount, budget)
        self.bytes = bytes
        self.limits = limits
    }

    /// An archive without contents.
    init(_ header: SequentialHeader, limits: Limits) {
        self.header = header
        self.limits = limits
        bytes = []
        tables = SequentialTables()
        contents = SharedContents(of: tables, in: [])
        chains = ClassChains()
        groupRange = 0..<0
    }

    private static func checkedByteOrder(
        of bytes: [UInt8]
    ) throws(ArchiveError) -> SequentialByteOrder {
        guard let byteOrder = SequentialHeader.byteOrder(of: bytes) else {
            if FileSignature.isJSON(bytes) { throw FileSignature.json.refusal() }
            if let kind = FileSignature(of: bytes) { throw kind.refusal() }
            guard PropertyListFormat(recognizing: bytes) == nil else {
                throw ArchiveError(
                    .unrecognizedFormat, "this looks like a property list, not like a sequential archive", at: 0,
                    remedy: "open it with `KeyedArchive` or, where it is no keyed archive, with `PropertyListDocument`")
            }
            throw ArchiveError(
                .unrecognizedFormat, "the bytes don't begin as a sequential archive does", at: 0,
                remedy: "sequential archives have `streamtyped` or `typedstream` at byte 2")
        }
        guard bytes[0] == 4 else {
            throw ArchiveError(
                .unsupportedVersion,
                bytes[0] == 3
                    ? "the archive has version 3, in which groups and objects cannot be told apart without the classes"
                    : "the archive has the unknown version \(bytes[0])",
                at: 0,
                remedy: "open it with the program that wrote it, on NeXTSTEP 3 or later, and save it again"
            )
        }
        return byteOrder
    }

    /// The content of a shared string.
    func content(ofString number: Int) -> SharedContents.Content { contents.content(of: number, tables, bytes) }

    var isLittle: Bool { header.byteOrder == .little }
}

extension SequentialScanner {
    /// Takes the tables made by scanning.
    consuming func takeTables() -> SequentialTables { tables }
}
