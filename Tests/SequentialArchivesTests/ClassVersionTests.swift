import SequentialArchives
import TestSupport
import Testing

/// The classes and versions that are written are those of the object's own class, whatever type the caller knows it by.
@Suite struct ClassVersionTests {
    class Note: SequentialCodingable {
        init() {}
        required init(coder unarchiver: SequentialUnarchiver) throws {}
        class var codedClassName: String { "Note" }
        class var version: Int { 3 }
        func encode(with archiver: SequentialArchiver) throws {}
    }

    class Memo: Note {
        override class var codedClassName: String { "Memo" }
    }

    final class Reminder: Memo {
        override class var codedClassName: String { "Reminder" }
        override class var version: Int { 4 }
    }

    /// A subclass of a class of another module.
    final class Sticker: RemoteMemo {
        override class var codedClassName: String { "Sticker" }
    }

    class Page<Content>: Note {
        override class var codedClassName: String { "Page<\(Content.self)>" }
    }

    final class Cover: Page<Int> {
        override class var codedClassName: String { "Cover" }
    }

    /// The classes with which the root object is written.
    private static func written(_ object: any SequentialCodingable) throws -> [String] {
        let archiver = SequentialArchiver()
        try archiver.encodeRootObject(object)
        let archive = try SequentialArchive(archiver.encodedBytes)
        return archive.root?.classes.map { "\($0.name):\($0.version)" } ?? []
    }

    private static func differences<Base: SequentialCodingable & AnyObject>(
        _ rows: [(object: Base, versions: [String])]
    ) throws -> [String] {
        var differences: [String] = []
        for (object, versions) in rows {
            let existential: any SequentialCodingable = object
            for (way, found) in [
                ("as its superclass", try written(object)),
                ("as any object", try written(existential)),
                ("asked of the object", object.codedClassVersions.map(\.description)),
                ("asked of any object", existential.codedClassVersions.map(\.description)),
                ("asked of the type", type(of: object).codedClassVersions.map(\.description)),
                ("asked of any type", type(of: existential).codedClassVersions.map(\.description)),
            ] where found != versions {
                differences.append("\(versions[0]) \(way): \(found)")
            }
        }
        return differences
    }

    @Test func `a class is written with its superclasses and their versions, whatever type the caller knows it by`()
        throws
    {
        let notes: [(object: Note, versions: [String])] = [
            (Note(), ["Note:3", "NSObject:0"]),
            (Memo(), ["Memo:3", "Note:3", "NSObject:0"]),
            (Reminder(), ["Reminder:4", "Memo:3", "Note:3", "NSObject:0"]),
            (Cover(), ["Cover:3", "Page<Int>:3", "Note:3", "NSObject:0"]),
        ]
        #expect(try Self.differences(notes) == [])
        let remote: [(object: RemoteNote, versions: [String])] = [
            (RemoteNote(), ["RemoteNote:1", "NSObject:0"]),
            (RemoteMemo(), ["RemoteMemo:2", "RemoteNote:1", "NSObject:0"]),
            (Sticker(), ["Sticker:2", "RemoteMemo:2", "RemoteNote:1", "NSObject:0"]),
        ]
        #expect(try Self.differences(remote) == [])
    }
}
