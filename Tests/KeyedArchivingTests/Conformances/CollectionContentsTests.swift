import KeyedArchiving
import TestSupport
import Testing

/// Few objects of a decoded collection are kept in another form than many, which no one must notice.
@Suite struct CollectionContentsTests {
    /// Numbers of elements around the one up to which they are kept in the other form.
    private static let counts = [0, 1, 2, 31, 32, 33, 80]

    /// A value of each kind that is kept in a form of its own, and of some that aren't.
    private static func value(_ number: Int) -> any Codingable {
        switch number % 8 {
        case 0: "text \(number) of some length"
        case 1: Int64(number)
        case 2: Double(number) + 0.5
        case 3: number.isMultiple(of: 3)
        case 4: ArchivedData([UInt8(number)])
        case 5: ArchivedArray(["inner", Int64(number)])
        case 6: ArchivedObject(ArchivedClass(name: "Unknown", hierarchy: ["Unknown", "NSObject"]))
        default: ArchivedNull()
        }
    }

    private static func decoded<Container>(_ container: some Codingable, as type: Container.Type) throws -> Container {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: container)
        return try #require(try KeyedUnarchiver.unarchivedGraph(from: bytes) as? Container)
    }

    private static func types(_ elements: [any Codingable]) -> [String] { elements.map { "\(type(of: $0)): \($0)" } }

    @Test func `keys of a dictionary that differ in code units only are two`() {
        let dictionary = ArchivedDictionary([(key: "\u{E9}", value: "one"), (key: "e\u{301}", value: "other")])
        #expect(dictionary["\u{E9}"] as? String == "one")
        #expect(dictionary["e\u{301}"] as? String == "other")
    }

    @Test(.rows)
    func `an array and a dictionary have the elements that were encoded, and are encoded as they were`() {
        forEachRow(Self.counts) { (count: Int) throws in
            let array = ArchivedArray((0..<count).map { Self.value($0) })
            let elements = try Self.decoded(array, as: ArchivedArray.self)
            #expect(Self.types(elements.elements) == Self.types(array.elements))
            let arrayBytes = try KeyedArchiver.archivedBytes(withRootObject: array)
            #expect(try KeyedArchiver.archivedBytes(withRootObject: elements) == arrayBytes)
            #expect(elements.elements.count == count)
            let dictionary = ArchivedDictionary((0..<count).map { (key: "key \($0)", value: Self.value($0)) })
            let decoded = try Self.decoded(dictionary, as: ArchivedDictionary.self)
            #expect(Self.types(decoded.entries.map(\.key)) == Self.types(dictionary.entries.map(\.key)))
            #expect(Self.types(decoded.entries.map(\.value)) == Self.types(dictionary.entries.map(\.value)))
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: dictionary)
            #expect(try KeyedArchiver.archivedBytes(withRootObject: decoded) == bytes)
        }
    }

    @Test(.rows)
    func `a decoded array and a decoded dictionary can be changed`() {
        forEachRow(Self.counts) { (count: Int) throws in
            let array = try Self.decoded(ArchivedArray((0..<count).map { Self.value($0) }), as: ArchivedArray.self)
            let before = Self.types(array.elements)
            array.elements.append("last")
            #expect(Self.types(array.elements) == before + ["String: last"])
            array.elements[0] = Int64(-1)
            #expect(array.elements.count == count + 1 && array.elements[0] as? Int64 == -1)
            #expect(try Self.types(Self.decoded(array, as: ArchivedArray.self).elements) == Self.types(array.elements))
            array.elements = []
            #expect(array.elements.isEmpty)
            let entries = (0..<count).map { (key: "key \($0)" as any Codingable, value: Self.value($0)) }
            let dictionary = try Self.decoded(ArchivedDictionary(entries), as: ArchivedDictionary.self)
            dictionary.entries.append((key: "last", value: true))
            #expect(dictionary.entries.count == count + 1 && dictionary["last"] as? Bool == true)
            dictionary.entries[0].value = "first"
            #expect(dictionary.entries[0].value as? String == "first")
            let again = try Self.decoded(dictionary, as: ArchivedDictionary.self)
            #expect(Self.types(again.entries.map(\.value)) == Self.types(dictionary.entries.map(\.value)))
        }
    }

    @Test(.rows)
    func `an instance that a collection holds is the one that others refer to`() {
        forEachRow([1, 33]) { (count: Int) throws in
            let shared = ArchivedArray(["shared"])
            let elements = Array(repeating: shared as any Codingable, count: count)
            let decoded = try Self.decoded(ArchivedArray(elements + [ArchivedArray(elements)]), as: ArchivedArray.self)
            let last = try #require(decoded.elements.last as? ArchivedArray)
            let instances = (decoded.elements.dropLast() + last.elements).map { $0 as? ArchivedArray }
            #expect(instances.count == 2 * count && instances.allSatisfy { $0 != nil && $0 === instances[0] })
        }
    }
}
