import Foundation
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What was edited is read by the toolchain's unarchiver.
@Suite struct PlatformEditingTests {
    private static var original: NSDictionary {
        [
            "name": "Ada", "scores": [3, 2.5, "three"] as NSArray, "isMember": true,
            "born": Date(timeIntervalSinceReferenceDate: 5),
            "data": Data([1, 2, 3]), "options": ["volume": 10, "mode": "dark"] as NSDictionary,
            "inner": Data(PlatformCoder.archive(["a": "text"] as NSDictionary)),
        ]
    }

    private func read(_ edit: (inout KeyedArchive) throws -> Void) throws -> NSDictionary {
        var archive = try KeyedArchive(PlatformCoder.archive(Self.original))
        try edit(&archive)
        return try #require(try PlatformCoder.unarchive(archive.bytes()) as? NSDictionary)
    }

    @Test func `text that is set is read`() throws {
        let read = try read { archive in
            try archive.set("Grace", at: "root.name")
            try archive.setTopLevelValue("text", forKey: "label")
        }
        #expect(read["name"] as? String == "Grace")
    }

    @Test func `each kind of edit is read`() throws {
        let read = try read { archive in
            try archive.set(11, at: "root.scores[0]")
            try archive.append("last", to: "root.scores")
            try archive.insert(PropertyList.date(7), at: "root.scores[1]")
            try archive.set(PropertyList.data([9]), at: "root.data")
            try archive.set(["a": [1, "b"]] as PropertyList, at: "root.tree")
            try archive.set(true, at: "root.options.on")
            try archive.remove(at: "root.options.volume")
            try archive.move(from: "root.born", to: "root.options.born")
        }
        expectRows {
            (read["scores"] as? NSArray, [11, Date(timeIntervalSinceReferenceDate: 7), 2.5, "three", "last"])
            (read["data"] as? Data, Data([9]))
            (read["tree"] as? NSDictionary, ["a": [1, "b"] as NSArray])
            (
                read["options"] as? NSDictionary,
                [
                    "mode": "dark", "on": true, "born": Date(timeIntervalSinceReferenceDate: 5),
                ]
            )
            (read["born"], nil)
        }
    }

    /// The classes of Foundation that the toolchain's unarchiver reads on every platform.
    private static let classes: Set<String> = [
        "NSArray", "NSMutableArray", "NSDictionary", "NSMutableDictionary", "NSString", "NSMutableString", "NSDate",
        "NSSet", "NSMutableSet", "NSData", "NSMutableData", "NSUUID", "NSNull",
    ]

    /// The object that is put into archives, for the toolchain's coder.
    private final class Note: NSObject, NSCoding {
        let text: String?
        let count: Int

        init?(coder: NSCoder) {
            text = coder.decodeObject(forKey: "text") as? String
            count = coder.decodeInteger(forKey: "count")
        }

        func encode(with coder: NSCoder) {}
    }

    @Test(.enabled(if: Corpus.isPresent))
    func `real archives that the toolchain's unarchiver reads are read after each kind of edit, too`() throws {
        var counts: [String: Int] = [:]
        var count = 0
        // On other files it ends the process.
        let rows = try Corpus.sample("archives", every: 1).filter { $0.file.contains("swift-corelibs-foundation") }
        var files = try rows.map { (name: $0.file, bytes: try $0.bytes()) }
        files.append(("the toolchain's own", PlatformCoder.archive(Self.original)))
        for (name, bytes) in files {
            let archive = try KeyedArchive(bytes)
            let objects = try archive.matches("**<NSObject>")
            guard objects.allSatisfy({ Self.classes.contains($0.className ?? "") }),
                (try? PlatformCoder.unarchive(bytes)) != nil
            else { continue }
            count += 1
            let places = try TriedEdit.places(in: archive) { _ in false }
            for edit in TriedEdit.all {
                guard let place = places.first(where: edit.applies) else { continue }
                var copy = archive
                try edit.make(&copy, place.path)
                let read = try PlatformCoder.unarchive(copy.bytes(), classes: ["EditedNote": Note.self])
                #expect(read != nil, "\(name): \(edit.name) at \(place.path)")
                counts[edit.name, default: 0] += 1
            }
        }
        for edit in TriedEdit.all {
            if TestScale.isFull { print("\(edit.name): read in \(counts[edit.name, default: 0]) of \(count) archives") }
        }
        // Where there is a field of an object of one's own, this Foundation has no class for it.
        let other: Set = ["remove a field or an entry", "set nil"]
        for edit in TriedEdit.all { #expect(counts[edit.name] != nil || other.contains(edit.name), "\(edit.name)") }
    }
}
