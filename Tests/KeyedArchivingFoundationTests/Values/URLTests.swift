import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import TestSupport
import Testing

@Suite struct URLTests {
    @Test(.rows)
    func `URLs come back, relative ones with their base, and invalid text percent-encoded`() throws {
        forEachRow(["https://www.example.com", "file:///tmp/a%20b", "foo.xml", "data:,x", "mailto:a@b"]) {
            (text: String) throws in
            let url = try #require(URL(string: text))
            #expect(try roundTrip(url) == url)
        }

        let base = try #require(URL(string: "https://www.example.com"))
        let url = try #require(URL(string: "foo.xml", relativeTo: base))
        let decoded = try roundTrip(url)
        expectRows {
            (decoded.baseURL, base)
            (decoded.relativeString, "foo.xml")
            (decoded.absoluteString, "https://www.example.com/foo.xml")
        }

        let stored = ArchiveBuilder.object("NSURL", ["NS.base": .null, "NS.relative": "http://a/b"])
        let bytes = try ArchiveBuilder.bytes("NSURL", ["NS.base": .object(stored), "NS.relative": ""])
        #expect(try KeyedUnarchiver.unarchivedObject(of: URL.self, from: bytes)?.absoluteString == "http://a/b")

        let invalid = try ArchiveBuilder.bytes("NSURL", ["NS.base": .null, "NS.relative": "a b"])
        #expect(try KeyedUnarchiver.unarchivedObject(of: URL.self, from: invalid)?.relativeString == "a%20b")
    }

    @Test(.rows)
    func `a relative URL and its base have at most 32,768 bytes`() {
        forEachRow([(32_768, true), (32_769, false)]) { (length: Int, isAllowed: Bool) throws in
            let base = ArchiveBuilder.object("NSURL", ["NS.base": .null, "NS.relative": "http://a/"])
            let text = String(repeating: "b", count: length - 9)
            let bytes = try ArchiveBuilder.bytes(
                "NSURL", ["NS.base": .object(base), "NS.relative": .object(text)])
            let decode = { try KeyedUnarchiver.unarchivedObject(of: URL.self, from: bytes) }
            if isAllowed {
                #expect(try decode()?.relativeString == text)
            } else {
                #expect(throws: ArchiveError(.limitExceeded, "")) { try decode() }
            }
        }
    }

    @Test func `a chain ends at the limit on depth, and a long text that it shares isn't copied each time`() throws {
        for (length, isAllowed) in [(500, true), (600, false)] {
            var url = ArchiveBuilder.object("NSURL", ["NS.base": .null, "NS.relative": "http://a/"])
            for _ in 1..<length {
                url = ArchiveBuilder.object("NSURL", ["NS.base": .object(url), "NS.relative": "b/"])
            }
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: url)
            if isAllowed {
                let decoded = try KeyedUnarchiver.unarchivedObject(of: URL.self, from: bytes)
                let size: Int? = decoded?.absoluteString.utf8.count
                #expect(size == 9 + 499 * 2)
            } else {
                #expect(throws: ArchiveError(.limitExceeded, "")) {
                    try KeyedUnarchiver.unarchivedObject(of: URL.self, from: bytes)
                }
            }
        }

        let text = String(repeating: "b", count: 20_000) + "/"
        var long = ArchiveBuilder.object("NSURL", ["NS.base": .null, "NS.relative": "http://a/"])
        for _ in 0..<2 {
            long = ArchiveBuilder.object("NSURL", ["NS.base": .object(long), "NS.relative": .object(text)])
        }
        let longBytes = try KeyedArchiver.archivedBytes(withRootObject: long)
        #expect(throws: ArchiveError(.limitExceeded, "")) {
            try KeyedUnarchiver.unarchivedObject(of: URL.self, from: longBytes)
        }
    }
}
