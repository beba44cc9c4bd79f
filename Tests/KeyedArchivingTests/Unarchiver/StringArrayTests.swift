import PropertyLists
import TestSupport
import Testing

import KeyedArchiving

/// Small arrays of strings are read without being entered, once their class is known: from the second one on.
@Suite struct StringArrayTests {
    static let arrays: [[[String]]] = [
        [["a"], ["b", "c"], [], ["d"]],
        [["x"], (0..<14).map { "s\($0)" }, (0..<15).map { "s\($0)" }, (0..<300).map { "s\($0)" }, ["y"]],
        [["x"], ["", "exactly 15 bytes", "a string of more than fifteen bytes"], ["Grüße", "日本語", "🧭"]],
        [["x"], ["$null"], ["$null", "y"]],
    ]

    @Test(.rows)
    func `arrays of strings come back as they were, whether their class was seen or many refer to them`() throws {
        forEachRow(Self.arrays) { (arrays: [[String]]) throws in
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: arrays)
            #expect(try KeyedUnarchiver.unarchivedObject(of: [[String]].self, from: bytes) == arrays)
        }

        let strings = ["one", "two", "a string of more than fifteen bytes"]
        let shared = IdentifiedValue(strings)
        let arrays: [any Codingable] = [["x"], shared, shared, shared, shared]
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ArchivedArray(arrays))
        let decoded = try KeyedUnarchiver.unarchivedObject(of: [[String]].self, from: bytes)
        #expect(decoded == [["x"], strings, strings, strings, strings])
    }

    @Test func `what isn't a string in an array is the same error, whether the class was seen before or not`() throws {
        let wrong = ArchivedArray(["a", 1])
        let right = ArchivedArray(["b", "c"])
        let errors = try [[wrong], [right, right, wrong]].map { arrays in
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: ArchivedArray(arrays))
            return #expect(throws: ArchiveError.self) {
                try KeyedUnarchiver.unarchivedObject(of: [[String]].self, from: bytes)
            }
        }
        expectRows {
            (errors.map { $0?.code }, [.unexpectedClass, .unexpectedClass])
            (errors[0]?.reason, errors[1]?.reason)
            (errors.map { $0?.path?.description }, ["root[0][1]", "root[2][1]"])
        }
    }

    @Test(.rows)
    func `a string in an array is as long, and an array as deep, as the limits allow`() throws {
        forEachRow([19, 20, 21]) { (count: Int) throws in
            let arrays = [["a"], ["b", String(repeating: "s", count: count)]]
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: arrays)
            var limits = Limits.default
            limits.stringBytes = 20
            if count <= 20 {
                #expect(
                    try KeyedUnarchiver.unarchivedObject(of: [[String]].self, from: bytes, limits: limits) == arrays)
            } else {
                let error = #expect(throws: ArchiveError.self) {
                    try KeyedUnarchiver.unarchivedObject(of: [[String]].self, from: bytes, limits: limits)
                }
                #expect(error?.code == .limitExceeded)
            }
        }

        let archiver = KeyedArchiver()
        try archiver.encode(["a"], forKey: "first")
        try archiver.encode(Holder(["b"]), forKey: "holder")
        for (depth, expected) in [(2, ["b"]), (1, nil)] {
            let unarchiver = try KeyedUnarchiver(
                forReadingFrom: archiver.encodedBytes, limits: Limits(depth: depth))
            #expect(try unarchiver.decode([String].self, forKey: "first") == ["a"])
            if let expected {
                #expect(try unarchiver.decodeObject(of: Holder.self, forKey: "holder")?.strings == expected)
            } else {
                #expect(throws: ArchiveError(.limitExceeded, "")) {
                    try unarchiver.decodeObject(of: Holder.self, forKey: "holder")
                }
            }
        }
    }

    @Test func `what is kept of an array that is given up is charged`() throws {
        func references(_ uids: [Int]) -> PropertyList { .array(PropertyListArray(uids.map { .uid(UID(UInt64($0))) })) }
        let (first, count) = (6, 200)
        var archive = SmallArchive(
            ["NS.objects": references(Array(first..<first + count)), "$class": .uid(2)],
            .classRecord("NSArray", "NSObject"), .classRecord("NSMutableString", "NSString", "NSObject"),
            ["NS.string": "mutable", "$class": .uid(3)], "unused")
        for uid in first + count..<first + 2 * count {
            archive.objects.append(["NS.objects": references([uid, uid, 4]), "$class": .uid(2)])
        }
        for number in 0..<count {
            archive.objects.append(.string(PropertyListString(String(repeating: "x", count: 5_000) + "\(number)")))
        }
        var limits = Limits.default
        limits.allocation = 1
        limits.allowance = 0
        let error = #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver.unarchivedObject(of: [[String]].self, from: try archive.bytes(), limits: limits)
        }
        #expect(error?.code == .limitExceeded)
    }

    @Test func `a delegate sees the strings and the array`() throws {
        final class Witness: KeyedUnarchiverDelegate {
            var seen: [String] = []
            func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) -> (any Codingable)? {
                seen.append("\(type(of: object))")
                return object
            }
        }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: [["a"], ["b"]])
        let witness = Witness()
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.delegate = witness
        #expect(try unarchiver.decodeObject(of: [[String]].self, forKey: "root") == [["a"], ["b"]])
        #expect(witness.seen == ["String", "Array<String>", "String", "Array<String>", "Array<Array<String>>"])
    }

    /// An object with an array.
    final class Holder: Codingable {
        static var codedClassName: String { "Holder" }
        var strings: [String]?

        init(_ strings: [String]) { self.strings = strings }
        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(strings, forKey: "strings") }
        init(coder unarchiver: KeyedUnarchiver) throws {
            strings = try unarchiver.decode([String].self, forKey: "strings")
        }
    }
}
