import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Real archives, decoded and encoded again by coders that know none of their classes.
@Suite(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
struct CorpusCodingTests {
    @Test func `each archive survives decoding and encoding where no class is known`() throws {
        let rows = try Corpus.sample("archives")
        let outcomes = try CodingOutcomes(of: rows, registry: ClassRegistry())
        #expect(outcomes.different == [:])
        #expect(outcomes.equal == rows.count)
        guard TestScale.isFull else { return }
        expectRows {
            (outcomes.equal, 317)
            (outcomes.sameNumbering, 173)
            (outcomes.identical.count, 134)
        }
    }

    @Test func `each archive survives decoding and encoding with the standard registry`() throws {
        let rows = try Corpus.sample("archives")
        let outcomes = try CodingOutcomes(of: rows, registry: .standard)
        #expect(outcomes.different == [:])
        #expect(outcomes.equal == rows.count)
        guard TestScale.isFull else { return }
        expectRows {
            (outcomes.equal, 317)
            (outcomes.sameNumbering, 173)
            (outcomes.identical.count, 134)
        }
    }
}

/// Real archives that are decoded, changed in many places and encoded again in their own layout.
@Suite(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
struct CorpusChangesTests {
    @Test("a graph that was changed has the same content, whether it comes with what was stored or without")
    func changedGraphs() throws {
        let rows = try Corpus.rows("archives").enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
        for row in Corpus.sample(rows) {
            let bytes = try row.bytes()
            let archive = try KeyedArchive(bytes)
            func changed(_ preservesValueIdentity: Bool) throws -> KeyedArchive {
                let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: ClassRegistry())
                unarchiver.keepsUnknownClasses = true
                try unarchiver.disableSecureCoding()
                if preservesValueIdentity { unarchiver.preservesValueIdentity = true }
                let archiver = KeyedArchiver(layout: archive.layout)
                try archiver.encodeTopLevelFields(Change.apply(to: try unarchiver.decodeTopLevelFields()))
                return try KeyedArchive(try archiver.encodedBytes)
            }
            let comparison = try ArchiveComparison(changed(true), changed(false), by: .contents)
            #expect(comparison.difference == nil, "\(row.file)")
        }
    }
}

/// Changes a decoded graph here and there, always in the same way.
private enum Change {
    static func apply(to fields: [ArchivedObject.Field]) -> [ArchivedObject.Field] {
        var pending = fields.reversed().flatMap { objects(in: $0.value) }
        var seen: Set<ObjectIdentifier> = []
        var count = 0
        while let object = pending.popLast() {
            guard seen.insert(ObjectIdentifier(object)).inserted else { continue }
            count += 1
            pending += object.fields.reversed().flatMap { objects(in: $0.value) }
            switch count % 5 {
            case 0: object.fields.reverse()
            case 1: object["added \(count)"] = .object(ArchivedObject(ArchivedClass(name: "Added")))
            case 2 where !object.fields.isEmpty: object.fields.removeFirst()
            case 3: object["number"] = .inline(.integer(Int64(count)))
            default: break
            }
        }
        return fields + [.init("added", .inline(true))]
    }

    private static func objects(in value: ArchivedValue) -> [ArchivedObject] {
        switch value {
        case .object(let object): [object as? ArchivedObject].compactMap { $0 }
        case .objects(let objects): objects.reversed().compactMap { $0 as? ArchivedObject }
        case .inline: []
        }
    }
}

/// What came of decoding archives and encoding them again.
private struct CodingOutcomes {
    /// How many are equal as graphs, how many of those have the same UIDs, and how many of those the same bytes.
    var equal = 0
    var sameNumbering = 0
    var identical: Set<String> = []
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
        let copy = try GenericCopy.bytes(of: archive, from: bytes, registry: registry, layout: archive.layout)
        // The same bytes are the same graph; comparing the two takes most of the time.
        if copy == bytes {
            equal += 1
            sameNumbering += 1
            identical.insert(row.file)
            return
        }
        let measure: ArchiveComparison.Measure = archive.archiver == "NSKeyedArchiver" ? .fields : .contents
        let comparison = try ArchiveComparison(archive, KeyedArchive(copy), by: measure)
        if let difference = comparison.difference {
            different[row.file] = difference
            return
        }
        equal += 1
        if comparison.hasSameNumbering { sameNumbering += 1 }
    }
}
