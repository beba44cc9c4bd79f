import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// What the default limits and those for untrusted input refuse: no genuine archive.
@Suite struct GenuineArchiveLimitsTests {
    private static let parts = ["archives", "more", "found/archives"]

    /// The genuine keyed archives of a part that this run tries; other files aren't archives.
    private static func archives(_ part: String) throws -> [(name: String, bytes: [UInt8])] {
        let folder = Corpus.folder.appendingPathComponent(part)
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        var archives: [(name: String, bytes: [UInt8])] = []
        for (number, file) in files.enumerated() where TestScale.isFull || number.isMultiple(of: 16) {
            guard let data = try? Data(contentsOf: folder.appendingPathComponent(file)) else { continue }
            let bytes = Array(data)
            if (try? KeyedArchive(bytes, limits: .unlimited)) != nil { archives.append((file, bytes)) }
        }
        return archives
    }

    /// The work on an archive that a program may do, by name.
    private static let work: [(name: String, body: @Sendable ([UInt8], Limits) throws -> Void)] = [
        ("check", { _ = try KeyedArchive($0, limits: $1).problems() }),
        ("audit", { _ = try KeyedArchive($0, limits: $1).audit() }),
        ("classes", { _ = try KeyedArchive($0, limits: $1).classSummary }),
        ("compare", { try compare($0, $1) }), ("entries", { try readEntries($0, $1) }),
        ("match", { _ = try KeyedArchive($0, limits: $1).matches("**") }),
        ("write as XML", { _ = try KeyedArchive($0, limits: $1).bytes(format: .xml) }),
        ("decode a property list", { try decodeList($0, $1) }), ("decode values", { try decodeValues($0, $1) }),
        ("decode untyped", { try decode($0, $1, ClassRegistry()) }),
        ("decode typed", { try decode($0, $1, .foundation) }),
    ]

    private static func compare(_ bytes: [UInt8], _ limits: Limits) throws {
        let archive = try KeyedArchive(bytes, limits: limits)
        _ = try archive.difference(from: archive)
    }

    private static func readEntries(_ bytes: [UInt8], _ limits: Limits) throws {
        let archive = try KeyedArchive(bytes, limits: limits)
        for number in 0..<archive.objectCount { _ = try archive.entry(at: UID(UInt64(number))) }
    }

    private static func keys(_ bytes: [UInt8]) throws -> [String] {
        try KeyedArchive(bytes).topLevel().compactMap { field in
            if case .uid = field.value { field.key.string } else { nil }
        }
    }

    private static func decodeList(_ bytes: [UInt8], _ limits: Limits) throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, limits: limits)
        for key in try keys(bytes) { _ = try unarchiver.decodePropertyList(forKey: key) }
    }

    private static func decodeValues(_ bytes: [UInt8], _ limits: Limits) throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: .foundation, limits: limits)
        for key in try keys(bytes) { _ = try unarchiver.decodeDecodable(ValueOfAnyKind.self, forKey: key) }
    }

    private static func decode(_ bytes: [UInt8], _ limits: Limits, _ registry: ClassRegistry) throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: registry, limits: limits)
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        for key in try keys(bytes) { _ = try unarchiver.decodeObject(forKey: key) }
    }

    @Test(.enabled(if: Corpus.isPresent, "the corpus is not present"), arguments: parts)
    func `no genuine archive exceeds the default limits, or the multiples of those for untrusted input`(
        part: String
    ) throws {
        let archives = try Self.archives(part)
        #expect(archives.count >= (TestScale.isFull ? 70 : 4))
        var refused: [String] = []
        for archive in archives {
            for (name, body) in Self.work {
                for (preset, limits) in [("default", Limits.default), ("untrusted", .untrusted)] {
                    do {
                        try body(archive.bytes, limits)
                    } catch let error as ArchiveError where error.code == .limitExceeded {
                        refused.append("\(archive.name), \(name), \(preset): \(error)")
                    } catch {
                        // What else is wrong with a file isn't looked for here.
                    }
                }
            }
        }
        #expect(refused == [])
    }
}
