package import KeyedArchiving
internal import PropertyLists

/// A kind of edit by path, which is made in real archives where it applies.
package struct TriedEdit: Sendable {
    /// What may differ afterwards.
    package enum Scope: Sendable {
        /// What the path leads to.
        case place
        /// What the collection there holds.
        case members
        /// Every place that shares the entry.
        case entry
    }

    /// In a few words.
    package var name: String
    package var scope = Scope.place
    /// Whether the edit can be made at a place.
    package var applies: @Sendable (ArchiveView) -> Bool
    package var make: @Sendable (inout KeyedArchive, ArchivePath) throws -> Void
    /// What is at the place, or in it, afterwards.
    package var holds: @Sendable (ArchiveView) -> Bool
}

/// An object of a class that no real archive has.
package struct EditedNote: Codingable, Equatable {
    package static var codedClassName: String { "EditedNote" }

    package var text: String
    package var count: Int

    package init(text: String, count: Int) {
        self.text = text
        self.count = count
    }

    package func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(text, forKey: "text")
        try archiver.encode(count, forKey: "count")
    }

    package init(coder unarchiver: KeyedUnarchiver) throws {
        text = try unarchiver.decode(String.self, forKey: "text")
        count = try unarchiver.decodeInteger(forKey: "count")
    }
}

extension TriedEdit {
    private struct EncodableNote: Encodable {
        var text = "Grace"
        var numbers = [1, 2]
    }

    private static func element(_ path: ArchivePath, _ position: Int) -> ArchivePath {
        ArchivePath(path.steps + [.index(position)])
    }

    private static func member(_ path: ArchivePath, _ key: String) -> ArchivePath {
        ArchivePath(path.steps + [.key(key)])
    }

    private static func isText(_ view: ArchiveView) -> Bool { view.string != nil && view.uid != nil }

    private static func isField(_ view: ArchiveView) -> Bool {
        if case .key = view.path.steps.last { view.path.steps.count > 1 } else { false }
    }

    /// Whether a view is of an entry of a dictionary, which can't be nil.
    private static func isEntry(_ view: ArchiveView) -> Bool {
        view.archive?[ArchivePath(view.path.steps.dropLast())].entries != nil
    }

    /// Whether a text or an integer is a key on its own path; archives have one entry for the two.
    private static func isItsOwnKey(_ view: ArchiveView) -> Bool {
        (view.string ?? view.int.map(String.init)).map { view.path.steps.contains(.key($0)) } ?? false
    }

    private static func isList(_ view: ArchiveView, atLeast count: Int = 0) -> Bool {
        (view.elements?.count ?? -1) >= count && view.uid != nil
    }

    /// Whether a path leads to the components of a color, which are text in data.
    private static func isColorComponents(_ path: ArchivePath) -> Bool {
        ["NSRGB", "NSWhite", "NSCMYK"].contains { path.steps.last == .key($0) }
    }

    /// The path to the first text within the archive that the data at a place holds; nil if there is none.
    private static func nestedText(_ view: ArchiveView) -> ArchivePath? {
        guard view.bytes != nil, let inner = view.nestedArchive["root"].archive, inner.objectCount < 200,
            let text = try? inner.matches("root.**").first(where: isText)
        else { return nil }
        return ArchivePath(view.path.steps + [.nestedArchive] + text.path.steps)
    }

    /// Each kind of edit.
    package static let all: [TriedEdit] = values + objects + collections

