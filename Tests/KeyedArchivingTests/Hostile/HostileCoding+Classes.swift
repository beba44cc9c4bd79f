import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

extension HostileCoding {
    /// Rows 77 to 79 and 86: which type is instantiated.
    static let classes: [HostileCoding] = [
        HostileCoding(77, "a registered class whose record claims to be an array", .refused(.unexpectedClass, "root")) {
            let bytes = try archive(of: ["$classname": "Evil", "$classes": ["NSArray", "NSObject"]])
            _ = try KeyedUnarchiver.unarchivedObject(of: [ArchivedArray.self], from: bytes, registry: evil("Evil"))
        },
        HostileCoding(
            77, "a registered class whose record claims to be the one asked for", .refused(.unexpectedClass, "root")
        ) {
            let bytes = try archive(of: ["$classname": "Evil", "$classes": ["Thing", "NSObject"]])
            _ = try KeyedUnarchiver.unarchivedObject(of: Thing.self, from: bytes, registry: evil("Evil"))
        },
        HostileCoding(78, "a fallback that is registered, but not allowed", .refused(.unexpectedClass, "root")) {
            let bytes = try archive(of: ["$classname": "Unknown", "$classhints": ["Evil"]])
            _ = try KeyedUnarchiver.unarchivedObject(of: Thing.self, from: bytes, registry: evil("Evil"))
        },
        HostileCoding(78, "a fallback whose name stands for another class", .refused(.unexpectedClass, "root")) {
            let bytes = try archive(of: ["$classname": "Unknown", "$classhints": ["Harmless"]])
            _ = try KeyedUnarchiver.unarchivedObject(of: Thing.self, from: bytes, registry: evil("Harmless"))
        },
        HostileCoding(78, "fallbacks that name each other's classes", .refused(.unknownClass, "root")) {
            let bytes = try archive(of: ["$classname": "A", "$classhints": ["B", "A", "B"]])
            _ = try KeyedUnarchiver.unarchivedObject(of: Thing.self, from: bytes)
        },
        HostileCoding(79, "modules renamed to each other", .refused(.unknownClass, "root")) {
            var registry = ClassRegistry()
            registry.renameClasses(withPrefix: "A.", to: "B.")
            registry.renameClasses(withPrefix: "B.", to: "A.")
            let bytes = try archive(of: ["$classname": "A.Thing"])
            _ = try KeyedUnarchiver.unarchivedObject(of: Thing.self, from: bytes, registry: registry)
        },
        HostileCoding(79, "a name set for a type whose own name is set for another") {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: try archive(of: ["$classname": "Evil"]))
            unarchiver.setClass(Thing.self, forClassName: "Evil")
            unarchiver.setClass(Evil.self, forClassName: "Thing")
            #expect(try unarchiver.decodeObject(of: Thing.self, forKey: "root") != nil)
        },
        HostileCoding(86, "one object as two types", .refused(.unexpectedClass, "root")) {
            let unarchiver = try twoRequests()
            #expect(try unarchiver.decodeObject(of: Thing.self, forKey: "root") != nil)
            _ = try unarchiver.decodeObject(of: Evil.self, forKey: "again")
        },
        HostileCoding(86, "one object as one of several types, and then of others", .refused(.unknownClass, "root")) {
            let unarchiver = try twoRequests()
            #expect(try unarchiver.decodeObject(of: [Thing.self, Evil.self], forKey: "root") != nil)
            _ = try unarchiver.decodeObject(of: [Evil.self], forKey: "again")
        },
        HostileCoding(86, "one object as any object, and then as another type", .refused(.unexpectedClass, "root")) {
            let unarchiver = try twoRequests()
            unarchiver.registry.register(Thing.self)
            try unarchiver.disableSecureCoding()
            #expect(try unarchiver.decodeObject(forKey: "root") is Thing)
            _ = try unarchiver.decodeObject(of: Evil.self, forKey: "again")
        },
        HostileCoding(
            86, "a container whose contents a second request does not allow", .refused(.unknownClass, "root[0]")
        ) {
            let unarchiver = try containerTwice()
            #expect(try unarchiver.decodeObject(of: [ArchivedArray.self, Thing.self], forKey: "root") != nil)
            _ = try unarchiver.decodeObject(of: [ArchivedArray.self, Evil.self], forKey: "again")
        },
        HostileCoding(86, "the same, by a request for the container alone", .refused(.unknownClass, "root[0]")) {
            let unarchiver = try containerTwice()
            #expect(try unarchiver.decodeObject(of: [ArchivedArray.self, Thing.self], forKey: "root") != nil)
            _ = try unarchiver.decodeObject(of: ArchivedArray.self, forKey: "again")
        },
        HostileCoding(86, "a container that both requests allow") {
            let unarchiver = try containerTwice()
            let first = try unarchiver.decodeObject(of: [ArchivedArray.self, Thing.self], forKey: "root")
            let second = try unarchiver.decodeObject(of: [Thing.self, ArchivedArray.self, Evil.self], forKey: "again")
            #expect(first?.instance === second?.instance)
        },
    ]

    /// A class that no call allows.
    final class Evil: Codingable {
        static var codedClassName: String { "Evil" }
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws { Issue.record("instantiated") }
    }

    private static func evil(_ name: String) -> ClassRegistry {
        var registry = ClassRegistry.standard
        registry.register(Evil.self, forClassName: name)
        return registry
    }

    /// An archive of one empty object of a class with the given record.
    private static func archive(of record: PropertyList) throws -> [UInt8] {
        try SmallArchive(["$class": .uid(2)], record).bytes()
    }

    private static let again: PropertyList = ["root": .uid(1), "again": .uid(1)]

    private static func twoRequests() throws -> KeyedUnarchiver {
        let archive = SmallArchive(["$class": .uid(2)], .classRecord("Thing", "NSObject"), top: again)
        return try KeyedUnarchiver(forReadingFrom: archive.bytes())
    }

    /// An array in an array that holds an object, twice in the top level.
    private static func containerTwice() throws -> KeyedUnarchiver {
        let archive = SmallArchive(
            ["NS.objects": [.uid(3)], "$class": .uid(2)], .classRecord("NSArray", "NSObject"),
            ["$class": .uid(4)], .classRecord("Thing", "NSObject"), top: again
        )
        return try KeyedUnarchiver(forReadingFrom: archive.bytes())
    }
}
