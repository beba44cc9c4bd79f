import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import TestSupport
import Testing

/// Real archives that are decoded and encoded again without a change lose nothing, whatever types stand for their
/// classes.
@Suite(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
struct UnchangedArchivesTests {
    /// How an archive is decoded and encoded.
    struct Way: Sendable, CustomTestStringConvertible {
        var types: String
        var registry: ClassRegistry
        var preservesIdentity: Bool
        var isOwnLayout: Bool

        var testDescription: String {
            "\(types), \(preservesIdentity ? "with" : "without") value identity, \(isOwnLayout ? "own" : "current") layout"
        }

        /// Whether the bytes are the same, not only the content.
        var keepsBytes: Bool { preservesIdentity && isOwnLayout }

        static let all: [Way] = [true, false].flatMap { preservesIdentity in
            [true, false].flatMap { isOwnLayout in
                [("no types", ClassRegistry()), ("standard types", .standard), ("Foundation's types", .foundation)].map
                {
                    Way(
                        types: $0, registry: $1, preservesIdentity: preservesIdentity, isOwnLayout: isOwnLayout)
                }
            }
        }
    }

    /// An archive, and the folder that it is of.
    struct Archive {
        var name: String
        var family: String
        var bytes: [UInt8]
    }

    /// The archives of all folders, and the further ones in their data, as archivers wrote them.
    static let archives: [Archive] = {
        var archives: [Archive] = []
        for family in ["archives", "more", "found"] {
            for row in (try? Corpus.sample(family)) ?? [] where !unsound.contains(row.file) {
                guard let bytes = try? row.bytes() else { continue }
                archives.append(Archive(name: row.file, family: family, bytes: bytes))
            }
        }
        var known = Set(archives.map(\.bytes))
        var position = 0
        while position < archives.count {
            let outer = archives[position]
            position += 1
            for bytes in embedded(in: outer.bytes) where known.insert(bytes).inserted {
                archives.append(Archive(name: "an archive in \(outer.name)", family: "in data", bytes: bytes))
            }
        }
        return archives
    }()

    /// Files that aren't as an archiver wrote them: what is damaged, and one whose root was left out by hand.
    private static let unsound = Set(Corpus.damagedArchives.keys).union([
        "kiler129+NSKeyedUnarchiver/BrokenData_missingRoot.xml.plist"
    ])

    /// The archives in the data of an archive.
    private static func embedded(in bytes: [UInt8]) -> [[UInt8]] {
        guard let archive = try? KeyedArchive(bytes), let top = try? archive.topLevel() else { return [] }
        var values = top.map(\.value)
        for number in 0..<archive.objectCount {
            switch try? archive.entry(at: UID(UInt64(number))) {
            case .value(let value): values.append(value)
            case .object(let record): values += record.fields.map(\.value)
            default: break
            }
        }
        return values.compactMap { value in
            guard case .data(let bytes) = value, (try? archive.nestedArchive(in: bytes)) != nil else { return nil }
            return bytes
        }
    }

    @Test(.rows)
    func `nothing is lost`() {
        forEachRow(Way.all) { (way: Way) throws in
            var lost: [String] = []
            var counts: [String: (identical: Int, total: Int)] = [:]
            for archive in Self.archives {
                var isIdentical = false
                if let difference = Self.difference(archive.bytes, way, isIdentical: &isIdentical) {
                    lost.append("\(archive.name): \(difference)")
                }
                let (identical, total) = counts[archive.family] ?? (0, 0)
                counts[archive.family] = (identical + (isIdentical ? 1 : 0), total + 1)
            }
            #expect(lost.isEmpty, "\(lost.count) of \(Self.archives.count):\n\(lost.joined(separator: "\n"))")
            guard TestScale.isFull else { return }
            #expect(counts.mapValues(\.total) == ["archives": 317, "more": 112, "found": 72, "in data": 47])
            let families = counts.sorted { $0.key < $1.key }.map { "\($1.identical) of \($1.total) \($0)" }
            print("same bytes, \(way.testDescription): \(families.joined(separator: ", "))")
        }
    }

    /// What an archive has lost; nil if nothing.
    private static func difference(_ bytes: [UInt8], _ way: Way, isIdentical: inout Bool) -> String? {
        do {
            let archive = try KeyedArchive(bytes)
            let copy = try GenericCopy.bytes(
                of: archive, from: bytes, registry: way.registry, layout: way.isOwnLayout ? archive.layout : .current,
                preservingValueIdentity: way.preservesIdentity)
            isIdentical = copy == bytes
            if isIdentical { return nil }
            // What subclasses of the archiver write is laid out in ways of their own.
            let measure: ArchiveComparison.Measure = archive.archiver == "NSKeyedArchiver" ? .fields : .contents
            if let difference = try ArchiveComparison(archive, KeyedArchive(copy), by: measure).difference {
                return difference
            }
            return way.keepsBytes ? "other bytes" : nil
        } catch {
            return "\(error)"
        }
    }
}
