import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import TestSupport
import Testing

@Suite struct URLTests {
    @Test(.rows)
    func `absolute and bare relative URLs come back`() {
        forEachRow(["https://www.example.com", "file:///tmp/a%20b", "foo.xml", "data:,x", "mailto:a@b"]) {
            (text: String) throws in
            let url = try #require(URL(string: text))
            #expect(try roundTrip(url) == url)
        }
    }

    @Test func `a relative URL keeps its base`() throws {
        let base = try #require(URL(string: "https://www.example.com"))
        let url = try #require(URL(string: "foo.xml", relativeTo: base))
        let decoded = try roundTrip(url)
        expectRows {
            (decoded.baseURL, base)
            (decoded.relativeString, "foo.xml")
            (decoded.absoluteString, "https://www.example.com/foo.xml")
        }
    }

    @Test func `a relative URL without text is its base`() throws {
        let base = ArchiveBuilder.object("NSURL", ["NS.base": .null, "NS.relative": "http://a/b"])
        let bytes = try ArchiveBuilder.bytes("NSURL", ["NS.base": .object(base), "NS.relative": ""])
        #expect(try KeyedUnarchiver.unarchivedObject(of: URL.self, from: bytes)?.absoluteString == "http://a/b")
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

    @Test func `text that is not valid is percent-encoded`() throws {
        let bytes = try ArchiveBuilder.bytes("NSURL", ["NS.base": .null, "NS.relative": "a b"])
        #expect(try KeyedUnarchiver.unarchivedObject(of: URL.self, from: bytes)?.relativeString == "a%20b")
    }

    @Test func `a chain ends at the limit on depth`() throws {
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
    }

    @Test func `a long text that a chain of URLs shares is not copied over and over`() throws {
        let text = String(repeating: "b", count: 20_000) + "/"
        var url = ArchiveBuilder.object("NSURL", ["NS.base": .null, "NS.relative": "http://a/"])
        for _ in 0..<2 {
            url = ArchiveBuilder.object("NSURL", ["NS.base": .object(url), "NS.relative": .object(text)])
        }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: url)
        #expect(throws: ArchiveError(.limitExceeded, "")) {
            try KeyedUnarchiver.unarchivedObject(of: URL.self, from: bytes)
        }
    }
}
