import Foundation
import KeyedArchivingFoundation
import TestSupport
import Testing

// The examples of the article "Porting from NSCoding", compiled and run.

private protocol Shape: Codingable {
    var width: Double { get }
}

private struct Disk: Shape {
    static var codedClassName: String { "Disk" }
    let width: Double

    init(width: Double) { self.width = width }
    func encode(with archiver: KeyedArchiver) throws { try archiver.encode(width, forKey: "width") }
    init(coder unarchiver: KeyedUnarchiver) throws { width = try unarchiver.decode(Double.self, forKey: "width") }
}

private struct Tile: Shape {
    static var codedClassName: String { "Tile" }
    let width: Double

    init(width: Double) { self.width = width }
    func encode(with archiver: KeyedArchiver) throws { try archiver.encode(width, forKey: "width") }
    init(coder unarchiver: KeyedUnarchiver) throws { width = try unarchiver.decode(Double.self, forKey: "width") }
}

private struct Drawing: Codingable {
    static var codedClassName: String { "Drawing" }
    let shapes: [any Shape]

    init(shapes: [any Shape]) { self.shapes = shapes }

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(shapes as [any Codingable], forKey: "shapes")
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        let types: [any Codingable.Type] = [Disk.self, Tile.self]
        shapes = try unarchiver.decodeArrayOfObjects(of: types, forKey: "shapes") as? [any Shape] ?? []
    }
}

// Foundation on Linux codes only classes that are in no other type.
final class Bookmark: NSObject, NSSecureCoding, Codingable {
    static var codedClassName: String { "Bookmark" }
    static var supportsSecureCoding: Bool { true }
    let path: String

    init(path: String) { self.path = path }

    func encode(with coder: NSCoder) { coder.encode(path, forKey: "path") }

    init?(coder: NSCoder) {
        guard let path = coder.decodeObject(of: NSString.self, forKey: "path") else { return nil }
        self.path = "\(path)"
    }

    func encode(with archiver: KeyedArchiver) throws { try archiver.encode(path, forKey: "path") }

    init(coder unarchiver: KeyedUnarchiver) throws {
        path = try unarchiver.decode(String.self, forKey: "path")
    }
}

struct PortingFromNSCodingTests {
    @Test func `a list of several types comes back`() throws {
        let data = try KeyedArchiver.archivedData(
            withRootObject: Drawing(shapes: [Disk(width: 1), Tile(width: 2), Disk(width: 3)]))
        let drawing = try KeyedUnarchiver.unarchivedObject(of: Drawing.self, from: data)
        #expect(drawing?.shapes.map(\.width) == [1, 2, 3])
        #expect(drawing?.shapes.last is Disk)
    }

    @Test func `a class of both protocols is read by the other coder`() throws {
        let ours = try KeyedArchiver.archivedData(withRootObject: Bookmark(path: "a.txt"))
        let theirUnarchiver = try NSKeyedUnarchiver(forReadingFrom: ours)
        theirUnarchiver.setClass(Bookmark.self, forClassName: "Bookmark")
        let read = theirUnarchiver.decodeObject(of: Bookmark.self, forKey: NSKeyedArchiveRootObjectKey)
        #expect(read?.path == "a.txt")

        let theirs = try NSKeyedArchiver.archivedData(
            withRootObject: Bookmark(path: "b.txt"), requiringSecureCoding: true)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: theirs)
        unarchiver.setClass(Bookmark.self, forClassName: NSStringFromClass(Bookmark.self))
        #expect(try unarchiver.decodeObject(of: Bookmark.self, forKey: "root")?.path == "b.txt")
    }

    @Test func `every example is here`() throws {
        let (missing, count) = try DocumentationExamples.missing(
            ofArticle: "KeyedArchiving/Documentation.docc/PortingFromNSCoding.md", compiledIn: #filePath)
        #expect(missing == [])
        #expect(count == 2)
    }
}
