import KeyedArchiving
import TestSupport
import Testing

/// Real archives, decoded and encoded again by coders that know none of their classes.
@Suite(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
struct CorpusCodingTests {
    @Test func `each archive survives decoding and encoding where no class is known`() throws {
        let tally = try CodingTally(of: Corpus.rows("archives"), registry: ClassRegistry())
        #expect(tally.different == [:])
        #expect(tally.equal == 317)
        #expect(tally.sameNumbering == 171)
        #expect(tally.identical == 122)
    }

    /// What the types of the standard registry write otherwise than it was.
    static let changedByStandardTypes = [
        "the null object of a program that posed as its class":
            "growl+growl/Beep-Cocoa-0.6.2.tar.gz~Beep-Cocoa_English.lproj_Beep-Cocoa.nib_keyedobjects.nib.bplist",
        "a dictionary of a class that is unknown but names NSDictionary as its fallback":
            "log2timeline+plaso/NSKeyedArchiver.plist",
        "one date that two fields refer to, which as a value is two":
            "log2timeline+plaso/NoteStore.sqlite~ZICCLOUDSYNCINGOBJECT_23_ZSERVERRECORDDATA.bplist",
        "the same once more":
            "log2timeline+plaso/NoteStore.sqlite~ZICCLOUDSYNCINGOBJECT_8_ZUNAPPLIEDENCRYPTEDRECORD.bplist",
    ]

    @Test func `each archive but four survives decoding and encoding with the standard registry`() throws {
        let tally = try CodingTally(of: Corpus.rows("archives"), registry: .standard)
        #expect(Set(tally.different.keys) == Set(Self.changedByStandardTypes.values), "\(tally.different)")
        #expect(tally.equal == 313)
        #expect(tally.sameNumbering == 168)
        #expect(tally.identical == 122)
    }
}

/// What came of decoding archives and encoding them again.
private struct CodingTally {
    /// How many are equal as graphs, how many of those have the same UIDs, and how many of those the same bytes.
    var equal = 0
    var sameNumbering = 0
    var identical = 0
    /// The others, with what differs in each.
    var different: [String: String] = [:]

    init(of rows: [Corpus.Row], registry: ClassRegistry) throws {
        for row in rows {
            do {
                try count(row, registry)
            } catch {
                different[row.file] = "\(error)"
            }
        }
    }

    private mutating func count(_ row: Corpus.Row, _ registry: ClassRegistry) throws {
        let bytes = try row.bytes()
        let archive = try KeyedArchive(bytes)
        func copy(_ layout: ArchiveLayout) throws -> [UInt8] {
            try GenericCopy.bytes(of: archive, from: bytes, registry: registry, layout: layout)
        }
        let layouts = Self.layouts(row)
        let measure: ArchiveComparison.Measure = archive.archiver == "NSKeyedArchiver" ? .fields : .contents
        let first = try copy(layouts[0])
        let comparison = try ArchiveComparison(archive, KeyedArchive(first), by: measure)
        if let difference = comparison.difference {
            different[row.file] = difference
            return
        }
        equal += 1
        guard comparison.hasSameNumbering else { return }
        sameNumbering += 1
        if try first == bytes || layouts.dropFirst().contains(where: { try copy($0) == bytes }) { identical += 1 }
    }

    /// The layouts that the writer of an archive may have followed.
    private static func layouts(_ row: Corpus.Row) -> [ArchiveLayout] {
        switch row.keyOrder {
        case "$version,$archiver,$top,$objects": [.current, .iOS13]
        case "$version,$objects,$archiver,$top": [.macOS10_14, .iOS12]
        default: [.current]
        }
    }
}
