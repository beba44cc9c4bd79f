import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Texts and errors at the places where they are cut short, and limits at the values that they name.
@Suite struct ErrorBoundaryTests {
    private static func top(_ keys: [String]) throws -> [UInt8] {
        let values = keys.map { (key: PropertyList.string(PropertyListString($0)), value: PropertyList.integer(1)) }
        return try SmallArchive("text", top: .dictionary(PropertyListDictionary(values))).bytes()
    }

    private func failure(_ body: () throws -> Void) -> ArchiveError? {
        #expect(throws: ArchiveError.self) { try body() }
    }

    private static let lettersOfKeys = (0..<14).map { "k\($0)" }

    @Test(.rows)
    func `an error names twelve keys, the beginning of long ones, and says if there are more`() throws {
        forEachRow([2, 11, 12, 13]) { (count: Int) throws in
            let keys = Array(Self.lettersOfKeys.prefix(count))
            let bytes = try Self.top(keys)
            let named = keys.prefix(12).map { "\"\($0)\"" }.joined(separator: ", ") + (count > 12 ? ", …" : "")
            let missing = failure { _ = try KeyedUnarchiver.unarchivedObject(of: Link.self, from: bytes) }
            #expect(missing?.remedy?.hasPrefix("there are \(named); ") == true, "\(missing?.remedy ?? "")")
            #expect {
                _ = try KeyedArchiveDecoder().decode([String: Int].self, from: bytes)
            } throws: { error in
                "\(error)".contains("there are \(named); ")
            }
        }

        let bytes = try Self.top([String(repeating: "l", count: 200), String(repeating: "ö", count: 200), "a"])
        let missing = failure { _ = try KeyedUnarchiver.unarchivedObject(of: Link.self, from: bytes) }
        let remedy = try #require(missing?.remedy)
        #expect(remedy.hasPrefix("there are \"\(String(repeating: "l", count: 64))…\", \"…\", \"a\"; "), "\(remedy)")
    }

    // MARK: Types that were asked for

    private class Asked: Codingable {
        class var codedClassName: String { "Asked" }
        func encode(with archiver: KeyedArchiver) throws {}
        required init(coder unarchiver: KeyedUnarchiver) throws {}
    }
    private final class One: Asked { override class var codedClassName: String { "One" } }
    private final class Two: Asked { override class var codedClassName: String { "Two" } }
    private final class Three: Asked { override class var codedClassName: String { "Three" } }
    private final class Four: Asked { override class var codedClassName: String { "Four" } }

    @Test(.rows)
    func `an unknown class is explained with three of the types that were asked for`() {
        forEachRow(1...4) { (count: Int) throws in
            let types: [any Codingable.Type] = Array([One.self, Two.self, Three.self, Four.self].prefix(count))
            let bytes = try SmallArchive(["$class": .uid(2)], .classRecord("Unknown", "NSObject")).bytes()
            let error = failure { _ = try KeyedUnarchiver.unarchivedObject(of: types + [String.self], from: bytes) }
            let names = ["One", "Two", "Three"].prefix(count).joined(separator: ", ") + (count > 3 ? ", …" : "")
            #expect(error?.code == .unknownClass)
            #expect(
                error?.remedy?.hasPrefix("\(names) \(count == 1 ? "was" : "were") asked for: ") == true,
                "\(error?.remedy ?? "")")
        }
    }

    // MARK: Paths

    @Test func `an empty path, and one that ends at an archive in data, have errors of their own`() throws {
        let archive = try KeyedArchive(Self.top(["a"]))
        let error = failure { _ = try archive.value(at: ArchivePath([])) }
        #expect(error?.code == .invalidPath)
        #expect(error?.reason == "the path is empty")

        let inner = try Self.top(["a"])
        let outer = try KeyedArchive(
            KeyedArchiver.archivedBytes(withRootObject: ArchivedData(inner)))
        let ofNested = failure { _ = try outer.value(at: ArchivePath("root!")) }
        #expect(ofNested?.code == .invalidPath)
        #expect(ofNested?.reason == "the path ends at the top level of an archive")
    }

    // MARK: Descriptions

    @Test func `data is described by two digits for each of sixteen bytes`() {
        #expect(ArchivedData([0x00, 0x0F, 0x10, 0xFF]).description.contains("000F10FF"))
        for count in 15...17 {
            let text = ArchivedData(Array(repeating: 0xAB, count: count)).description
            #expect(text.contains(String(repeating: "AB", count: min(16, count)) + (count > 16 ? "…" : "")))
            #expect(text.contains("…") == (count > 16))
        }
    }

    // MARK: Editing fields of one key

    @Test func `of two fields or top-level values with one key the second counts once the first is removed`() throws {
        let object = PropertyList.record(["a": 1, "b": 2, "a": 3, "$class": .uid(2)])
        var archive = try KeyedArchive(SmallArchive(object, .classRecord("Thing", "NSObject")).bytes())
        #expect(try archive.removeValue(forKey: "a", ofObjectAt: 1))
        #expect(try archive.record(at: 1)?["a"] == 3)
        try archive.setValue(4, forKey: "a", ofObjectAt: 1)
        try expectRows {
            (try archive.record(at: 1)?.fields.map(\.key.repaired), ["b", "a"])
            try archive.removeValue(forKey: "a", ofObjectAt: 1)
            try !archive.removeValue(forKey: "a", ofObjectAt: 1)
            (try archive.record(at: 1)?.fields.map(\.key.repaired), ["b"])
        }

        let top = PropertyList.record(["root": .uid(1), "a": 1, "b": 2, "a": 3])
        var values = try KeyedArchive(SmallArchive("text", top: top).bytes())
        #expect(try values.removeTopLevelValue(forKey: "a"))
        #expect(values.topLevelValue(forKey: "a") == 3)
        try values.setTopLevelValue(4, forKey: "a")
        #expect(try values.topLevel().map(\.key.repaired) == ["root", "b", "a"])
    }

    // MARK: Delegates

    /// Counts what it is asked about.
    private final class Counter: KeyedUnarchiverDelegate {
        var objects: [String] = []
        func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) throws -> (any Codingable)? {
            objects.append("\(object)")
            return object
        }
    }

    @Test func `a delegate is asked about plain values of every kind, whatever the call`() throws {
        let values: [any Codingable] = [1 as Int64, 2.5, "text"]
        let calls: [(KeyedUnarchiver) throws -> (any Codingable)?] = [
            { try $0.decodeObject(of: ArchivedArray.self, forKey: "root") },
            { try $0.decodeObject(of: [ArchivedArray.self, String.self, Int64.self, Double.self], forKey: "root") },
            {
                try $0.decodeTopLevelFields().first.flatMap {
                    if case .object(let object) = $0.value { object } else { nil }
                }
            },
        ]
        for call in calls {
            let unarchiver = try KeyedUnarchiver(
                forReadingFrom: KeyedArchiver.archivedBytes(withRootObject: ArchivedArray(values)), registry: .standard)
            try unarchiver.disableSecureCoding()
            let counter = Counter()
            unarchiver.delegate = counter
            let array = try #require(try call(unarchiver) as? ArchivedArray)
            expectRows {
                (array.elements.count, 3)
                (counter.objects.prefix(3), ["1", "2.5", "text"])
                (counter.objects.count, 4)
            }
        }
    }

    /// An object that is a link.
    private final class Link: Codingable {
        static var codedClassName: String { "Link" }
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }
}
