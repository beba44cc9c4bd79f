import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

extension HostileCoding {
    /// Rows 87 and 88: code of the user that runs while an archive is decoded.
    static let hooks: [HostileCoding] = [
        HostileCoding(87, "an object that is replaced while a cycle needs it", .refused(.cycle, "root")) {
            _ = try KeyedUnarchiver.unarchivedObject(of: Replaced.self, from: pair())
        },
        HostileCoding(87, "an object that is replaced, and passed on once available") {
            // The reference back waits, and gets the replacement as all others do.
            let seen = Replaced.Seen()
            let root = try Replaced.$seen.withValue(seen) { try #require(try decoded(.waiting)) }
            expectRows {
                root.isReplacement
                (seen.objects.count, 2)
                seen.objects.contains { $0 === root }
                seen.objects.allSatisfy(\.isReplacement)
            }
        },
        HostileCoding(87, "an object that registered itself and is replaced") {
            // It consented to being seen before: the reference back keeps what it was given; all later ones get the
            // replacement, and nothing loops.
            let root = try #require(try decoded(.registered))
            #expect(root.isReplacement)
            #expect(root.partner?.partner?.isReplacement == false)
        },
        HostileCoding(88, "an initializer that decodes the root again", .refused(.cycle, "root")) {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: chain())
            _ = try Hook.$body.withValue(TaskFunction { try $0.decodeObject(of: Hooked.self, forKey: "next") }) {
                try unarchiver.decodeObject(of: Hooked.self, forKey: "root")
            }
        },
        HostileCoding(
            88, "an initializer that asks for a top-level object", .refused(.invalidUnarchiveOperation, "root.root")
        ) {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: chain())
            _ = try Hook.$body.withValue(TaskFunction { try $0.decodeTopLevelObject(of: Hooked.self, forKey: "root") })
            {
                try unarchiver.decodeObject(of: Hooked.self, forKey: "root")
            }
        },
        HostileCoding(88, "an initializer that throws, and decoding that goes on") {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: chain())
            for _ in 0..<3 {
                #expect(throws: Hook.Failure.self) { () throws in
                    _ = try Hook.$body.withValue(TaskFunction { _ in throw Hook.Failure() }) {
                        try unarchiver.decodeObject(of: Hooked.self, forKey: "root")
                    }
                }
            }
            try expectRows {
                (unarchiver.currentClass, nil)
                unarchiver.allowedTypes.isEmpty
                try unarchiver.decodeObject(of: Hooked.self, forKey: "root") != nil
                (try unarchiver.decodeObject(of: String.self, forKey: "text"), "x")
            }
        },
        HostileCoding(88, "an initializer that decodes its own archive with another unarchiver") {
            let bytes = try chain()
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            let inner = TaskFunction<KeyedUnarchiver, Hooked?> { outer in
                let other = try KeyedUnarchiver(forReadingFrom: bytes)
                _ = try Hook.$body.withValue(TaskFunction { _ in nil }) {
                    try other.decodeObject(of: Hooked.self, forKey: "root")
                }
                #expect(outer.currentClass?.name == "Hooked")
                return nil
            }
            #expect(
                try Hook.$body.withValue(inner) {
                    try unarchiver.decodeObject(of: Hooked.self, forKey: "root")
                } != nil)
        },
        HostileCoding(88, "an initializer that finishes decoding", .refused(.finished, "nowhere")) {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: chain())
            let finish = TaskFunction<KeyedUnarchiver, Hooked?> { unarchiver in
                unarchiver.finishDecoding()
                return try unarchiver.decodeObject(of: Hooked.self, forKey: "next")
            }
            _ = try Hook.$body.withValue(finish) { try unarchiver.decodeObject(of: Hooked.self, forKey: "root") }
        },
    ]

    /// What the initializer of `Hooked` does.
    enum Hook {
        struct Failure: Error {}
        @TaskLocal static var body = TaskFunction<KeyedUnarchiver, Hooked?> { _ in nil }
    }

    final class Hooked: Codingable {
        static var codedClassName: String { "Hooked" }
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws { _ = try Hook.body(unarchiver) }
    }

    /// An object that refers to one that refers back.
    private static func chain() throws -> [UInt8] {
        try SmallArchive(
            ["next": .uid(3), "$class": .uid(2)], .classRecord("Hooked", "NSObject"),
            ["next": .uid(1), "$class": .uid(2)], "x", top: ["root": .uid(1), "text": .uid(4)]
        ).bytes()
    }

    /// An object whose `awakeAfter` puts another in its place.
    final class Replaced: Codingable {
        /// How the object takes part in cycles.
        enum CycleRole: Sendable { case notAtAll, registered, waiting }

        /// The objects that pending closures were given.
        final class Seen: @unchecked Sendable {
            var objects: [Replaced] = []
        }

        @TaskLocal static var role = CycleRole.notAtAll
        @TaskLocal static var seen = Seen()
        static var codedClassName: String { "Replaced" }
        var partner: Replaced?
        var isReplacement = false

        init(replacing other: Replaced) {
            partner = other.partner
            isReplacement = true
        }

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws {
            switch Self.role {
            case .notAtAll: partner = try unarchiver.decodeObject(of: Replaced.self, forKey: "partner")
            case .registered:
                try unarchiver.register(self)
                partner = try unarchiver.decodeObject(of: Replaced.self, forKey: "partner")
            case .waiting:
                try unarchiver.decodeObject(
                    of: Replaced.self, forKey: "partner", onceAvailable: { Self.seen.objects.append($0) })
            }
        }

        func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? { Replaced(replacing: self) }
    }

    /// The root of two objects that refer to each other.
    private static func decoded(_ role: Replaced.CycleRole) throws -> Replaced? {
        try Replaced.$role.withValue(role) { try KeyedUnarchiver.unarchivedObject(of: Replaced.self, from: pair()) }
    }

    private static func pair() throws -> [UInt8] {
        try SmallArchive(
            ["partner": .uid(3), "$class": .uid(2)], .classRecord("Replaced", "NSObject"),
            ["partner": .uid(1), "$class": .uid(2)]
        ).bytes()
    }
}
