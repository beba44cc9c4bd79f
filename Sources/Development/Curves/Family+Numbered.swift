import KeyedArchiving
import PropertyLists

// Collections with a field for each element, as subclasses of Apple's archiver write them on some systems.

extension Family {
    static let numberedFamilies: [Family] = NumberedCollection.allCases.flatMap { collection in
        NumberedShape.allCases.map { shape in
            Family(name: "numbered elements/\(collection)/\(shape)", types: collection.types) { size in
                try shape.archive(of: collection, size)
            }
        }
    }
}

/// The collections whose elements are numbered.
enum NumberedCollection: String, CaseIterable {
    case array, set, dictionary
    /// A dictionary whose keys are strings with a class.
    case dictionaryOfStringObjects

    var types: [any Codingable.Type] {
        switch self {
        case .array: [ArchivedArray.self, [String].self, [Double].self]
        case .set: [ArchivedSet.self, Set<String>.self]
        case .dictionary, .dictionaryOfStringObjects:
            [ArchivedDictionary.self, [String: Int].self, [String: String].self]
        }
    }

    private var className: String {
        switch self {
        case .array: "NSArray"
        case .set: "NSSet"
        case .dictionary, .dictionaryOfStringObjects: "NSDictionary"
        }
    }

    private var hasKeys: Bool { self == .dictionary || self == .dictionaryOfStringObjects }

    /// Adds a collection.
    ///
    /// - Parameters:
    ///   - numbers: The numbers of the fields, if they aren't the positions.
    ///   - key: The key of each entry, if all have one.
    func add(
        _ elements: [PropertyList],
        numbers: [Int]? = nil,
        key: PropertyList? = nil,
        to sketch: inout Sketch
    ) -> PropertyList {
        var fields: [(String, PropertyList)] = []
        for (position, element) in elements.enumerated() {
            let number = numbers?[position] ?? position
            if hasKeys { fields.append(("NS.key.\(number)", key ?? addKey(position, to: &sketch))) }
            fields.append(("NS.object.\(number)", element))
        }
        return sketch.add(fields, className)
    }

    private func addKey(_ position: Int, to sketch: inout Sketch) -> PropertyList {
        let text = PropertyList(text: "k\(position)")
        guard self == .dictionaryOfStringObjects else { return sketch.add(text) }
        return sketch.add([("NS.string", text)], "NSMutableString", ["NSString", "NSObject"])
    }
}

/// How the elements of a collection are numbered, and what they are.
enum NumberedShape: String, CaseIterable {
    case texts, oneObject, oneKey
    /// Numbers that leave out every other one, that are all the same, or that go down.
    case gaps, oneNumber, reverse
    case many, manyEmpty, deep, doubling
    /// One object of the property list under many UIDs.
    case manyUIDs

    func archive(of collection: NumberedCollection, _ size: Int) throws -> [UInt8] {
        var sketch = Sketch()
        sketch.archiver = "MSArchiver"
        let count = max(2, size / 50)
        let text = sketch.add("text")
        func texts() -> [PropertyList] { (0..<count).map { sketch.add(PropertyList(text: "text\($0)")) } }
        let root: PropertyList
        switch self {
        case .texts: root = collection.add(texts(), to: &sketch)
        case .oneObject: root = collection.add(Array(repeating: text, count: count), to: &sketch)
        case .oneKey: root = collection.add(texts(), key: text, to: &sketch)
        case .gaps: root = collection.add(texts(), numbers: (0..<count).map { 2 * $0 }, to: &sketch)
        case .oneNumber: root = collection.add(texts(), numbers: Array(repeating: 0, count: count), to: &sketch)
        case .reverse: root = collection.add(texts(), numbers: (0..<count).reversed(), to: &sketch)
        case .many, .manyEmpty:
            let elements = self == .many ? [text] : []
            let collections = (0..<count).map { _ in collection.add(elements, to: &sketch) }
            root = collection.add(collections, to: &sketch)
        case .deep, .doubling:
            var inner = text
            for _ in 0..<count {
                inner = collection.add(Array(repeating: inner, count: self == .deep ? 1 : 2), to: &sketch)
            }
            root = inner
        case .manyUIDs:
            return try manyUIDs(of: collection.add(Array(repeating: text, count: count), to: &sketch), sketch)
        }
        sketch.finish(root: root)
        return try sketch.bytes()
    }

    /// Many entries that are one object of the property list, and a list of references to them.
    private func manyUIDs(of object: PropertyList, _ sketch: Sketch) throws -> [UInt8] {
        guard case .uid(let uid) = object else { return [] }
        var table = BinaryObjectTable()
        var entries = [table.addString("$null")] + sketch.objects.map { table.add($0) }
        func reference(_ number: Int) -> BinaryObjectTable.Entry { table.uid(UID(UInt64(number))) }
        let first = entries.count
        entries += Array(repeating: entries[Int(uid.rawValue)], count: 5 * sketch.count)
        let members = table.addArray((first..<entries.count).map { reference($0) })
        let name = table.addString("NSArray")
        let record = ["$classname", "$classes"].map { table.addString($0) }
        entries.append(table.addDictionary(keys: record, values: [name, table.addArray([name])]))
        let keys = ["NS.objects", "$class"].map { table.addString($0) }
        entries.append(table.addDictionary(keys: keys, values: [members, reference(entries.count - 1)]))
        let top = table.addDictionary(keys: [table.addString("root")], values: [reference(entries.count - 1)])
        let outer = ["$version", "$archiver", "$top", "$objects"].map { table.addString($0) }
        let values = [table.addInteger(100_000), table.addString("MSArchiver"), top, table.addArray(entries)]
        return try table.write(top: table.addDictionary(keys: outer, values: values))
    }
}
