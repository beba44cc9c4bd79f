import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Nil, which fields hold, and for which collections hold a null object.
///
/// A null reference in a dictionary made archives at which Foundation's unarchiver ended the process: its
/// `NSDictionary.init(coder:)` leaves nil values out and then reads as many values as there are keys. It does so with
/// archives as they come, too, where it doesn't know the class of a value.
@Suite struct NilEditingTests {
    @Test(.rows)
    func `nil in a collection is a null object`() {
        forEachRow(["root.options.volume", "root.options.other", "root.scores[0]"]) { (path: String) throws in
            let edits: [(inout KeyedArchive) throws -> Void] = [
                { try $0.set(PropertyList.uid(0), at: path) }, { try $0.set(PropertyList.null, at: path) },
                { try $0.set(String?.none, at: path) }, { try $0.move(from: "root.nothing", to: path) },
            ]
            for edit in edits {
                var archive = try ViewedArchive.open()
                try edit(&archive)
                let view = archive[try ArchivePath(path)]
                #expect(view.className == "NSNull")
                #expect(archive.problems(strict: true) == [])
            }
        }
    }

    @Test func `nil is added to a collection as a null object, and fields and top-level keys hold it`() throws {
        var archive = try ViewedArchive.open()
        try archive.append(PropertyList.null, to: "root.scores")
        try archive.insert(PropertyList.uid(0), at: "root.scores[1]")
        let scores = archive["root.scores"]
        let last = try scores.require(\.elements).last
        #expect(scores[1].className == "NSNull" && last?.className == "NSNull")
        #expect(archive.problems(strict: true) == [])

        var held = try ViewedArchive.open()
        try held.set(PropertyList.null, at: "root.title")
        try held.set(PropertyList.uid(0), at: "label")
        #expect(held["root.title"].isNil && held["label"].isNil)
        #expect(held.problems(strict: true) == [])
    }
}
