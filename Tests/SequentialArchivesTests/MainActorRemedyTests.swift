import PropertyLists
import SequentialArchives
import TestSupport
import Testing

/// Types of the main actor that came elsewhere behind the compiler's back.
@Suite struct MainActorRemedyTests {
    @MainActor private final class Pane: @MainActor SequentialCodingable {
        static var codedClassName: String { "Pane" }
        init() {}
        func encode(with archiver: SequentialArchiver) throws {}
        init(coder unarchiver: SequentialUnarchiver) throws {}
    }

    @MainActor private struct Frame: @MainActor SequentialCodingable {
        static var codedClassName: String { "Frame" }
        init() {}
        func encode(with archiver: SequentialArchiver) throws {}
        init(coder unarchiver: SequentialUnarchiver) throws {}
    }

    /// What is handed to another isolation: objects, as anything, and their archive.
    private struct Handed: @unchecked Sendable {
        var pane: any SequentialCodingable
        var frame: any SequentialCodingable
        var bytes: [UInt8]
    }

    @MainActor private static func handed() throws -> Handed {
        let pane = Pane()
        return Handed(pane: pane, frame: Frame(), bytes: try SequentialArchiver.archivedBytes(withRootObject: pane))
    }

    private static func decoded<Object: SequentialCodingable>(_ type: Object.Type, _ bytes: [UInt8]) throws -> Object? {
        try SequentialUnarchiver.unarchivedObject(of: type, from: bytes)
    }

    /// Hands the type on behind a generic function, which the compiler lets pass.
    @MainActor private static func decodedElsewhere(_ bytes: [UInt8]) async throws -> Bool {
        try await decodedElsewhere(Pane.self, bytes)
    }

    @concurrent private static func decodedElsewhere<Object: SequentialCodingable>(
        _ type: Object.Type, _ bytes: [UInt8]
    ) async throws -> Bool {
        try decoded(type, bytes) != nil
    }

    @Test func `such a type is decoded and encoded on the main actor`() async throws {
        try await MainActor.run {
            let handed = try Self.handed()
            let pane = try Self.decoded(Pane.self, handed.bytes)
            let frame = try SequentialArchiver.archivedBytes(withRootObject: Frame())
            #expect(pane != nil)
            #expect(!frame.isEmpty)
        }
    }

    @Test func `elsewhere both are an error that says so`() async throws {
        let handed = try await Self.handed()
        let decoding = await #expect(throws: ArchiveError.self) {
            try await Self.decodedElsewhere(handed.bytes)
        }
        let encoding = #expect(throws: ArchiveError.self) {
            try SequentialArchiver.archivedBytes(withRootObject: handed.pane)
        }
        let encodingValue = #expect(throws: ArchiveError.self) {
            try SequentialArchiver.archivedBytes(withRootObject: handed.frame)
        }
        expectRows {
            (decoding?.code, .wrongActor)
            (decoding?.reason, "Pane belongs to another actor")
            (encoding?.code, .wrongActor)
            (encodingValue?.reason, "Frame belongs to another actor")
            (encodingValue?.remedy?.contains("`nonisolated`"), true)
        }
    }

    /// An object of no actor that puts another in its place.
    private final class StandIn: SequentialCodingable {
        static var codedClassName: String { "StandIn" }
        let object: any SequentialCodingable
        init(_ object: any SequentialCodingable) { self.object = object }
        func encode(with archiver: SequentialArchiver) throws {}
        func replacementObject(for archiver: SequentialArchiver) throws -> (any SequentialCodingable)? { object }
        init(coder unarchiver: SequentialUnarchiver) throws { throw CancellationError() }
    }

    @Test func `what takes the place of an object is looked at, too`() async throws {
        let handed = try await Self.handed()
        let error = #expect(throws: ArchiveError.self) {
            try SequentialArchiver.archivedBytes(withRootObject: StandIn(handed.pane))
        }
        #expect(error?.code == .wrongActor)
    }

    /// The same class, as one that belongs to no actor.
    private final class FreePane: SequentialCodingable {
        static var codedClassName: String { "Pane" }
        func encode(with archiver: SequentialArchiver) throws {}
        init(coder unarchiver: SequentialUnarchiver) throws {}
    }

    @Test func `what the error says cures it`() async throws {
        let handed = try await Self.handed()
        expectCures {
            Cure("a type of the main actor elsewhere", says: "decode and encode it on that actor, or declare the type")
            {
                try SequentialArchiver.archivedBytes(withRootObject: handed.pane)
            } cured: {
                try Self.decoded(FreePane.self, handed.bytes) != nil
            }
        }
    }
}
