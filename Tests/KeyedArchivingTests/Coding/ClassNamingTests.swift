import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

private struct Secret: Codingable, Codable, Hashable {
    var text = "s"
    init() {}
    func encode(with archiver: KeyedArchiver) throws {}
    init(coder unarchiver: KeyedUnarchiver) throws {}
}

private class SecretObject: Codingable {
    init() {}
    func encode(with archiver: KeyedArchiver) throws {}
    required init(coder unarchiver: KeyedUnarchiver) throws {}
}

private enum SecretKind: String, Codable {
    case one
}

/// Names that another run of the program would not know are never written.
@Suite struct ClassNamingTests {
    struct Box<Content>: Codingable {
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    /// Has a name of its own, but a superclass without one.
    fileprivate final class Known: SecretObject {
        final class var codedClassName: String { "Known" }
    }

    struct Advised: Codingable {
        static var codedClassName: String { "Advised" }
        static var codedClassFallbacks: [String] { [String(reflecting: Secret.self)] }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    private static func unnamed() -> [any Codingable] {
        final class Local: Codingable {
            init() {}
            func encode(with archiver: KeyedArchiver) throws {}
            init(coder unarchiver: KeyedUnarchiver) throws {}
        }
        return [Secret(), SecretObject(), Local(), Box<Secret>(), Box<[Local]>(), Known(), Advised()]
    }

    @Test("a private or local type is refused, with the cure, unless a name is declared or set for it")
    func refused() throws {
        for object in Self.unnamed() {
            for root in [object, [object] as [any Codingable]] as [Any] {
                do {
                    let root = root as? any Codingable ?? ArchivedArray(root as? [any Codingable] ?? [])
                    _ = try KeyedArchiver.archivedBytes(withRootObject: root)
                    Issue.record("\(type(of: object)) was written under a name that holds an address")
                } catch let error as ArchiveError {
                    #expect(error.code == .invalidArchiveOperation)
                    #expect(error.remedy?.contains("codedClassName") == true)
                }
            }
        }
        // Under a name that is set it is written; within collections and Codable no name is.
        let bytes = try archive { archiver in
            archiver.setClassName("Secret", for: Secret.self)
            try archiver.encode(Secret(), forKey: "root")
            try archiver.encode([Secret](), forKey: "empty")
            try archiver.encodeEncodable(Secret(), forKey: "codable")
            try archiver.encodeEncodable(SecretKind.one, forKey: "kind")
        }
        #expect(try KeyedArchive(bytes).uids(ofClass: "Secret").count == 1)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("unknown context"))
    }

    @Test("setting the real name of a class keeps its chain and fallbacks")
    func realName() throws {
        final class Thing: CodedObject {
            override class var codedClassName: String { "Thing" }
            override class var codedClassFallbacks: [String] { ["Object"] }
        }
        func record(_ name: String?) throws -> ArchivedClass {
            let archive = try KeyedArchive(
                archive { archiver in
                    archiver.setClassName(name, for: Thing.self)
                    try archiver.encode(Thing(), forKey: "root")
                })
            return try archive.archivedClass(at: archive.rootRecord().classUID)
        }
        let own = ArchivedClass(name: "Thing", hierarchy: ["Thing", "NSObject"], fallbacks: ["Object"])
        try expectRows {
            (try record(nil), own)
            (try record("Thing"), own)
            try (record("Other"), ArchivedClass(name: "Other"))
        }
    }

    @Test func `a class without a name is refused, as no reader takes its record`() throws {
        struct Note: Codingable, Codable {
            static var codedClassName: String { "Note" }
            init() {}
            func encode(with archiver: KeyedArchiver) throws {}
            init(coder unarchiver: KeyedUnarchiver) throws {}
            enum CodingKeys: CodingKey {}
        }
        struct Nameless: Codingable {
            static var codedClassName: String { "" }
            init() {}
            func encode(with archiver: KeyedArchiver) throws {}
            init(coder unarchiver: KeyedUnarchiver) throws {}
        }
        let archiver = KeyedArchiver()
        archiver.setClassName("", for: Note.self)
        var encoder = KeyedArchiveEncoder()
        encoder.setClassName("", for: Note.self)
        let attempts: [() throws -> Void] = [
            { try archiver.encode(Note(), forKey: "root") },
            { _ = try KeyedArchiver.archivedBytes(withRootObject: Nameless()) },
            { _ = try encoder.encode(Note()) },
        ]
        for attempt in attempts {
            let error = #expect(throws: ArchiveError.self) { try attempt() }
            #expect(error?.code == .invalidArchiveOperation && error?.remedy != nil, "\(error as Any)")
        }
    }
}
