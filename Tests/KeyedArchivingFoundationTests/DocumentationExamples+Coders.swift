import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// Examples of coders and values from the documentation comments, which are run.
extension Examples {
    func keyedUnarchiverInitializer(_ data: Data) throws -> Date {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
        let opened = try unarchiver.decode(Date.self, forKey: "opened")
        return opened
    }

    func contents(of url: URL) throws -> [String]? {
        let archive = try KeyedArchive(.contents(of: url))
        let names = try KeyedUnarchiver.unarchivedObject(of: [String].self, from: .contents(of: url))
        return archive["root"].exists ? names : nil
    }

    func archiveRootObject(_ url: URL) throws {
        try KeyedArchiver.archiveRootObject(["opened": Date.now], to: url)
    }

    func encodeBytes(_ archiver: KeyedArchiver, _ data: Data) throws {
        try archiver.encodeBytes(data, forKey: "checksum")
    }

    func data(_ archive: KeyedArchive) throws -> Data {
        let data = try archive.data()
        let xml = try archive.data(format: .xml)
        return xml.first == UInt8(ascii: "<") ? data : xml
    }

    func encode() throws -> Data {
        let data: Data = try KeyedArchiveEncoder().encode(["volume": 0.5])
        return data
    }

    func encodeRect(_ archiver: KeyedArchiver) throws {
        try archiver.encode(CGRect(x: 0, y: 0, width: 100, height: 20), forKey: "frame")
    }

    func decodePoint(_ unarchiver: KeyedUnarchiver) throws -> CGPoint {
        let origin = try unarchiver.decodePoint(forKey: "origin")
        return origin
    }

    func decodeSize(_ unarchiver: KeyedUnarchiver) throws -> CGSize {
        let size = try unarchiver.decodeSize(forKey: "size")
        return size
    }

    func decodeRect(_ unarchiver: KeyedUnarchiver) throws -> CGRect {
        let frame = try unarchiver.decodeRect(forKey: "frame")
        return frame
    }

    func typedOrderedSet(_ archiver: KeyedArchiver) throws {
        try archiver.encode(TypedOrderedSet(["b", "a", "b"]), forKey: "tags")
    }

    func typedCountedSet() {
        let words = TypedCountedSet(["a", "b", "a"])
        print(words.count(for: "a"))
    }

    func archivedFont(_ archiver: KeyedArchiver) throws {
        try archiver.encode(ArchivedFont(name: "Menlo-Regular", size: 11), forKey: "font")
    }

    func archivedNSError(_ archiver: KeyedArchiver) throws {
        try archiver.encode(ArchivedNSError(domain: NSCocoaErrorDomain, code: 4), forKey: "error")
    }

    func edgeInsets(_ archiver: KeyedArchiver) throws {
        try archiver.encode(EdgeInsets(top: 8, left: 16, bottom: 8, right: 16), forKey: "insets")
    }

    func directionalEdgeInsets(_ archiver: KeyedArchiver) throws {
        let insets = DirectionalEdgeInsets(top: 8, leading: 16, bottom: 8, trailing: 16)
        try archiver.encode(insets, forKey: "insets")
    }

    func offset(_ archiver: KeyedArchiver) throws {
        try archiver.encode(Offset(horizontal: 2, vertical: -1), forKey: "shadow")
    }

    func boxedNumbers(_ archiver: KeyedArchiver) throws {
        try archiver.encode(BoxedValue.numbers(BoxedNumbers(integers: [1, 2, 3])), forKey: "samples")
    }
}

@Suite struct CoderExampleTests {
    private static func reading(_ encode: (KeyedArchiver) throws -> Void) throws -> KeyedUnarchiver {
        try KeyedUnarchiver(forReadingFrom: exampleArchive(encode))
    }

    private static let day = Date(timeIntervalSinceReferenceDate: 86_400)

    @Test func `the examples of coders come to what they say`() throws {
        let examples = Examples()
        var runs = ExampleRuns()
        let folder = try ExampleFolder()
        let file = folder.file("example")
        let opened = Data(try exampleArchive { try $0.encode(Self.day, forKey: "opened") })
        runs.expect(Self.day) { try examples.keyedUnarchiverInitializer(opened) }
        runs.expect(["a", "b"]) {
            try Data(KeyedArchiver.archivedBytes(withRootObject: ["a", "b"])).write(to: file)
            return try examples.contents(of: file)
        }
        runs.expect(true) {
            let before = Date.now
            try examples.archiveRootObject(file)
            let written = try KeyedUnarchiver.unarchivedObject(of: [String: Date].self, from: .contents(of: file))
            return written?["opened"].map { (before...Date.now).contains($0) }
        }
        runs.expect([1, 2, 3]) {
            try Self.reading { try examples.encodeBytes($0, Data([1, 2, 3])) }.decodeBytes(forKey: "checksum")
        }
        runs.expect(opened) { try examples.data(KeyedArchive(opened)) }
        runs.expect(["volume": 0.5]) {
            try KeyedArchiveDecoder().decode([String: Double].self, from: examples.encode())
        }
        try runs.expectAll(of: #filePath)
    }

    @Test func `the examples of values come to what they say`() throws {
        let examples = Examples()
        var runs = ExampleRuns()
        let rect = CGRect(x: 0, y: 0, width: 100, height: 20)
        runs.expect(rect) { try examples.decodeRect(Self.reading { try examples.encodeRect($0) }) }
        runs.expect(CGPoint(x: 1, y: 2)) {
            try examples.decodePoint(Self.reading { try $0.encode(CGPoint(x: 1, y: 2), forKey: "origin") })
        }
        runs.expect(CGSize(width: 3, height: 4)) {
            try examples.decodeSize(
                Self.reading { try $0.encode(CGSize(width: 3, height: 4), forKey: "size") })
        }
        runs.expect(["b", "a"]) {
            try Self.reading { try examples.typedOrderedSet($0) }
                .decode(TypedOrderedSet<String>.self, forKey: "tags").members
        }
        runs.expect(["2"]) {
            examples.typedCountedSet()
            return examples.output.take()
        }
        runs.expect("Menlo-Regular 11.0") {
            let font = try Self.reading { try examples.archivedFont($0) }.decode(ArchivedFont.self, forKey: "font")
            return "\(font.name) \(font.size)"
        }
        runs.expect("NSCocoaErrorDomain 4") {
            let error = try Self.reading { try examples.archivedNSError($0) }
                .decode(ArchivedNSError.self, forKey: "error")
            return "\(error.domain) \(error.code)"
        }
        runs.expect(EdgeInsets(top: 8, left: 16, bottom: 8, right: 16)) {
            try Self.reading { try examples.edgeInsets($0) }.decode(EdgeInsets.self, forKey: "insets")
        }
        runs.expect(DirectionalEdgeInsets(top: 8, leading: 16, bottom: 8, trailing: 16)) {
            try Self.reading { try examples.directionalEdgeInsets($0) }
                .decode(DirectionalEdgeInsets.self, forKey: "insets")
        }
        runs.expect(Offset(horizontal: 2, vertical: -1)) {
            try Self.reading { try examples.offset($0) }.decode(Offset.self, forKey: "shadow")
        }
        runs.expect(BoxedValue.numbers(BoxedNumbers(integers: [1, 2, 3]))) {
            try Self.reading { try examples.boxedNumbers($0) }.decode(BoxedValue.self, forKey: "samples")
        }
        try runs.expectAll(of: #filePath)
    }
}
