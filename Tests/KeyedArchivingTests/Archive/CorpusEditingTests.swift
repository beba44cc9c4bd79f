import PropertyLists
import TestSupport
import Testing

@testable import KeyedArchiving

/// Each kind of edit, made in real archives: what comes of it opens, is strictly valid, and is else the same.
@Suite(.enabled(if: Corpus.isPresent)) struct CorpusEditingTests {
    private struct Edit: Sendable {
        var name: String
        /// Whether the edit is made at a place.
        var applies: @Sendable (ArchiveView) -> Bool
        var make: @Sendable (inout KeyedArchive, ArchivePath) throws -> Void
        /// What is at the place, or in it, afterwards.
        var holds: @Sendable (ArchiveView) -> Bool
    }

    private static func element(_ path: ArchivePath, _ position: Int) -> ArchivePath {
        ArchivePath(path.steps + [.index(position)])
    }

    private static func member(_ path: ArchivePath, _ key: String) -> ArchivePath {
        ArchivePath(path.steps + [.key(key)])
    }

    private static func isField(_ view: ArchiveView) -> Bool {
        if case .key = view.path.steps.last { view.path.steps.count > 1 } else { false }
    }

    /// Whether a view is of an entry of a dictionary, which can't be nil.
    private static func isEntry(_ view: ArchiveView) -> Bool {
        view.archive?[ArchivePath(view.path.steps.dropLast())].entries != nil
    }

    /// Whether a text is a key on its own path; archives have one entry for the two.
    private static func isItsOwnKey(_ view: ArchiveView) -> Bool {
        view.string.map { view.path.steps.contains(.key($0)) } ?? false
    }

    private static let edits: [Edit] = [
        Edit(name: "text for text", applies: { $0.string != nil && $0.uid != nil }) {
            try $0.set("Grace", at: $1)
        } holds: {
            $0.string == "Grace" && $0.uid != nil
        },
        // Of a text that is its own key, the key changes as well.
        Edit(name: "text everywhere", applies: { $0.uid != nil && $0.string != nil && !isItsOwnKey($0) }) {
            try $0.set("Grace", at: $1, everywhere: true)
        } holds: {
            $0.string == "Grace"
        },
        Edit(name: "a number for a number", applies: { $0.int != nil }) {
            try $0.set(77, at: $1)
        } holds: {
            $0.int == 77
        },
        Edit(name: "a real for a real", applies: { $0.double != nil && $0.int == nil }) {
            try $0.set(0.25, at: $1)
        } holds: {
            $0.double == 0.25
        },
        Edit(name: "a boolean", applies: { $0.bool != nil }) {
            try $0.set(true, at: $1)
        } holds: {
            $0.bool == true
        },
        Edit(name: "data", applies: { $0.bytes != nil }) {
            try $0.set(PropertyList.data([1, 2, 3]), at: $1)
        } holds: {
            $0.bytes == [1, 2, 3]
        },
        Edit(name: "a date", applies: { $0.string != nil && $0.uid != nil }) {
            try $0.set(PropertyList.date(5), at: $1, orphans: .kept)
        } holds: {
            $0.date?.secondsSince2001 == 5
        },
        Edit(name: "a tree", applies: { $0.string != nil && $0.uid != nil }) {
            try $0.set(["a": ["b", 1, .data([2])]] as PropertyList, at: $1)
        } holds: {
            $0["a"][0].string == "b" && $0["a"][2].bytes == [2]
        },
        Edit(name: "nil", applies: { $0.uid != nil && isField($0) && !isEntry($0) }) {
            try $0.set(PropertyList.uid(0), at: $1)
        } holds: {
            $0.isNil
        },
        Edit(name: "removal", applies: { isField($0) }) {
            try $0.remove(at: $1)
        } holds: {
            !$0.exists
        },
        Edit(name: "appending", applies: { $0.elements != nil && $0.uid != nil }) {
            try $0.append("last", to: $1)
        } holds: {
            $0[-1].string == "last"
        },
        Edit(name: "inserting", applies: { $0.elements != nil && $0.uid != nil }) {
            try $0.insert("first", at: element($1, 0))
        } holds: {
            $0[0].string == "first"
        },
        Edit(name: "a new key", applies: { $0.entries != nil }) {
            try $0.set("value", at: member($1, "a new key"))
        } holds: {
            $0["a new key"].string == "value" && $0["a new key"].uid != nil
        },
        Edit(name: "moving", applies: { ($0.elements?.count ?? 0) > 1 && $0.uid != nil }) {
            try $0.move(from: element($1, 0), to: element($1, 1))
        } holds: {
            ($0.elements?.count ?? 0) > 1
        },
    ]

    /// The first places that an edit applies to, one of each sort.
    private static func places(_ archive: KeyedArchive) throws -> [ArchiveView] {
        try archive.matches("**").filter { view in
            guard view.path.steps.count > 1 else { return false }
            let owner = archive[ArchivePath(view.path.steps.dropLast())]
            if owner.elements != nil || owner.entries != nil { return true }
            // What Foundation's own objects hold in their fields isn't for anyone to choose.
            return FoundationFamily.byClassName[owner.className ?? ""] == nil
        }
    }

    @Test func `each kind of edit changes what it says, and nothing else`() throws {
        var made: [String: Int] = [:]
        for row in try Corpus.sample("archives", atMost: 60) {
            let bytes = try row.bytes()
            let archive = try KeyedArchive(bytes)
            // Every kind of edit has a place in some of the smaller ones.
            guard archive.objectCount < 200 else { continue }
            guard archive.problems(strict: true).isEmpty else { continue }
            let places = try Self.places(archive)
            for edit in Self.edits {
                guard let place = places.first(where: edit.applies) else { continue }
                var copy = archive
                try edit.make(&copy, place.path)
                let written = try KeyedArchive(copy.bytes())
                let name = "\(row.file): \(edit.name) at \(place.path)"
                #expect(written.problems(strict: true) == [], "\(name)")
                #expect(edit.holds(written[place.path]), "\(name)")
                try Self.checkRest(of: written, against: archive, place, name)
                made[edit.name, default: 0] += 1
            }
        }
        for edit in Self.edits { #expect(made[edit.name, default: 0] > 0, "\(edit.name)") }
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
