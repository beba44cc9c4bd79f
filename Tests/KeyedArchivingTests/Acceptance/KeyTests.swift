import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Keys, their rewriting and their scope.
@Suite struct KeyTests {
    @Test func `a key that starts with $ is stored with one more, and doesn't clash with the real ones`() throws {
        let bytes = try archive { try $0.encode(Scripted { try $0.encode(5, forKey: "$ivar") }, forKey: "root") }
        let record = try KeyedArchive(bytes).rootRecord()
        #expect(record["$$ivar"] == 5)
        #expect(record["$ivar"] == nil)
        try inRoot(bytes) { unarchiver throws in
            try expectRows {
                (try unarchiver.decodeInteger(forKey: "$ivar"), 5)
                try unarchiver.containsValue(forKey: "$ivar")
                try !unarchiver.containsValue(forKey: "$$ivar")
            }
        }
        let object = Scripted {
            try $0.encode("mine", forKey: "$class")
            try $0.encode("zero of mine", forKey: "$0")
            try $0.encode("the real zero")
        }
        try inRoot(try KeyedArchiver.archivedBytes(withRootObject: object)) { unarchiver throws in
            try expectRows {
                (unarchiver.currentClass?.name, "Scripted")
                (try unarchiver.decodeObject(of: String.self), "the real zero")
                (try unarchiver.decodeObject(of: String.self, forKey: "$0"), "zero of mine")
                (try unarchiver.decodeObject(of: String.self, forKey: "$class"), "mine")
            }
        }
    }

    @Test func `of a key encoded twice in one object, the empty one too, the later value counts, with one warning`()
        throws
    {
        let archiver = KeyedArchiver()
        let object = Scripted {
            try $0.encode(1, forKey: "k")
            try $0.encode(true, forKey: "other")
            try $0.encode(2, forKey: "k")
        }
        try archiver.encode(object, forKey: "root")
        #expect(archiver.warnings.map(\.key) == ["k"])
        #expect(archiver.warnings.map(\.className) == ["Scripted"])
        let record = try KeyedArchive(archiver.encodedBytes).rootRecord()
        #expect(record.fields.filter { $0.key == "k" }.map(\.value) == [2])
        let empty = Scripted { archiver in
            for (value, key) in ["", "a", ""].enumerated() { try archiver.encode(value + 1, forKey: key) }
        }
        let other = KeyedArchiver()
        for number in 0..<3 { try other.encode(empty, forKey: "object \(number)") }
        #expect(other.warnings.map(\.key) == ["", "", ""])
        try inRoot(try KeyedArchiver.archivedBytes(withRootObject: empty)) { unarchiver throws in
            #expect(try unarchiver.decodeInteger(forKey: "") == 3)
            #expect(try unarchiver.decodeInteger(forKey: "a") == 2)
        }
        let bytes = try archive { try $0.encode(3, forKey: "") }
        #expect(try KeyedUnarchiver(forReadingFrom: bytes).decodeInteger(forKey: "") == 3)
        // In two objects of a class it is independent.
        let objects = [Scripted { try $0.encode(1, forKey: "k") }, Scripted { try $0.encode(2, forKey: "k") }]
        let list = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: objects))
        #expect(try list.uids(ofClass: "Scripted").map { try list.requiredRecord($0)["k"] } == [1, 2])
    }

    @Test func `a key in another spelling is another key, although Swift may call it equal`() throws {
        let object = Scripted {
            try $0.encode(1, forKey: "key")
            try $0.encode(2, forKey: "caf\u{E9}")
        }
        try inRoot(try KeyedArchiver.archivedBytes(withRootObject: object)) { unarchiver throws in
            try expectRows {
                (try unarchiver.decodeInteger(forKey: "Key"), 0)
                (try unarchiver.decodeInteger(forKey: "cafe\u{301}"), 0)
                (try unarchiver.decodeInteger(forKey: "caf\u{E9}"), 2)
            }
        }
        let kelvin = Scripted {
            try $0.encode(1, forKey: "K")
            try $0.encode(2, forKey: "\u{212A}")
        }
        try inRoot(try KeyedArchiver.archivedBytes(withRootObject: kelvin)) { unarchiver throws in
            for _ in 0..<3 {
                #expect(try unarchiver.decodeInteger(forKey: "K") == 1)
                #expect(try unarchiver.decodeInteger(forKey: "\u{212A}") == 2)
            }
        }
    }

    @Test func `values are read in reverse order, some of them not at all`() throws {
        let keys = (0..<40).map { "key\($0)" }
        let object = Scripted { for (value, key) in keys.enumerated() { try $0.encode(value, forKey: key) } }
        try inRoot(try KeyedArchiver.archivedBytes(withRootObject: object)) { unarchiver throws in
            for (value, key) in keys.enumerated().reversed() where !value.isMultiple(of: 3) {
                #expect(try unarchiver.decodeInteger(forKey: key) == value)
            }
        }
    }
}

/// Decodes the root object as a ``Reader``, which runs a closure inside its initializer.
func inRoot(_ bytes: [UInt8], _ body: @escaping (KeyedUnarchiver) throws -> Void) throws {
    let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
    try inRoot(unarchiver, body)
}

/// The same, with an unarchiver that was set up before.
func inRoot(_ unarchiver: KeyedUnarchiver, _ body: @escaping (KeyedUnarchiver) throws -> Void) throws {
    unarchiver.setClass(Reader.self, forClassName: "Scripted")
    try Reader.$body.withValue(Reader.Body(run: body)) {
        _ = try unarchiver.decodeObject(of: Reader.self, forKey: "root")
    }
}

/// An object whose decoding is the closure of the test that runs.
struct Reader: Codingable {
    struct Body: @unchecked Sendable {
        var run: (KeyedUnarchiver) throws -> Void
    }

    @TaskLocal static var body = Body { _ in }

    func encode(with archiver: KeyedArchiver) throws {}

    init(coder unarchiver: KeyedUnarchiver) throws {
        try Self.body.run(unarchiver)
    }
}
