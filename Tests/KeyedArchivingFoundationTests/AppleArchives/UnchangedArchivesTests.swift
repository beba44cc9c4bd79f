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

    /// The archives of all folders, by name, that the strict check has nothing against.
    static let archives: [(name: String, bytes: [UInt8])] = {
        let rows = ["archives", "more", "found"].flatMap { (try? Corpus.sample($0)) ?? [] }
        return rows.compactMap { row in
            guard let bytes = try? row.bytes(), let archive = try? KeyedArchive(bytes),
                archive.problems(strict: true, limit: 1).isEmpty, !unsound.contains(row.file)
            else { return nil }
            return (row.file, bytes)
        }
    }()

    /// Files that aren't as an archiver wrote them, and pass the check all the same.
    static let unsound: Set<String> = ["kiler129+NSKeyedUnarchiver/BrokenData_missingRoot.xml.plist"]

    @Test(arguments: Way.all)
    func `nothing is lost`(way: Way) throws {
        var lost: [String] = []
        for (name, bytes) in Self.archives {
            if let difference = Self.difference(bytes, way) { lost.append("\(name): \(difference)") }
        }
        #expect(lost.isEmpty, "\(lost.count) of \(Self.archives.count):\n\(lost.joined(separator: "\n"))")
    }

    /// What an archive has lost; nil if nothing.
    private static func difference(_ bytes: [UInt8], _ way: Way) -> String? {
        do {
            let archive = try KeyedArchive(bytes)
            let copy = try GenericCopy.bytes(
                of: archive, from: bytes, registry: way.registry, layout: way.isOwnLayout ? archive.layout : .current,
                preservingValueIdentity: way.preservesIdentity)
            if copy == bytes { return nil }
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
