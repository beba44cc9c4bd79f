import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Codable values from archives of every shape that a property list is stored in.
@Suite struct StoredListTests {
    static let array = PropertyList.classRecord("NSArray", "NSObject")
    static let dictionary = PropertyList.classRecord("NSDictionary", "NSObject")
    static let mutableString = PropertyList.classRecord("NSMutableString", "NSString", "NSObject")

    static func list(_ values: UID..., class type: UID) -> PropertyList {
        ["NS.objects": .array(PropertyListArray(values.map { .uid($0) })), "$class": .uid(type)]
    }

    static func record(_ keys: [UID], _ values: [UID], class type: UID) -> PropertyList {
        [
            "NS.keys": .array(PropertyListArray(keys.map { .uid($0) })),
            "NS.objects": .array(PropertyListArray(values.map { .uid($0) })), "$class": .uid(type),
        ]
    }

    static func open(_ objects: PropertyList..., limits: Limits = .default) throws -> KeyedUnarchiver {
        var archive = SmallArchive()
        archive.objects = objects
        return try KeyedUnarchiver(forReadingFrom: archive.bytes(), limits: limits)
    }

    @Test func `a value is decoded as often as it is held or asked for, and then as other types`() throws {
        let holding = try Self.open(Self.list(2, 2, 2, class: 4), Self.list(3, class: 4), 7, Self.array)
        #expect(try holding.decodeDecodable([[Int]].self, forKey: "root") == [[7], [7], [7]])
        #expect(try holding.decodePropertyList(forKey: "root") == [[7], [7], [7]])
        let unarchiver = try Self.open(
            Self.list(2, 2, class: 3), "a string of more than 15 bytes", Self.array,
            limits: Limits.exact(expansion: 1, allocation: 8))
        let text = "a string of more than 15 bytes"
        for _ in 0..<1000 {
            #expect(try unarchiver.decodeDecodable([String].self, forKey: "root") == [text, text])
        }
        try expectRows {
            (try unarchiver.decode([String].self, forKey: "root"), [text, text])
            (try unarchiver.decodeObject(of: ArchivedArray.self, forKey: "root")?.elements as? [String], [text, text])
            (try unarchiver.decodeDecodable([String].self, forKey: "root"), [text, text])
        }
    }

