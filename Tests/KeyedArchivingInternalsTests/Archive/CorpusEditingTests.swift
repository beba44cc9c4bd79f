import Foundation
import PropertyLists
import TestSupport
import Testing

@testable import KeyedArchiving

/// Each kind of edit, made in real archives: what comes of it opens, is strictly valid, and is else the same.
@Suite(.enabled(if: Corpus.isPresent)) struct CorpusEditingTests {
    /// How often something was done.
    private struct EditCounts {
        var archives = 0
        var counts: [String: Int] = [:]
    }

    /// Whether edits are tried in every archive, which takes minutes: where `KEYED_ARCHIVING_EDITS` is `all`.
    private static let triesAll = ProcessInfo.processInfo.environment["KEYED_ARCHIVING_EDITS"] == "all"

    /// Every kind of edit has a place in some of the archives with fewer entries than this.
    private static let largest = triesAll ? Int.max : 200

    @Test func `each kind of edit changes what it says, and nothing else`() throws {
        var made = EditCounts()
        for row in try Self.triesAll ? Corpus.rows("archives") : Corpus.sample("archives", atMost: 60) {
            let archive = try KeyedArchive(row.bytes())
            guard archive.objectCount < Self.largest, archive.problems(strict: true).isEmpty else { continue }
            try Self.tryEdits(in: archive, row.file, &made)
        }
        // The table of the article on editing, made with all archives.
        for edit in TriedEdit.all {
            if Self.triesAll { print("| \(edit.name) | \(made.counts[edit.name, default: 0]) |") }
            #expect(made.counts[edit.name, default: 0] > 0, "\(edit.name)")
        }
        print("\(made.archives) archives")
    }

    private static func tryEdits(in archive: KeyedArchive, _ file: String, _ made: inout EditCounts) throws {
        let places = try TriedEdit.places(in: archive) { name in
            FoundationFamily.byClassName[name] == nil && !ColorFields.classNames.contains(name)
        }
        made.archives += 1
        for edit in TriedEdit.all {
            guard let place = places.first(where: edit.applies) else { continue }
            var copy = archive
            try edit.make(&copy, place.path)
            let written = try KeyedArchive(copy.bytes())
            let name = "\(file): \(edit.name) at \(place.path)"
            #expect(written.problems(strict: true) == [], "\(name)")
            #expect(edit.holds(written[place.path]), "\(name)")
            #expect(try edit.changesElsewhere(in: written, from: archive, at: place) == [], "\(name)")
            try checkRest(of: written, against: archive, place, name)
            made.counts[edit.name, default: 0] += 1
        }
    }

    /// All but the object with the place, and what it refers to, is as it was, or was dropped.
    private static func checkRest(
        of written: KeyedArchive,
        against archive: KeyedArchive,
        _ place: ArchiveView,
        _ name: String
    ) throws {
        // The nearest object on the way; the path may end in an array that is in a field.
        var owners: [UID?] = [place.uid]
        for count in 1..<place.path.steps.count {
            owners.append(archive[ArchivePath(Array(place.path.steps.prefix(count)))].uid)
        }
        let changed = try (1..<archive.objectCount).map { UID(UInt64($0)) }.filter {
            let now = try written.entry(at: $0)
            return try now != .null && now != archive.entry(at: $0)
        }
        #expect(changed.allSatisfy { owners.contains($0) }, "\(name): \(changed)")
        #expect(changed.count <= 2, "\(name): \(changed)")
    }
}