    private static let values: [TriedEdit] = [
        TriedEdit(name: "set text", applies: isText) {
            try $0.set("Grace", at: $1)
        } holds: {
            $0.string == "Grace" && $0.uid != nil
        },
        TriedEdit(name: "set text, everywhere", scope: .entry, applies: { isText($0) && !isItsOwnKey($0) }) {
            try $0.set("Grace", at: $1, everywhere: true)
        } holds: {
            $0.string == "Grace"
        },
        TriedEdit(name: "set an integer", applies: { $0.int != nil }) {
            try $0.set(77, at: $1)
        } holds: {
            $0.int == 77
        },
        TriedEdit(
            name: "set an integer, everywhere", scope: .entry,
            applies: { $0.int != nil && $0.uid != nil && !isItsOwnKey($0) }
        ) {
            try $0.set(77, at: $1, everywhere: true)
        } holds: {
            $0.int == 77
        },
        TriedEdit(name: "set a real", applies: { $0.double != nil && $0.int == nil }) {
            try $0.set(0.25, at: $1)
        } holds: {
            $0.double == 0.25
        },
        TriedEdit(name: "set a boolean", applies: { $0.bool != nil }) {
            try $0.set(true, at: $1)
        } holds: {
            $0.bool == true
        },
        TriedEdit(name: "set a date", applies: isText) {
            try $0.set(PropertyList.date(5), at: $1, orphans: .kept)
        } holds: {
            $0.date?.timeIntervalSinceReferenceDate == 5
        },
        TriedEdit(name: "set data", applies: { $0.bytes != nil && !isColorComponents($0.path) }) {
            try $0.set(PropertyList.data([1, 2, 3]), at: $1)
        } holds: {
            $0.bytes == [1, 2, 3]
        },
        TriedEdit(name: "set nil", applies: { $0.uid != nil && isField($0) && !isEntry($0) }) {
            try $0.set(PropertyList.uid(0), at: $1)
        } holds: {
            $0.isNil
        },
    ]

    private static let objects: [TriedEdit] = [
        TriedEdit(name: "set a list", applies: isText) {
            try $0.set(["a", 1, .data([2])] as PropertyList, at: $1)
        } holds: {
            $0[0].string == "a" && $0[2].bytes == [2]
        },
        TriedEdit(name: "set a dictionary", applies: isText) {
            try $0.set(["a": ["b", 1.5]] as PropertyList, at: $1)
        } holds: {
            $0["a"][0].string == "b" && $0["a"][1].double == 1.5
        },
        TriedEdit(name: "set a Codingable object", applies: isText) {
            try $0.set(EditedNote(text: "Grace", count: 7), at: $1)
        } holds: {
            $0.className == "EditedNote" && $0["text"].string == "Grace" && $0["count"].int == 7
        },
        TriedEdit(name: "set an Encodable value", applies: isText) {
            try $0.setEncodable(EncodableNote(), at: $1)
        } holds: {
            $0["text"].string == "Grace" && $0["numbers"][1].int == 2
        },
        TriedEdit(name: "set text in an archive in data", applies: { nestedText($0) != nil }) { archive, path in
            guard let text = nestedText(archive[path]) else { return }
            try archive.set("Grace", at: text)
        } holds: {
            // The first text is in another place if it was a key's before.
            $0.nestedArchive["root"].archive.map { inner in
                inner.problems(strict: true).isEmpty
                    && (try? inner.matches("root.**").contains { $0.string == "Grace" }) == true
            } ?? false
        },
    ]

    private static let collections: [TriedEdit] = [
        TriedEdit(name: "remove a field or an entry", applies: isField) {
            try $0.remove(at: $1)
        } holds: {
            !$0.exists
        },
        TriedEdit(name: "remove an element", scope: .members, applies: { isList($0, atLeast: 1) }) {
            try $0.remove(at: element($1, -1))
        } holds: {
            isList($0)
        },
        TriedEdit(name: "append", scope: .members, applies: { isList($0) }) {
            try $0.append("last", to: $1)
        } holds: {
            $0[-1].string == "last"
        },
        TriedEdit(name: "insert", scope: .members, applies: { isList($0) }) {
            try $0.insert("first", at: element($1, 0))
        } holds: {
            $0[0].string == "first"
        },
        TriedEdit(name: "move within a list", scope: .members, applies: { isList($0, atLeast: 2) }) {
            try $0.move(from: element($1, 0), to: element($1, 1))
        } holds: {
            isList($0, atLeast: 2)
        },
        TriedEdit(name: "move an entry to another key", scope: .members, applies: { ($0.entries?.count ?? 0) > 0 }) {
            guard let key = $0[$1].entries?.compactMap(\.key.string).first else { return }
            try $0.move(from: member($1, key), to: member($1, "a new key"))
        } holds: {
            $0["a new key"].exists || $0.entries?.contains { $0.key.string != nil } != true
        },
        TriedEdit(name: "add a key", scope: .members, applies: { $0.entries != nil }) {
            try $0.set("value", at: member($1, "a new key"))
        } holds: {
            $0["a new key"].string == "value" && $0["a new key"].uid != nil
        },
    ]
}
