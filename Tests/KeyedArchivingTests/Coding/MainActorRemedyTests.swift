import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Types of the main actor that came elsewhere behind the compiler's back.
@Suite struct MainActorRemedyTests {
    @MainActor private final class Pane: @MainActor Codingable {
        static var codedClassName: String { "Pane" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    /// What is handed to another isolation: a list of types, and an object, as anything.
    private struct Handed: @unchecked Sendable {
        var types: [any Codingable.Type]
        var object: any Codingable
        var bytes: [UInt8]
    }

    @MainActor private static func handed() throws -> Handed {
        let pane = Pane()
        return Handed(
            types: [Pane.self], object: pane, bytes: try KeyedArchiver.archivedBytes(withRootObject: pane))
    }

    @Test func `such a type is decoded and encoded on the main actor`() async throws {
        try await MainActor.run {
            let handed = try Self.handed()
            #expect(try KeyedUnarchiver.unarchivedObject(of: Pane.self, from: handed.bytes) != nil)
            #expect(try KeyedUnarchiver.unarchivedObject(of: handed.types, from: handed.bytes) is Pane)
        }
    }

    @Test func `elsewhere both are an error that says so`() async throws {
        let handed = try await Self.handed()
        let decoding = #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver.unarchivedObject(of: handed.types, from: handed.bytes)
        }
        let encoding = #expect(throws: ArchiveError.self) {
            try KeyedArchiver.archivedBytes(withRootObject: handed.object as (any Codingable)?)
        }
        for error in [decoding, encoding] {
            expectRows {
                (error?.code, .wrongActor)
                (error?.reason, "Pane belongs to another actor")
                (error?.remedy?.contains("`nonisolated`"), true)
            }
        }
    }

    /// The same class, as one that belongs to no actor.
    private final class FreePane: Codingable {
        static var codedClassName: String { "Pane" }
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    @Test func `what the error says cures it`() async throws {
        let handed = try await Self.handed()
        expectCures {
            Cure("a type of the main actor elsewhere", says: "decode and encode it on that actor, or declare the type")
            {
                try KeyedUnarchiver.unarchivedObject(of: handed.types, from: handed.bytes)
            } cured: {
                try KeyedUnarchiver.unarchivedObject(of: FreePane.self, from: handed.bytes) != nil
            }
        }
    }
}