    @Test func `arrays that hold each other twice may not unfold beyond the limit`() throws {
        var array = ArchivedArray(["leaf"])
        for _ in 0..<70 { array = ArchivedArray([array, array]) }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: array)
        for limits in [Limits.default, Limits.unlimited] {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, limits: limits)
            #expect(throws: ArchiveError(.limitExceeded, "")) { try unarchiver.decodePropertyList(forKey: "root") }
            #expect(try unarchiver.decodeDecodable(Probe.self, forKey: "root") != nil)
        }
        // The default limits allow a small file 64 million steps.
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, limits: .untrusted)
        #expect(throws: ArchiveError(.limitExceeded, "")) {
            try unarchiver.decodeDecodable(Walker.self, forKey: "root")
        }
    }

    /// A type that looks at nothing.
    struct Probe: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    /// A type that looks at everything in lists, and at the values of dictionaries.
    struct Walker: Decodable {
        init(from decoder: any Decoder) throws {
            do {
                var list = try decoder.unkeyedContainer()
                while !list.isAtEnd { _ = try list.decode(Walker.self) }
            } catch DecodingError.typeMismatch {
                guard let entries = try? decoder.container(keyedBy: AnyKey.self) else { return }
                for key in entries.allKeys { _ = try entries.decode(Walker.self, forKey: key) }
            }
        }
    }

    @Test func `a container that holds itself is refused, whatever its kind, by everything that looks at it`() throws {
        let array = try Self.open(Self.list(2, class: 3), Self.list(1, class: 3), Self.array)
        let dictionary = try Self.open(Self.record([2], [1], class: 3), "key", Self.dictionary)
        // The key is a mutable string, so the dictionary is decoded as an object.
        let mixed = try Self.open(
            Self.list(2, class: 5), Self.record([3], [1], class: 6), ["NS.string": "key", "$class": .uid(4)],
            Self.mutableString, Self.array, Self.dictionary)
        for unarchiver in [array, dictionary, mixed] {
            #expect(throws: ArchiveError(.cycle, "")) { try unarchiver.decodeDecodable(Walker.self, forKey: "root") }
            #expect(throws: ArchiveError(.cycle, "")) { try unarchiver.decodePropertyList(forKey: "root") }
            #expect(try unarchiver.decodeDecodable(Probe.self, forKey: "root") != nil)
        }
    }

    @Test func `of two entries with one key the last counts, in a property list too`() throws {
        let unarchiver = try Self.open(
            Self.record([2, 3, 2, 4], [5, 6, 7, 8], class: 9), "a", "b", "a", 1, 2, 3, 4, Self.dictionary)
        #expect(try unarchiver.decodeDecodable([String: Int].self, forKey: "root") == ["a": 4, "b": 2])
        #expect(unarchiver.warnings.map(\.key) == ["a", "a"])
        #expect(try unarchiver.decodePropertyList(forKey: "root") == ["b": 2, "a": 4])
        #expect(unarchiver.warnings.map(\.key) == ["a", "a", "a", "a"])
        struct Reader: Decodable {
            var values: [Int] = []
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                #expect(container.allKeys.map(\.stringValue) == ["a", "b"])
                for key in ["b", "a", "b", "a"] { values.append(try container.decode(Int.self, forKey: AnyKey(key))) }
            }
        }
        #expect(try unarchiver.decodeDecodable(Reader.self, forKey: "root")?.values == [2, 4, 2, 4])
    }

    @Test(.rows)
    func `a property list has the entry that counts, however it is decoded and its keys are stored`() {
        let mutable: PropertyList = ["NS.string": "a", "$class": .uid(7)]
        forEachRow(["a", mutable] as [PropertyList]) { (key: PropertyList) throws in
            let bytes = try SmallArchive(
                Self.record([2, 3], [4, 5], class: 6), key, "a", 1, 2, Self.dictionary, Self.mutableString
            ).bytes()
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            #expect(try unarchiver.decodePropertyList(forKey: "root") == ["a": 2])
            #expect(unarchiver.warnings.map(\.key) == ["a"])
            let decoding = try KeyedUnarchiver(forReadingFrom: bytes)
            #expect(try decoding.decodeDecodable(PropertyList.self, forKey: "root") == ["a": 2])
            #expect(decoding.warnings.map(\.key) == ["a"])
            let observer = Observer()
            let observed = try KeyedUnarchiver(forReadingFrom: bytes)
            observed.delegate = observer
            #expect(try observed.decodePropertyList(forKey: "root") == ["a": 2])
            #expect(observed.warnings.map(\.key) == ["a"])
            // A decoder has no warnings, so that it fails as for a Swift dictionary.
            let error = #expect(throws: DecodingError.self) {
                try KeyedArchiveDecoder().decode(PropertyList.self, from: bytes)
            }
            #expect(error?.archiveError?.code == .invalidValue)
        }
    }

    private final class Observer: KeyedUnarchiverDelegate {}

    @Test func `keys that are one number of bytes and canonically equivalent are two`() throws {
        // U+212B and U+00C5 are equivalent, but the first takes three bytes; U+1E9B U+0323 and its other order take
        // six.
        let unarchiver = try Self.open(
            Self.record([2, 3], [4, 5], class: 6), "\u{1E9B}\u{323}", "\u{17F}\u{323}\u{307}", 1, 2, Self.dictionary)
        struct Reader: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                try expectRows {
                    (try container.decode(Int.self, forKey: AnyKey("\u{17F}\u{323}\u{307}")), 2)
                    (try container.decode(Int.self, forKey: AnyKey("\u{1E9B}\u{323}")), 1)
                    !container.contains(AnyKey("\u{1E69}"))
                }
            }
        }
        #expect(try unarchiver.decodeDecodable(Reader.self, forKey: "root") != nil)
    }

    @Test func `old-style arrays, mutable strings and dates are read among the usual objects`() throws {
        let old: PropertyList = ["NS.object.0": .uid(2), "NS.object.1": .uid(3), "$class": .uid(6)]
        let unarchiver = try Self.open(
            Self.list(7, 4, class: 6), "one", ["NS.string": "two", "$class": .uid(5)],
            Self.list(2, 3, 0, class: 6), Self.mutableString, Self.array, old)
        #expect(
            try unarchiver.decodeDecodable([[String?]].self, forKey: "root") == [["one", "two"], ["one", "two", nil]])
        let dates = try Self.open(Self.list(2, class: 4), ["NS.time": 1.5, "$class": .uid(3)], "NSDate", Self.array)
        #expect(throws: ArchiveError.self) { try dates.decodeDecodable([ArchivedDate].self, forKey: "root") }
        let date = try Self.open(
            Self.list(2, class: 4), ["NS.time": 1.5, "$class": .uid(3)], .classRecord("NSDate", "NSObject"), Self.array)
        #expect(
            try date.decodeDecodable([ArchivedDate].self, forKey: "root") == [
                ArchivedDate(timeIntervalSinceReferenceDate: 1.5)
            ])
    }

    @Test func `the text that stands for nil, and one that no Swift string can hold, are kept in a property list`()
        throws
    {
        let nils = try Self.open(Self.list(2, 0, 3, class: 4), "text", "$null", Self.array)
        #expect(try nils.decodeDecodable([String?].self, forKey: "root") == ["text", nil, nil])
        #expect(try nils.decodePropertyList(forKey: "root") == ["text", "$null", "$null"])
        #expect(throws: DecodingError.self) { try nils.decodeDecodable([String].self, forKey: "root") }
        let text = PropertyList.string(PropertyListString(utf16: [0xD800]))
        let unarchiver = try Self.open(Self.list(2, class: 3), text, Self.array)
        #expect(throws: ArchiveError(.invalidValue, "")) {
            try unarchiver.decodeDecodable([String].self, forKey: "root")
        }
        #expect(try unarchiver.decodePropertyList(forKey: "root") == .array(PropertyListArray([text])))
    }

    @Test func `an object of another class is refused in a property list, and else where it is asked for`() throws {
        let unknown = try Self.open(Self.list(2, class: 4), ["$class": .uid(3)], .classRecord("Other"), Self.array)
        #expect(throws: ArchiveError(.unknownClass, "")) { try unknown.decodePropertyList(forKey: "root") }
        #expect(try unknown.decodeDecodable(Probe.self, forKey: "root") != nil)
        #expect(throws: DecodingError.self) { try unknown.decodeDecodable([String].self, forKey: "root") }
        #expect(try unknown.decodeDecodable([[String: Int]].self, forKey: "root") == [[:]])
        let set = try Self.open(
            Self.list(2, class: 4), Self.list(class: 3), .classRecord("NSSet", "NSObject"), Self.array)
        #expect(throws: ArchiveError(.unexpectedClass, "")) { try set.decodePropertyList(forKey: "root") }
        #expect(try set.decodeDecodable([[Int]].self, forKey: "root") == [[]])
        let class3 = try Self.open(Self.list(2, class: 3), Self.list(class: 2), Self.array)
        #expect(throws: ArchiveError(.invalidClassRecord, "")) { try class3.decodePropertyList(forKey: "root") }
        #expect(throws: ArchiveError(.invalidClassRecord, "")) {
            try class3.decodeDecodable([[Int]].self, forKey: "root")
        }
    }

    @Test func `damaged containers are refused with the errors of objects`() throws {
        let noObject = try Self.open(Self.list(9, class: 2), Self.array)
        #expect(throws: ArchiveError(.invalidReference, "")) { try noObject.decodePropertyList(forKey: "root") }
        #expect(throws: ArchiveError(.invalidReference, "")) {
            try noObject.decodeDecodable([Int].self, forKey: "root")
        }
        let noReference = try Self.open(["NS.objects": [1], "$class": .uid(2)], Self.array)
        #expect(throws: ArchiveError(.invalidValue, "")) { try noReference.decodePropertyList(forKey: "root") }
        let noArray = try Self.open(["NS.objects": 1, "$class": .uid(2)], Self.array)
        #expect(throws: ArchiveError(.invalidValue, "")) { try noArray.decodePropertyList(forKey: "root") }
        #expect(throws: ArchiveError(.invalidValue, "")) { try noArray.decodeDecodable([Int].self, forKey: "root") }
        let uneven = try Self.open(Self.record([2], [], class: 3), "key", Self.dictionary)
        #expect(throws: ArchiveError(.invalidValue, "")) { try uneven.decodePropertyList(forKey: "root") }
        #expect(throws: ArchiveError(.invalidValue, "")) {
            try uneven.decodeDecodable([String: Int].self, forKey: "root")
        }
        let numberAsKey = try Self.open(Self.record([2], [2], class: 3), 5, Self.dictionary)
        #expect(throws: ArchiveError(.invalidValue, "")) { try numberAsKey.decodePropertyList(forKey: "root") }
        #expect(try numberAsKey.decodeDecodable([Int: Int].self, forKey: "root") == [5: 5])
    }

    @Test func `numbers of every width and booleans are read`() throws {
        let numbers: PropertyList = [-1, .integer128(3), .float(0.5), 2.0]
        let archiver = KeyedArchiver()
        try archiver.encodePropertyList(numbers, forKey: "reals")
        try archiver.encodePropertyList([.unsignedInteger(.max), true, numbers], forKey: "all")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        #expect(try unarchiver.decodeDecodable([Double].self, forKey: "reals") == [-1, 3, 0.5, 2])
        #expect(try unarchiver.decodePropertyList(forKey: "all") == [.unsignedInteger(.max), true, numbers])
    }

    /// An object that decodes a list with `Decodable`.
    final class Holder: Codingable {
        static var codedClassName: String { "Holder" }
        var list: [Int]?

        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {
            list = try unarchiver.decodeDecodable([Int].self, forKey: "list")
        }
    }

    @Test func `values nest as deep as the limit and no deeper, in an object, and where one was walked before`() throws
    {
        struct Nest: Codable, Equatable {
            var inner: [Nest]
        }
        func nest(_ depth: Int) -> Nest { depth == 0 ? Nest(inner: []) : Nest(inner: [nest(depth - 1)]) }
        let archiver = KeyedArchiver()
        try archiver.encodeEncodable(nest(40), forKey: "root")
        let bytes = try archiver.encodedBytes
        // Each of the 41 is a dictionary with an array.
        let enough = try KeyedUnarchiver(forReadingFrom: bytes, limits: Limits(depth: 82))
        #expect(try enough.decodeDecodable(Nest.self, forKey: "root") == nest(40))
        let short = try KeyedUnarchiver(forReadingFrom: bytes, limits: Limits(depth: 81))
        #expect(throws: ArchiveError(.limitExceeded, "")) { try short.decodeDecodable(Nest.self, forKey: "root") }
        func decoded(_ depth: Int) throws -> [Int]? {
            let unarchiver = try Self.open(
                ["list": .uid(2), "$class": .uid(4)], Self.list(3, class: 5), 7,
                .classRecord("Holder", "NSObject"), Self.array, limits: Limits(depth: depth))
            return try unarchiver.decodeObject(of: Holder.self, forKey: "root")?.list
        }
        #expect(try decoded(2) == [7])
        #expect(throws: ArchiveError(.limitExceeded, "")) { try decoded(1) }
        func open(_ depth: Int) throws -> KeyedUnarchiver {
            // The second array, which holds one more, lies in the root and, two levels deeper, in the last.
            try Self.open(
                Self.list(2, 3, class: 6), Self.list(4, class: 6), Self.list(5, class: 6), Self.list(class: 6),
                Self.list(2, class: 6), Self.array, limits: Limits(depth: depth))
        }
        #expect(try open(5).decodePropertyList(forKey: "root") != nil)
        #expect(throws: ArchiveError(.limitExceeded, "")) { try open(4).decodePropertyList(forKey: "root") }
        #expect(try open(5).decodeDecodable([[[[[Int]]]]].self, forKey: "root") != nil)
        #expect(throws: ArchiveError(.limitExceeded, "")) {
            try open(4).decodeDecodable([[[[[Int]]]]].self, forKey: "root")
        }
    }
}

/// A key of any text.
struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
