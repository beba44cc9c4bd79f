import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import TestSupport
import Testing

/// A real archive that is decoded, changed in one place and encoded again differs in that place alone: it is equal to
/// the archive in which an edit by path made the same change.
@Suite(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
struct SingleChangeTests {
    typealias Kind = SingleChange.Kind

    /// How an archive is decoded and encoded.
    private struct Way {
        var preservesIdentity: Bool
        var isOwnLayout: Bool

        static let all = [true, false].flatMap { preservesIdentity in
            [true, false].map { Way(preservesIdentity: preservesIdentity, isOwnLayout: $0) }
        }
    }

    /// An archive, and how many places for each kind of change it has.
    private struct Original {
        var name: String
        var bytes: [UInt8]
        var archive: KeyedArchive
        var counts: [Kind: Int]
    }

    private static let originals: [Original] = UnchangedArchivesTests.archives.compactMap { original in
        guard let archive = try? KeyedArchive(original.bytes),
            let fields = try? unarchiver(of: original.bytes, false).decodeTopLevelFields(),
            let counts = try? SingleChange.counts(in: fields, of: archive)
        else { return nil }
        return Original(name: original.name, bytes: original.bytes, archive: archive, counts: counts)
    }

    private static func unarchiver(of bytes: [UInt8], _ preservesIdentity: Bool) throws -> KeyedUnarchiver {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: .foundation)
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        unarchiver.preservesValueIdentity = preservesIdentity
        return unarchiver
    }

    /// What else a change changes; nil if nothing.
    private static func difference(
        _ kind: Kind, at place: Int, in original: Original, _ way: Way
    ) throws -> String? {
        let archive = original.archive
        let unarchiver = try unarchiver(of: original.bytes, way.preservesIdentity)
        let fields = try unarchiver.decodeTopLevelFields()
        guard let edited = try SingleChange.make(kind, at: place, in: fields, of: archive) else {
            return "no place \(place)"
        }
        let archiver: KeyedArchiver
        if way.isOwnLayout {
            archiver = try KeyedArchiver(rewriting: unarchiver)
        } else {
            archiver = KeyedArchiver(layout: .current)
            archiver.archiverName = unarchiver.archiverName
            archiver.outputFormat = archive.format
        }
        try archiver.encodeTopLevelFields(fields)
        let measure: ArchiveComparison.Measure = archive.archiver == "NSKeyedArchiver" ? .fields : .contents
        return try ArchiveComparison(edited, KeyedArchive(archiver.encodedBytes), by: measure).difference
    }

    /// The changes of a kind that are tried: of each archive the first place, the one in the middle and the last one.
    ///
    /// A quick run tries one of these and one way for each archive, all of them in turn.
    private static func trials(of kind: Kind) -> [(original: Original, place: Int, way: Way)] {
        var trials: [(Original, Int, Way)] = []
        for (number, original) in originals.enumerated() {
            guard let count = original.counts[kind] else { continue }
            let places = Set([0, count / 2, count - 1]).sorted()
            let turn = number + kind.rawValue
            for (position, place) in places.enumerated() where TestScale.isFull || position == turn % places.count {
                // Each way for the place in the middle, and all in turn for the others.
                let isEach = TestScale.isFull && position == places.count / 2
                let ways = isEach ? Way.all : [Way.all[(turn / 3 + position) % Way.all.count]]
                trials += ways.map { (original, place, $0) }
            }
        }
        return trials
    }

    @Test(.rows)
    func `one change is one difference`() {
        forEachRow(Kind.allCases) { (kind: Kind) throws in
            var failures: [String] = []
            let trials = Self.trials(of: kind)
            for (original, place, way) in trials {
                var difference: String?
                do {
                    difference = try Self.difference(kind, at: place, in: original, way)
                } catch {
                    difference = "\(error)"
                }
                guard let difference else { continue }
                let mode =
                    "\(way.preservesIdentity ? "with" : "without") identity, \(way.isOwnLayout ? "own" : "current") layout"
                failures.append("\(original.name), place \(place), \(mode): \(difference)")
            }
            if TestScale.isFull {
                #expect(!trials.isEmpty)
                let count = Self.originals.count { $0.counts[kind] != nil }
                print("\(trials.count) changes of \(kind) in \(count) archives")
            }
            #expect(failures.isEmpty, "\(failures.count) of \(trials.count):\n\(failures.joined(separator: "\n"))")
        }
    }
}
