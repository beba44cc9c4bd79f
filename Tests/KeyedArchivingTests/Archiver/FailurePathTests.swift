import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Encoding and decoding name one place in one way, and the path leads there.
@Suite struct FailurePathTests {
    /// An object that secure coding refuses, and that can't be decoded.
    final class Refused: Codingable {
        static var codedClassName: String { "Refused" }
        static var supportsSecureCoding: Bool { false }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws { throw unarchiver.failure(.invalidValue, "no", key: nil) }
    }

    /// A user's class with lists under the keys of collections.
    final class Owner: Codingable {
        static var codedClassName: String { "Owner" }
        var lists: [(key: String, elements: [any Codingable])]
        init(_ lists: [(key: String, elements: [any Codingable])]) { self.lists = lists }
        func encode(with archiver: KeyedArchiver) throws {
            for list in lists { try archiver.encodeElements(list.elements, forKey: list.key) }
        }
        init(coder unarchiver: KeyedUnarchiver) throws {
            lists = []
            _ = try unarchiver.decodeElements(forKey: "NS.objects")
        }
    }

    /// A key that is another than the one of the same letter as one character.
    private static let decomposed = ArchivePath([.key("root"), .key("e\u{301}")]).description

    /// What holds the object that is refused, and the path to it.
    static var places: [(path: String, root: any Codingable)] {
        [
            ("root[1]", ArchivedArray([1, Refused()])),
            ("root[0]", ArchivedSet([Refused()])),
            ("root.key", ArchivedDictionary([(key: "key", value: Refused())])),
            ("root.7", ArchivedDictionary([(key: 7, value: Refused())])),
            (#"root."NS.objects"[0]"#, ArchivedDictionary([(key: 7, value: Refused()), (key: "7", value: 1)])),
            (#"root."NS.objects"[0]"#, ArchivedDictionary([(key: 2.5, value: Refused())])),
            (#"root."NS.objects"[0]"#, ArchivedDictionary([(key: "a", value: Refused()), (key: "a", value: 1)])),
            ("root.a", ArchivedDictionary([(key: "a", value: 1), (key: "a", value: Refused())])),
            ("root[2]", Owner([("NS.objects", ["a", "b", Refused()])])),
            ("root.b", Owner([("NS.keys", ["a", "b"]), ("NS.objects", ["c", Refused()])])),
            (#"root."NS.objects"[0]"#, Owner([("NS.keys", ["a", "a"]), ("NS.objects", [Refused(), "c"])])),
            (#"root."NS.objects"[1]"#, Owner([("NS.key.0", ["a"]), ("NS.objects", ["c", Refused()])])),
            (decomposed, ArchivedDictionary([(key: "\u{E9}", value: 1), (key: "e\u{301}", value: Refused())])),
            (decomposed, Owner([("\u{E9}", []), ("NS.keys", ["e\u{301}"]), ("NS.objects", [Refused()])])),
        ]
    }

    @Test(.rows)
    func `errors of encoding and of decoding have the same path, which leads to the object`() {
        forEachRow(Self.places.indices) { (place: Int) throws in
            let place = Self.places[place]
            let encodingError = #expect(throws: ArchiveError.self) {
                try KeyedArchiver.archivedBytes(withRootObject: place.root, requiringSecureCoding: true)
            }
            #expect(encodingError?.path == (try ArchivePath(place.path)))

            let bytes = try KeyedArchiver.archivedBytes(withRootObject: place.root, requiringSecureCoding: false)
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            try unarchiver.disableSecureCoding()
            unarchiver.setClass(Refused.self, forClassName: Refused.codedClassName)
            unarchiver.setClass(Owner.self, forClassName: Owner.codedClassName)
            let decodingError = #expect(throws: ArchiveError.self) { _ = try unarchiver.decodeObject(forKey: "root") }
            #expect(decodingError?.path == (try ArchivePath(place.path)))

            let archive = try KeyedArchive(bytes)
            guard case .uid(let uid) = try archive.value(at: ArchivePath(place.path)).value,
                case .object(let record) = try archive.entry(at: uid)
            else {
                Issue.record("\(place.path) leads to no object")
                return
            }
            #expect(try archive.archivedClass(at: record.classUID).name == Refused.codedClassName)
        }
    }
}
