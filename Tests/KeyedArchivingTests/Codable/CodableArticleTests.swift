import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// The examples of the article "Codable", compiled and run.
struct CodableArticleTests {
    struct Note: Decodable {
        struct Author: Decodable {
            let name: String
        }

        let title: String
        let tags: Set<String>
        let author: Author?
    }

    enum Shape: Decodable {
        case circle(radius: Double)
        case other(String)

        enum CodingKeys: String, CodingKey {
            case className = "$class"
            case radius
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            switch try container.decode(String.self, forKey: .className) {
            case "Circle": self = .circle(radius: try container.decode(Double.self, forKey: .radius))
            case let name: self = .other(name)
            }
        }
    }

    struct Point: Codable, Equatable {
        var x: Double
        var y: Double
    }

    /// A note with two tags and no author.
    private static let note = SmallArchive(
        ["$class": .uid(2), "title": .uid(3), "tags": .uid(4), "author": .uid(0), "_when": .uid(3)],
        .classRecord("Note", "NSObject"), "First", ["$class": .uid(5), "NS.objects": [.uid(3), .uid(6)]],
        .classRecord("NSSet", "NSObject"), "x")

    @Test func `fields are decoded`() throws {
        let bytes = try Self.note.bytes()
        struct Note: Decodable {
            struct Author: Decodable {
                let name: String
            }

            let title: String
            let tags: Set<String>
            let author: Author?
        }

        let note = try KeyedArchiveDecoder().decode(Note.self, from: bytes)
        #expect(note.title == "First" && note.tags == ["First", "x"] && note.author?.name == nil)
    }

    @Test func `places are decoded`() throws {
        let bytes = try Self.note.bytes()
        let title = try KeyedArchiveDecoder().decode(String.self, from: bytes, at: "root.title")
        #expect(title == "First")
    }

    @Test func `classes are distinguished`() throws {
        let archive = SmallArchive(["$class": .uid(2), "radius": 2.5], .classRecord("Circle", "NSObject"))
        guard case .circle(radius: 2.5) = try KeyedArchiveDecoder().decode(Shape.self, from: archive.bytes()) else {
            Issue.record("a circle is something else")
            return
        }
        guard case .other("Note") = try KeyedArchiveDecoder().decode(Shape.self, from: Self.note.bytes()) else {
            Issue.record("a note is something else")
            return
        }
    }

    @Test func `prefixes are left out`() throws {
        struct Time: Decodable { var when: String }
        var decoder = KeyedArchiveDecoder()
        decoder.keyStrategy = .strippingPrefixes(["NS.", "_"])
        #expect(try decoder.decode(Time.self, from: Self.note.bytes()).when == "First")
    }

    @Test func `errors say where they are`() throws {
        let other = try SmallArchive(["$class": .uid(2), "text": .uid(3)], .classRecord("Memo", "NSObject"), "x")
            .bytes()
        var texts: [String] = []
        func print(_ text: String) { texts.append(text) }
        do {
            _ = try KeyedArchiveDecoder().decode(Note.self, from: other)
        } catch DecodingError.keyNotFound(_, let context) {
            print(context.debugDescription)
        }
        #expect(
            texts == [
                "root, key \"title\", object #1: the object of class \"Memo\" has nothing there; "
                    + "there is only \"text\""
            ])
    }

    @Test func `objects of classes are encoded`() throws {
        var encoder = KeyedArchiveEncoder()
        encoder.setClassName("XYZPoint", for: Point.self)
        let archive: [UInt8] = try encoder.encode(Point(x: 1, y: 2))
        #expect(try KeyedArchive(archive).uids(ofClass: "XYZPoint").count == 1)
        #expect(try KeyedArchiveDecoder().decode(Point.self, from: archive) == Point(x: 1, y: 2))
    }

    private final class StoredSong: Codingable {
        static var codedClassName: String { "Song" }
        let title: String
        let seconds: Int

        init(title: String, seconds: Int) { (self.title, self.seconds) = (title, seconds) }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(title, forKey: "title")
            try archiver.encode(seconds, forKey: "seconds")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            title = try unarchiver.decode(String.self, forKey: "title")
            seconds = try unarchiver.decodeInteger(forKey: "seconds")
        }
    }

    @Test func `a class and a structure read each other's archives`() throws {
        let archiveOfClass = try KeyedArchiver.archivedBytes(withRootObject: StoredSong(title: "Blue", seconds: 200))
        struct Song: Codable {
            var title: String
            var seconds: Int
        }

        var song = try KeyedArchiveDecoder().decode(Song.self, from: archiveOfClass)
        song.seconds += 1
        var songEncoder = KeyedArchiveEncoder()
        songEncoder.setClassName("Song", for: Song.self)
        let archiveForClass: [UInt8] = try songEncoder.encode(song)
        let stored = try KeyedUnarchiver.unarchivedObject(of: StoredSong.self, from: archiveForClass)
        #expect(stored?.title == "Blue" && stored?.seconds == 201)
    }

    @Test func `every example of the article is one that runs`() throws {
        let missing = try DocumentationExamples.missing(
            ofArticle: "KeyedArchiving/Documentation.docc/Codable.md", compiledIn: #filePath)
        #expect(missing.examples == [])
        #expect(missing.count == 7)
    }
}
