import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// What was decoded and not changed is written as it was stored, also into the fields of types of one's own.
@Suite struct RewritingTests {
    final class Event: Codingable {
        var title: String
        var start: Date
        var tags: [String]
        var dates: [Date]

        static var codedClassName: String { "Event" }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(title, forKey: "title")
            try archiver.encode(start, forKey: "start")
            try archiver.encode(tags, forKey: "tags")
            try archiver.encode(dates, forKey: "dates")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            title = try unarchiver.decode(String.self, forKey: "title")
            start = try unarchiver.decode(Date.self, forKey: "start")
            tags = try unarchiver.decode([String].self, forKey: "tags")
            dates = try unarchiver.decode([Date].self, forKey: "dates")
        }
    }

    /// A date of a class that keeps a format besides.
    private static func calendarDate(_ seconds: Double) -> ArchivedObject {
        ArchivedObject(
            ArchivedClass(name: "NSCalendarDate", hierarchy: ["NSCalendarDate", "NSDate", "NSObject"]),
            fields: [
                .init("NS.time", .inline(.double(seconds))), .init("NS.format", .object("%Y-%m-%d of \(seconds)")),
            ])
    }

    /// An event as another program stored it: with a note that the type doesn't know.
    private static func bytes() throws -> [UInt8] {
        let event = ArchivedObject(
            ArchivedClass(name: "Event", hierarchy: ["Event", "NSObject"]),
            fields: [
                .init("title", .object("a title of many words")), .init("start", .object(calendarDate(5))),
                .init("tags", .object(ArchivedArray(["first tag", "second tag"], isMutable: true))),
                .init("dates", .object(ArchivedArray([calendarDate(1), calendarDate(2), calendarDate(3)]))),
                .init("note", .object("a note")),
            ])
        return try KeyedArchiver.archivedBytes(withRootObject: event)
    }

    private static func unarchiver(preservingIdentity: Bool = false) throws -> KeyedUnarchiver {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes(), registry: .foundation)
        unarchiver.preservesValueIdentity = preservingIdentity
        return unarchiver
    }

    private static func rewritten(
        preservingIdentity: Bool = false,
        delegate: (any KeyedArchiverDelegate)? = nil,
        _ change: (Event) -> Void = { _ in }
    ) throws -> KeyedArchive {
        let unarchiver = try unarchiver(preservingIdentity: preservingIdentity)
        let event = try #require(try unarchiver.decodeObject(of: Event.self, forKey: "root"))
        change(event)
        let archiver = try KeyedArchiver(rewriting: unarchiver)
        archiver.delegate = delegate
        try archiver.encode(event, forKey: "root")
        return try KeyedArchive(archiver.encodedBytes)
    }

    @Test(.rows)
    func `equal values of a type of one's own come back as they were stored`() {
        forEachRow([false, true]) { (preservingIdentity: Bool) throws in
            let archive = try Self.rewritten(preservingIdentity: preservingIdentity) { $0.title = "next" }
            #expect(archive["root.title"].string == "next")
            #expect(archive["root.start"].archivedClass?.name == "NSCalendarDate")
            #expect(archive[#"root.start."NS.format""#].string == "%Y-%m-%d of 5.0")
            #expect(archive["root.tags"].archivedClass?.name == "NSMutableArray")
            #expect(archive["root.dates[2]"].archivedClass?.name == "NSCalendarDate")
        }
    }

    @Test func `only a changed value is written as its type writes it, and what a type doesn't write is gone`() throws {
        let archive = try Self.rewritten { $0.dates[1] = Date(timeIntervalSinceReferenceDate: 7) }
        #expect(
            (0..<3).map { archive["root.dates[\($0)]"].archivedClass?.name } == [
                "NSCalendarDate", "NSDate", "NSCalendarDate",
            ])

        #expect(try !Self.rewritten()["root.note"].exists)
    }

    @Test(.rows)
    func `what is inserted moves nothing else`() {
        forEachRow(0..<4) { (position: Int) throws in
            let archive = try Self.rewritten { $0.dates.insert(Date(timeIntervalSinceReferenceDate: 9), at: position) }
            let names = (0..<4).map { archive["root.dates[\($0)]"].archivedClass?.name }
            #expect(names == (0..<4).map { $0 == position ? "NSDate" : "NSCalendarDate" })
        }
    }

    @Test(.rows)
    func `what is removed moves nothing else`() {
        forEachRow(0..<3) { (position: Int) throws in
            let archive = try Self.rewritten { $0.dates.remove(at: position) }
            for rest in 0..<2 { #expect(archive["root.dates[\(rest)]"].archivedClass?.name == "NSCalendarDate") }
        }
    }

    /// What holds dates one after the other, each of them in a field of its own or all in a list.
    enum Holder: String, CaseIterable {
        case orderedSet, countedSet, numberedArray, numberedDictionary

        var layout: ArchiveLayout {
            var layout = ArchiveLayout.current
            layout.numbersElements = self == .numberedArray || self == .numberedDictionary
            return layout
        }

        func object(of dates: [any Codingable]) -> any Codingable {
            switch self {
            case .orderedSet: ArchivedOrderedSet(dates)
            case .countedSet: ArchivedCountedSet(dates.enumerated().map { ($1, $0 + 1) })
            case .numberedArray: ArchivedArray(dates)
            case .numberedDictionary: ArchivedDictionary(dates.enumerated().map { ("key \($0)", $1) })
            }
        }

        /// The members, or the values of a dictionary.
        func members(of object: any Codingable) -> [any Codingable] {
            switch object {
            case let set as ArchivedOrderedSet: set.members
            case let set as ArchivedCountedSet: set.members.map(\.object)
            case let array as ArchivedArray: array.elements.compactMap(\.self)
            case let dictionary as ArchivedDictionary: dictionary.entries.map(\.value)
            default: []
            }
        }

        /// Changes the members; of a dictionary, each value keeps its key.
        func change(_ object: any Codingable, _ change: (inout [any Codingable]) -> Void) {
            switch object {
            case let set as ArchivedOrderedSet: change(&set.members)
            case let set as ArchivedCountedSet:
                var objects = set.members.map(\.object)
                change(&objects)
                set.members = objects.map { ($0, 1) }
            case let array as ArchivedArray:
                var elements = array.elements.compactMap(\.self)
                change(&elements)
                array.elements = elements
            case let dictionary as ArchivedDictionary:
                let keys = dictionary.entries.map(\.key)
                let seconds = dictionary.entries.map { ($0.value as? Date)?.timeIntervalSinceReferenceDate }
                var values = dictionary.entries.map(\.value)
                change(&values)
                dictionary.entries = values.map { value in
                    let position = seconds.firstIndex { $0 == (value as? Date)?.timeIntervalSinceReferenceDate }
                    return (position.map { keys[$0] } ?? "another key", value)
                }
            default: break
            }
        }
    }

    private static func root(
        of bytes: [UInt8],
        _ registry: ClassRegistry = .foundation,
        preservingIdentity: Bool = false
    ) throws -> any Codingable {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: registry)
        unarchiver.keepsUnknownClasses = true
        unarchiver.preservesValueIdentity = preservingIdentity
        try unarchiver.disableSecureCoding()
        return try #require(try unarchiver.decodeObject(forKey: "root"))
    }

    @Test(.rows)
    func `a member that is inserted or removed changes no other one`() {
        forEachRow(Holder.allCases, [-1, 0, 1, 2, 3]) { (holder: Holder, position: Int) throws in
            let old = holder.object(of: (1...3).map { Self.calendarDate(Double($0)) })
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: old, layout: holder.layout)
            func changed(_ change: (inout [any Codingable]) -> Void) throws -> [String] {
                let object = try Self.root(of: bytes)
                #expect(holder.members(of: object).allSatisfy { $0 is Date })
                holder.change(object, change)
                var registry = ClassRegistry.foundation
                for name in ["NSDate", "NSCalendarDate"] { registry.removeTypes(forClassName: name) }
                let copy = try Self.root(
                    of: KeyedArchiver.archivedBytes(withRootObject: object, layout: holder.layout), registry)
                return holder.members(of: copy).map { ($0 as? ArchivedObject)?.archivedClass.name ?? "\($0)" }
            }
            guard position >= 0 else {
                return #expect(try changed { _ in } == Array(repeating: "NSCalendarDate", count: 3))
            }
            let inserted = try changed { $0.insert(Date(timeIntervalSinceReferenceDate: 9), at: position) }
            #expect(inserted == (0..<4).map { $0 == position ? "NSDate" : "NSCalendarDate" })
            guard position < 3 else { return }
            #expect(try changed { $0.remove(at: position) } == ["NSCalendarDate", "NSCalendarDate"])
        }
    }

    @Test(.rows)
    func `a mutable set of indexes or characters is a set, and comes back as it was`() {
        forEachRow([false, true]) { (preservingIdentity: Bool) throws in
            let indexes = IndexSet([1, 5, 6])
            let bytes = try KeyedArchiver.archivedBytes(
                withRootObject: ArchivedArray([
                    MutableVariant(indexes), MutableVariant(CharacterSet(charactersIn: "abc")),
                ]))
            let array = try #require(
                try Self.root(of: bytes, preservingIdentity: preservingIdentity) as? ArchivedArray)
            let plain = array.elements.map { ($0 as? IdentifiedValue)?.value ?? $0 }
            #expect(plain[0] as? IndexSet == indexes)
            #expect(plain[1] as? CharacterSet == CharacterSet(charactersIn: "abc"))
            #expect(try KeyedArchiver.archivedBytes(withRootObject: array) == bytes)
            array.elements[0] = IndexSet([1])
            let changed = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: array))
            #expect(changed["root[0]"].archivedClass?.name == "NSMutableIndexSet")
            #expect(changed["root[1]"].archivedClass?.name == "NSMutableCharacterSet")
        }
    }

    @Test(.rows)
    func `a localizable string is a string, and keeps its key until it is changed`() {
        forEachRow([false, true]) { (preservingIdentity: Bool) throws in
            let title = ArchivedObject(
                ArchivedClass(name: "NSLocalizableString", hierarchy: ["NSLocalizableString", "NSString", "NSObject"]),
                fields: [
                    .init("NS.string", .inline(.string("Open"))), .init("NSKey", .object("12.title")),
                    .init("NSDev", .object("Open it")),
                ])
            let bytes = try KeyedArchiver.archivedBytes(
                withRootObject: ArchivedDictionary([("title", title), ("n", "m")]))
            for registry in [ClassRegistry.standard, .foundation] {
                let dictionary = try #require(
                    try Self.root(of: bytes, registry, preservingIdentity: preservingIdentity) as? ArchivedDictionary)
                #expect(dictionary["title"].flatMap(String.cast) == "Open")
                #expect(try KeyedArchiver.archivedBytes(withRootObject: dictionary) == bytes)
                dictionary.entries[1].value = "another"
                let kept = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: dictionary))
                #expect(kept["root.title.NSKey"].string == "12.title")
                dictionary.entries[0].value = "Close"
                let changed = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: dictionary))
                #expect(changed["root.title"].string == "Close")
                #expect(changed["root.title"].archivedClass == nil)
            }
        }
    }

    @Test func `without it an archive has what its types write`() throws {
        let event = try Self.unarchiver().decodeObject(of: Event.self, forKey: "root")
        let archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: event))
        #expect(archive["root.start"].archivedClass?.name == "NSDate")
        #expect(archive["root.tags"].archivedClass?.name == "NSArray")
    }

    @Test func `a graph of types of one's own that know all fields has the same bytes`() throws {
        let first = try KeyedArchiver(rewriting: Self.unarchiver())
        let event = try Self.unarchiver().decodeObject(of: Event.self, forKey: "root")
        try first.encode(event, forKey: "root")
        let bytes = try first.encodedBytes
        for preserves in [false, true] {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: .foundation)
            unarchiver.preservesValueIdentity = preserves
            let event = try unarchiver.decodeObject(of: Event.self, forKey: "root")
            let archiver = try KeyedArchiver(rewriting: unarchiver)
            try archiver.encode(event, forKey: "root")
            #expect(try archiver.encodedBytes == bytes)
        }
    }

    /// Notes what an archiver asks about.
    private final class Recorder: KeyedArchiverDelegate {
        var types: [String] = []
        func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) -> (any Codingable)? {
            types.append("\(type(of: object))")
            return object
        }
    }

    @Test func `a delegate is asked about a value, not about what it is stored as`() throws {
        let recorder = Recorder()
        let archive = try Self.rewritten(delegate: recorder)
        #expect(archive["root.start"].archivedClass?.name == "NSCalendarDate")
        #expect(recorder.types.contains("Date") && !recorder.types.contains("ArchivedObject"))
    }

    @Test func `a changed value, if only in its unit, is another one, and leaves those that were one with it`() throws {
        let date = ArchivedObject(
            ArchivedClass(name: "NSDate", hierarchy: ["NSDate", "NSObject"]), fields: [.init("NS.time", .inline(1.5))])
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ArchivedArray([date, date, date]))
        let array = try #require(try KeyedUnarchiver.unarchivedGraph(from: bytes) as? ArchivedArray)
        array.elements[0] = Date(timeIntervalSinceReferenceDate: 2.5)
        let archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: array))
        #expect((0..<3).map { archive["root[\($0)]"].date?.timeIntervalSinceReferenceDate } == [2.5, 1.5, 1.5])
        #expect(archive["root[1]"].uid == archive["root[2]"].uid)

        let stored = try KeyedArchiver.archivedBytes(
            withRootObject: ArchivedDictionary([("length", Measurement<Unit>(value: 1, unit: UnitLength.kilometers))]))
        let dictionary = try #require(try KeyedUnarchiver.unarchivedGraph(from: stored) as? ArchivedDictionary)
        dictionary.entries[0].value = Measurement<Unit>(value: 1000, unit: UnitLength.meters)
        let written = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: dictionary))
        #expect(written[#"root.length."NS.value""#].double == 1000)
    }

    @Test func `objects are written into another archive with what they had, even those that refer to each other`()
        throws
    {
        let array = ArchivedArray([Self.calendarDate(1)])
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: array)
        let others = try (0..<3).map { _ in try #require(try KeyedUnarchiver.unarchivedGraph(from: bytes)) }
        let archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: ArchivedArray(others)))
        for position in 0..<3 { #expect(archive["root[\(position)][0]"].archivedClass?.name == "NSCalendarDate") }

        let date = Self.calendarDate(1)
        date["self"] = .object(date)
        let stored = try KeyedArchiver.archivedBytes(withRootObject: ArchivedArray([date]))
        date["self"] = nil
        let copies = try #require(try KeyedUnarchiver.unarchivedGraph(from: stored) as? ArchivedArray)
        let written = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: copies))
        #expect(written["root[0].self.self"].archivedClass?.name == "NSCalendarDate")
    }

    // MARK: Lists

    /// What edits of a list of 30 dates with formats leave of the formats, by the names of the edits.
    private static let listEdits: [(name: String, kept: Int, edit: @Sendable (inout [any Codingable]) -> Void)] = [
        ("none", 30, { _ in }), ("the first ten removed", 20, { $0.removeFirst(10) }),
        ("the order reversed", 30, { $0.reverse() }), ("two swapped", 30, { $0.swapAt(3, 24) }),
        ("one put first", 30, { $0.insert(Date(timeIntervalSinceReferenceDate: -1), at: 0) }),
        ("one in the middle changed", 29, { $0[15] = Date(timeIntervalSinceReferenceDate: -1) }),
    ]

    @Test func `what an edit of a list moves keeps what was stored with it`() throws {
        let list = ArchivedArray((0..<30).map { Self.calendarDate(Double($0)) })
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: list)
        for (name, kept, edit) in Self.listEdits {
            let decoded = try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: .foundation)
            let array = try #require(decoded as? ArchivedArray)
            edit(&array.elements)
            let archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: array))
            let formats = archive["root"].elements?.filter { view in
                view.date.map { view["NS.format"].string == "%Y-%m-%d of \($0.timeIntervalSinceReferenceDate)" }
                    ?? false
            }
            #expect(formats?.count == kept, "\(name)")
        }
    }

    // MARK: Dictionaries

    /// What edits of a dictionary of six dates with formats leave of the formats, by the names of the edits.
    private static let entryEdits: [(name: String, kept: Int, edit: @Sendable (ArchivedDictionary) -> Void)] = [
        ("none", 6, { _ in }), ("the first removed", 5, { $0.entries.removeFirst() }),
        ("the order reversed", 6, { $0.entries.reverse() }),
        ("one put first", 6, { $0.entries.insert((key: "new", value: Date()), at: 0) }),
        ("one in the middle changed", 5, { $0.entries[3].value = Date() }),
    ]

    private static let keysOfDictionaries: [(name: String, key: @Sendable (Int) -> any Codingable)] = [
        ("text", { "key \($0)" }), ("mutable text", { MutableArchivedString("key \($0)") }), ("integers", { $0 }),
        ("reals", { Double($0) + 0.5 }), ("dates", { Date(timeIntervalSinceReferenceDate: Double($0)) }),
        ("data", { ArchivedData([UInt8($0)]) }), ("UUIDs", { _ in UUID() }),
        ("URLs", { URL(string: "https://example.org/\($0)") ?? URL(filePath: "/") }),
    ]

    /// A dictionary of six dates with formats.
    private static func bytes(ofEntriesWith key: (Int) -> any Codingable) throws -> [UInt8] {
        let entries = (0..<6).map { (key: key($0), value: calendarDate(Double($0)) as any Codingable) }
        return try KeyedArchiver.archivedBytes(withRootObject: ArchivedDictionary(entries))
    }

    private static func keptFormats(in archive: KeyedArchive) -> Int? {
        archive["root.\"NS.objects\""].elements?.count { view in
            view.date.map { view["NS.format"].string == "%Y-%m-%d of \($0.timeIntervalSinceReferenceDate)" } ?? false
        }
    }

    @Test(.rows)
    func `an entry that is removed, inserted or moved changes no other one, whatever the keys are`() {
        forEachRow([false, true]) { (preservingIdentity: Bool) throws in
            var rows: [String] = []
            for (keys, key) in Self.keysOfDictionaries {
                let bytes = try Self.bytes(ofEntriesWith: key)
                for (name, kept, edit) in Self.entryEdits {
                    let decoded = try Self.root(of: bytes, preservingIdentity: preservingIdentity)
                    let dictionary = try #require(decoded as? ArchivedDictionary)
                    edit(dictionary)
                    let count = try Self.keptFormats(
                        in: KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: dictionary)))
                    if count != kept { rows.append("\(keys), \(name): \(count ?? -1) of \(kept)") }
                }
            }
            #expect(rows == [])
        }
    }

    private enum Weekday: Int, Codingable {
        case monday, tuesday, wednesday, thursday, friday, saturday
    }

    @Test func `a Swift dictionary without one of its entries keeps what was stored with the others`() throws {
        func kept<Key: Codingable & Hashable>(
            _ type: Key.Type,
            _ key: (Int) -> Key,
            preservingIdentity: Bool
        ) throws -> [Int?] {
            let bytes = try Self.bytes(ofEntriesWith: key)
            return try (0..<6).map { position in
                let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: .foundation)
                unarchiver.preservesValueIdentity = preservingIdentity
                var dates = try #require(try unarchiver.decode([Key: Date]?.self, forKey: "root"))
                dates[key(position)] = nil
                let archiver = try KeyedArchiver(rewriting: unarchiver)
                try archiver.encode(dates, forKey: "root")
                return try Self.keptFormats(in: KeyedArchive(archiver.encodedBytes))
            }
        }
        let url = { (number: Int) in URL(string: "https://example.org/\(number)") ?? URL(filePath: "/") }
        for preservingIdentity in [false, true] {
            let all = Array(repeating: Int?.some(5), count: 6)
            #expect(try kept(String.self, { "key \($0)" }, preservingIdentity: preservingIdentity) == all)
            #expect(try kept(Int.self, { $0 }, preservingIdentity: preservingIdentity) == all)
            #expect(try kept(URL.self, url, preservingIdentity: preservingIdentity) == all)
            #expect(
                try kept(Weekday.self, { Weekday(rawValue: $0) ?? .monday }, preservingIdentity: preservingIdentity)
                    == all)
        }
    }
}
