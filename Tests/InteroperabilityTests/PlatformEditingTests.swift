import Foundation
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What was edited is read by the toolchain's unarchiver.
@Suite struct PlatformEditingTests {
    private static var original: NSDictionary {
        [
            "name": "Ada", "scores": [1, 2.5, "three"] as NSArray, "born": Date(timeIntervalSinceReferenceDate: 5),
            "data": Data([1, 2, 3]), "options": ["volume": 10, "mode": "dark"] as NSDictionary,
        ]
    }

    private func read(_ edit: (inout KeyedArchive) throws -> Void) throws -> NSDictionary {
        var archive = try KeyedArchive(PlatformCoder.archive(Self.original))
        try edit(&archive)
        return try #require(try PlatformCoder.unarchive(archive.bytes()) as? NSDictionary)
    }

    @Test func `D14: text that is set is read`() throws {
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
        #expect(read["scores"] as? NSArray == [11, Date(timeIntervalSinceReferenceDate: 7), 2.5, "three", "last"])
        #expect(read["data"] as? Data == Data([9]))
        #expect(read["tree"] as? NSDictionary == ["a": [1, "b"] as NSArray])
        #expect(
            read["options"] as? NSDictionary == [
                "mode": "dark", "on": true, "born": Date(timeIntervalSinceReferenceDate: 5),
            ])
        #expect(read["born"] == nil)
    }

    /// The classes of Foundation that the toolchain's unarchiver reads on every platform.
    private static let classes: Set<String> = [
        "NSArray", "NSMutableArray", "NSDictionary", "NSMutableDictionary", "NSString", "NSMutableString", "NSDate",
        "NSSet", "NSMutableSet", "NSData", "NSMutableData", "NSUUID", "NSNull",
    ]

    @Test(.enabled(if: Corpus.isPresent))
    func `real archives that the toolchain's unarchiver reads are read after an edit, too`() throws {
        for row in try Corpus.sample("archives", every: 1) {
            // On other files it ends the process.
            guard row.file.contains("swift-corelibs-foundation") else { continue }
            let bytes = try row.bytes()
            var archive = try KeyedArchive(bytes)
            let objects = try archive.matches("**<NSObject>")
            guard objects.allSatisfy({ Self.classes.contains($0.className ?? "") }),
                (try? PlatformCoder.unarchive(bytes)) != nil,
                let text = try archive.matches("root.**").first(where: { $0.string != nil && $0.uid != nil })
            else { continue }
            try archive.set("Grace", at: text.path)
            let read = try PlatformCoder.unarchive(archive.bytes())
            #expect(read != nil, "\(row.file) \(text.path)")
        }
    }
}
