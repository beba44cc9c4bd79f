import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Nil, which fields hold and collections don't.
///
/// An edit that put it into a dictionary made archives at which Foundation's unarchiver ended the process: its
/// `NSDictionary.init(coder:)` leaves nil values out and then reads as many values as there are keys. It does so with
/// archives as they come, too, where it doesn't know the class of a value.
@Suite struct NilEditingTests {
    @Test(.rows)
    func `a collection takes no nil`() {
        forEachRow(["root.options.volume", "root.options.other", "root.scores[0]"]) { (path: String) throws in
            var archive = try ViewedArchive.open()
            #expect(throws: ArchiveError(.unrepresentable, "")) { try archive.set(PropertyList.uid(0), at: path) }
            #expect(throws: ArchiveError(.unrepresentable, "")) { try archive.set(PropertyList.null, at: path) }
            #expect(throws: ArchiveError(.unrepresentable, "")) { try archive.set(String?.none, at: path) }
            #expect(throws: ArchiveError(.unrepresentable, "")) { try archive.move(from: "root.nothing", to: path) }
            #expect(!archive.isChanged)
        }
    }

    @Test func `nor is nil added to one`() throws {
        var archive = try ViewedArchive.open()
        #expect(throws: ArchiveError(.unrepresentable, "")) { try archive.append(PropertyList.null, to: "root.scores") }
        #expect(throws: ArchiveError(.unrepresentable, "")) {
            try archive.insert(PropertyList.uid(0), at: "root.scores[1]")
        }
        #expect(!archive.isChanged)
    }

    @Test func `fields and top-level keys hold nil`() throws {
        var archive = try ViewedArchive.open()
        try archive.set(PropertyList.null, at: "root.title")
        try archive.set(PropertyList.uid(0), at: "label")
        #expect(archive["root.title"].isNil && archive["label"].isNil)
        #expect(archive.problems(strict: true) == [])
    }
}
