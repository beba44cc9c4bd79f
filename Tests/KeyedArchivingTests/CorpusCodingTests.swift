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
        #expect(tally.sameNumbering == 173)
        #expect(tally.identical.count == 134)
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
        #expect(tally.sameNumbering == 170)
        #expect(tally.identical.count == 134)
    }
}

/// Real archives, decoded with what they tell of their origins, and encoded again in their own layout.
@Suite(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
struct CorpusBytesTests {
    /// The archives that do not come out byte for byte where no class is known, and why.
    static let rest = [
        "a number that is no whole one is two objects where the archive has one":
            ["dasdom+Tomate/Tomate.pcvd"],
        "which of two references to an object was conditional cannot be told":
            ["magicalpanda+MagicalRecord/GHTestView-2.nib"],
        "two classes of one name that the program made one for the other":
            ["sparkle-project+Sparkle/SUStatus.nib_keyedobjects-3.nib"],
        "another tool read the archive and wrote it again":
            [
                "threeplanetssoftware+apple_cloud_notes_parser/ZSERVERRECORDDATA.bin",
                "threeplanetssoftware+apple_cloud_notes_parser/ZSERVERSHAREDATA.bin",
            ],
        "a key of the top level is another constant than the key of the same text in objects":
            [
                "twostraws+HackingWithSwift/GameScene.sks", "twostraws+HackingWithSwift/GameScene-2.sks",
                "vinayvis821+HapticBowling/GameScene.sks",
            ],
    ]

    @Test func `each archive but a few has the same bytes where no class is known`() throws {
        let rows = try Corpus.rows("archives")
        let tally = try CodingTally(of: rows, registry: ClassRegistry(), keepingOrigins: true)
        #expect(tally.different == [:])
        #expect(Set(rows.map(\.file)).subtracting(tally.identical) == Set(Self.rest.values.joined()))
    }

    @Test func `most archives have the same bytes with the types of the standard registry`() throws {
        let tally = try CodingTally(of: Corpus.rows("archives"), registry: .standard, keepingOrigins: true)
        #expect(tally.identical.count >= 278)
    }
}

/// What came of decoding archives and encoding them again.
private struct CodingTally {
    /// How many are equal as graphs, how many of those have the same UIDs, and how many of those the same bytes.
    var equal = 0
    var sameNumbering = 0
    var identical: Set<String> = []
    private let keepsOrigins: Bool
    /// The others, with what differs in each.
    var different: [String: String] = [:]

    init(of rows: [Corpus.Row], registry: ClassRegistry, keepingOrigins keepsOrigins: Bool = false) throws {
        self.keepsOrigins = keepsOrigins
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
        let copy = try GenericCopy.bytes(
            of: archive,
            from: bytes,
            registry: registry,
            layout: archive.layout,
            keepingOrigins: keepsOrigins
        )
        let measure: ArchiveComparison.Measure = archive.archiver == "NSKeyedArchiver" ? .fields : .contents
        let comparison = try ArchiveComparison(archive, KeyedArchive(copy), by: measure)
        if let difference = comparison.difference {
            different[row.file] = difference
            return
        }
        equal += 1
        guard comparison.hasSameNumbering else { return }
        sameNumbering += 1
        if copy == bytes { identical.insert(row.file) }
    }
}
