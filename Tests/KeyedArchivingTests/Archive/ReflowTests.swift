import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Setting the text of an attributed string that has several runs.
@Suite struct ReflowTests {
    /// "Hello world" with the runs "Hello", " " and "world"; the first and the last have attributes 0.
    private func archive(isMutable: Bool = false) throws -> KeyedArchive {
        let text: PropertyList = isMutable ? ["NS.string": "Hello world", "$class": .uid(11)] : "Hello world"
        return try KeyedArchive(
            SmallArchive(
                [
                    "NSString": .uid(2), "NSAttributes": .uid(3), "NSAttributeInfo": .uid(12), "$class": .uid(8),
                ],
                text, ["NS.objects": [.uid(4), .uid(5)], "$class": .uid(9)],
                ["NS.keys": [.uid(6)], "NS.objects": [.uid(7)], "$class": .uid(10)],
                ["NS.keys": [], "NS.objects": [], "$class": .uid(10)], "Size", 12,
                .classRecord("NSAttributedString", "NSObject"), .classRecord("NSArray", "NSObject"),
                .classRecord("NSDictionary", "NSObject"), .classRecord("NSMutableString", "NSString", "NSObject"),
                ["NS.data": .data([5, 0, 1, 1, 5, 0]), "$class": .uid(13)],
                .classRecord("NSMutableData", "NSData", "NSObject")
            ).bytes())
    }

    private func runs(_ archive: KeyedArchive) throws -> [UInt8]? {
        let bytes = archive["root.NSAttributeInfo"].bytes
        #expect(try KeyedArchive(archive.bytes()).problems(strict: true) == [])
        return bytes
    }

    @Test func `a text that the runs don't cover is refused, whatever sets it, unless it is as long`() throws {
        let text = ArchivePath([.key("root"), .key("NSString")])
        for path in [text, ArchivePath(text.steps + [.key("NS.string")])] {
            var archive = try archive(isMutable: path != text)
            let before = try archive.bytes()
            let error = #expect(throws: ArchiveError.self) { try archive.set("Hello, world", at: path) }
            expectRows {
                (error?.code, .unrepresentable)
                (error?.remedy?.contains("`reflow`"), true)
            }
            #expect(try archive.bytes() == before)
            try archive.set("Hello, world", at: path, reflow: true)
            #expect(try runs(archive) == [6, 0, 1, 1, 5, 0])
            #expect(archive["root.NSString"].string == "Hello, world")
        }

        var byField = try archive()
        let refusal = #expect(throws: ArchiveError.self) {
            try byField.setValue("Hello", forKey: "NSString", ofObjectAt: 1)
        }
        #expect(refusal?.code == .unrepresentable)
        try byField.setValue("HELLO WORLD", forKey: "NSString", ofObjectAt: 1)
        #expect(try runs(byField) == [5, 0, 1, 1, 5, 0])
        try byField.set("hello world", at: "root.NSString")
        #expect(byField["root.NSString"].string == "hello world")
    }

    @Test(.rows)
    func `what is equal keeps its runs, what is between takes the one before, and characters stay whole`() throws {
        forEachRow([
            ("Hello world", [5, 0, 1, 1, 5, 0]), ("Hello new world", [5, 0, 5, 1, 5, 0]),
            ("Hello worlds", [5, 0, 1, 1, 6, 0]), ("Oh Hello world", [8, 0, 1, 1, 5, 0]),
            ("Hell world", [4, 0, 1, 1, 5, 0]), ("Hello w", [5, 0, 1, 1, 1, 0]), ("He said world", [7, 0, 1, 1, 5, 0]),
            ("Bye", nil), ("", nil),
        ]) { (text: String, expected: [UInt8]?) throws in
            var archive = try archive()
            try archive.set(text, at: "root.NSString", reflow: true)
            #expect(try runs(archive) == expected)
            #expect(archive["root.NSString"].string == text)
        }

        var emoji = try archive()
        try emoji.set("Hell\u{1F600} world", at: "root.NSString", reflow: true)
        #expect(try runs(emoji) == [6, 0, 1, 1, 5, 0])
        try emoji.set("Hell\u{1F601} world", at: "root.NSString", reflow: true)
        #expect(try runs(emoji) == [6, 0, 1, 1, 5, 0])
    }

    @Test func `one run that is left has its attributes alone, and an empty text has none`() throws {
        var one = try archive()
        try one.set("Bye", at: "root.NSString", reflow: true)
        var none = try archive()
        try none.set("", at: "root.NSString", reflow: true)
        try expectRows {
            (one["root.NSAttributes.Size"].int, 12)
            (try one.record(at: 1)?.fields.map { $0.key.repaired }, ["NSString", "NSAttributes"])
            (try none.record(at: 1)?.fields.map { $0.key.repaired }, ["NSString"])
        }
    }
}
