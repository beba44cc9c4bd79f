import Foundation
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Objects of a program's own classes, whose names differ on both sides.
@Suite struct CustomClassTests {
    /// Foundation on Linux looks up another name for a class than the one under which a name was set for it, so that
    /// its archives always hold the class's own name.
    static let platformName = NSStringFromClass(PlatformObject.self)

    static func ours(_ format: PropertyListFormat, _ object: OwnObject) throws -> PlatformObject {
        let archiver = KeyedArchiver()
        archiver.outputFormat = format
        try archiver.encode(object, forKey: "root")
        let bytes = try archiver.encodedBytes
        let decoded = try PlatformCoder.unarchive(bytes, classes: ["OwnObject": PlatformObject.self])
        return try #require(decoded as? PlatformObject)
    }

    static func theirs(_ format: PropertyListFormat, _ object: PlatformObject) throws -> OwnObject {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: PlatformCoder.archive(object, format: format))
        unarchiver.setClass(OwnObject.self, forClassName: platformName)
        return try #require(try unarchiver.decodeObject(of: OwnObject.self, forKey: "root"))
    }

    @Test(.rows)
    func `every kind of field that one side writes is read by the other`() {
        forEachRow(PropertyListFormat.ofArchives) { (format: PropertyListFormat) throws in
            let ours = OwnObject(name: "Zürich HB")
            ours.fill()
            let decodedThere = try Self.ours(format, ours)
            decodedThere.expectFields(of: ours)
            #expect(decodedThere.next == nil)
            let theirs = PlatformObject(name: "Zürich HB")
            theirs.fill()
            let decodedHere = try Self.theirs(format, theirs)
            decodedHere.expectFields(of: theirs)
            #expect(decodedHere.next == nil)
        }
    }

    @Test func `an object that two others refer to is one object on the other side`() throws {
        let (ours, shared) = (OwnObject(name: "A"), OwnObject(name: "B"))
        ours.next = shared
        ours.neighbors = [shared, OwnObject(name: "C"), shared]
        let theirs = try Self.ours(.binary, ours)
        expectRows {
            theirs.next === theirs.neighbors[0]
            theirs.next === theirs.neighbors[2]
            (theirs.neighbors.map(\.name), ["B", "C", "B"])
        }

        let again = try Self.theirs(.binary, theirs)
        expectRows {
            again.next === again.neighbors[0]
            again.next === again.neighbors[2]
            (again.neighbors.map(\.name), ["B", "C", "B"])
        }
    }

    @Test func `a conditional reference holds where its object is encoded, and is nil where it is not`() throws {
        let (first, second) = (OwnObject(name: "first"), OwnObject(name: "second"))
        first.next = second
        // Not encoded yet when it is referred to: its slot is reserved and filled later.
        second.partner = OwnObject(name: "never encoded")
        first.partner = second
        let decoded = try Self.ours(.binary, first)
        #expect(decoded.partner === decoded.next)
        #expect(decoded.next?.partner == nil)
    }

    @Test func `a class is read under the name that our archiver was set to write, or that it names as fallback`()
        throws
    {
        let label = try KeyedArchiver.archivedBytes(withRootObject: Label("platform 3"))
        #expect(try PlatformCoder.unarchive(label) == "platform 3" as NSString)
        let archiver = KeyedArchiver()
        archiver.setClassName("Halt", for: OwnObject.self)
        try archiver.encode(OwnObject(name: "A"), forKey: "root")
        let bytes = try archiver.encodedBytes
        let decoded = try PlatformCoder.unarchive(bytes, classes: ["Halt": PlatformObject.self])
        #expect((decoded as? PlatformObject)?.name == "A")
    }

    /// The other direction is not tested: Foundation on Linux follows a cycle that it decodes without end.
    @Test func `a cycle that Foundation writes comes back as a cycle`() throws {
        let (first, second) = (PlatformObject(name: "first"), PlatformObject(name: "second"))
        first.next = second
        second.next = first
        let graph = try KeyedUnarchiver.unarchivedGraph(from: PlatformCoder.archive(first))
        let root = try #require(graph as? ArchivedObject)
        let next = try #require(root["next"]?.object as? ArchivedObject)
        #expect(next["next"]?.object as? ArchivedObject === root)
    }
}

extension ArchivedValue {
    /// The object that the value refers to.
    fileprivate var object: (any Codingable)? {
        if case .object(let object) = self { object } else { nil }
    }
}

/// A class that other programs read as a string.
private struct Label: Codingable {
    static var codedClassName: String { "Label" }
    static var codedClassHierarchy: [String] { ["Label", "NSString", "NSObject"] }
    static var codedClassFallbacks: [String] { ["NSString"] }

    var text: String

    init(_ text: String) {
        self.text = text
    }

    func encode(with archiver: KeyedArchiver) throws {
        try text.encode(with: archiver)
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        text = try String(coder: unarchiver)
    }
}
