import TestSupport
import Testing

import PropertyLists

@Suite struct BinaryPropertyListWriterTests {
    /// A tree with every kind of value that the binary form holds.
    static let everything: PropertyList = [
        "null": .null, "yes": true, "no": false, "small": 1, "negative": -2, "large": .unsignedInteger(.max),
        "wide": .integer128(7), "float": .float(0.1), "double": 0.1, "nan": .double(Double(nan: 5, signaling: true)),
        "date": .date(-1.5), "data": .data([0, 255]), "": "empty key", "Ж": "日本 👋", "uid": .uid(300),
        "unpaired": .string(PropertyListString(utf16: [0x61, 0xD800])), "array": [[], [1, [2]]],
        "set": .set([1, 2]), "ordered set": .orderedSet(["b", "a"]), "dictionary": ["z": 1, "a": ["x": .null]],
    ]

    @Test func `a tree reads back equal, and gives the same bytes each time`() throws {
        let bytes = try BinaryPropertyListWriter().write(Self.everything)
        #expect(try BinaryPropertyListReader(bytes).tree() == Self.everything)
        // Other readers know no ordered sets.
        #expect(try BinaryPropertyListReader(bytes).problems(strict: true).map(\.code) == [.invalidMarker])
        for _ in 0..<10 { #expect(try BinaryPropertyListWriter().write(Self.everything) == bytes) }
    }

    @Test func `equal scalars share an object, containers do not, and kinds stay apart`() throws {
        let tree: PropertyList = ["x", "x", [], [], 1, 1, 1.0, 1.0, .float(1), .integer128(1), .uid(1), true]
        let bytes = try BinaryPropertyListWriter().write(tree)
        #expect(
            try encodedObjects(of: bytes) == [
                [0xAC, 1, 1, 2, 3, 4, 4, 5, 5, 6, 7, 8, 9],
                [0x51, 0x78], [0xA0], [0xA0], [0x10, 1], [0x23, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0],
                [0x22, 0x3F, 0x80, 0, 0],
                [0x14] + bigEndian(1, 16), [0x80, 1], [0x09],
            ])
        #expect(try encodedObjects(of: BinaryPropertyListWriter().write("top")) == [[0x53] + "top".utf8])
    }

    @Test func `zeros, NaNs, integers and keys that are only nearly the same do not share`() throws {
        let reals: PropertyList = [0.0, -0.0, .double(.nan), .double(-.nan), .double(Double(nan: 9, signaling: false))]
        let bytes = try BinaryPropertyListWriter().write(reals)
        // The same bytes, but different kinds.
        let numbers: [PropertyList] = [
            .unsignedInteger(.max), .integer128(Integer128(UInt64.max)), .unsignedInteger(5), 5,
        ]
        let integers = PropertyList.array(PropertyListArray(numbers + numbers))
        // Precomposed and decomposed.
        let keys: PropertyList = ["\u{E9}": 1, "e\u{301}": 2]
        try expectRows {
            (try BinaryPropertyListReader(bytes).objectCount, 6)
            (try BinaryPropertyListReader(bytes).tree(), reals)
            (try BinaryPropertyListReader(BinaryPropertyListWriter().write(integers)).objectCount, 1 + 4)
            (try BinaryPropertyListReader(BinaryPropertyListWriter().write(keys)).tree(), keys)
        }
    }

    @Test(.rows)
    func `strings and data that differ anywhere stay apart, and equal ones share, whether small or large`() {
        forEachRow([1, 2, 7, 8, 9, 15, 16, 17, 24, 25, 31, 32, 33, 40]) { (count: Int) throws in
            // They differ in one character.
            let texts = (0..<count).map { place in
                String(repeating: "a", count: place) + "b" + String(repeating: "a", count: count - 1 - place)
            }
            let strings = texts.map { PropertyList.string(PropertyListString($0)) }
            let tree = PropertyList.array(PropertyListArray(strings + strings.reversed()))
            let reader = try BinaryPropertyListReader(BinaryPropertyListWriter().write(tree))
            #expect(reader.objectCount == 1 + count)
            #expect(try reader.tree() == tree)
        }
        forEachRow([0, 1, 4096, 4097]) { (size: Int) throws in
            let data = [UInt8](repeating: 7, count: size)
            let tree: PropertyList = [.data(data), .data(data), .data(data + [8])]
            let reader = try BinaryPropertyListReader(BinaryPropertyListWriter().write(tree))
            #expect(reader.objectCount == 3)
            #expect(try reader.tree() == tree)
        }
    }

    @Test func `thousands of scalars of all kinds share or stay apart as few do`() throws {
        var values: [PropertyList] = []
        for number in 0..<3000 {
            let text = PropertyListString("string \(number)")
            values += [.integer(Int64(number)), .double(Double(number)), .date(Double(number)), .string(text)]
            values += [
                .float(Float(number)), .integer128(Integer128(Int64(number))), .data([UInt8](number.description.utf8)),
            ]
        }
        let tree = PropertyList.array(PropertyListArray(values + values))
        let reader = try BinaryPropertyListReader(BinaryPropertyListWriter().write(tree))
        #expect(reader.objectCount == 1 + values.count)
        #expect(try reader.tree() == tree)
    }

    @Test func `dictionaries that share their keys in memory are written as those that do not`() throws {
        // Reading lets dictionaries share keys; making one from its entries gives it keys of its own.
        let entries = (0..<3).map {
            (key: PropertyList.string(PropertyListString("key \($0)")), value: PropertyList.null)
        }
        let own = (0..<500).map { index in
            let few = (0...index % 300 / 100).map { entries[$0] }
            return PropertyList.dictionary(PropertyListDictionary(few))
        }
        let bytes = try BinaryPropertyListWriter().write(.array(PropertyListArray(own)))
        let shared = try BinaryPropertyListReader(bytes).tree()
        #expect(try BinaryPropertyListWriter().write(shared) == bytes)
    }

    @Test(.rows)
    func `containers of every depth are written, with keys and values at each level`() {
        forEachRow([62, 63, 64, 65, 66, 67, 200]) { (depth: Int) throws in
            var tree: PropertyList = ["innermost": "value"]
            for level in 0..<depth {
                tree = level.isMultiple(of: 2) ? ["key": tree, "level": .integer(Int64(level))] : [tree, "value"]
            }
            let reader = try BinaryPropertyListReader(BinaryPropertyListWriter().write(tree))
            #expect(try reader.tree() == tree)
            #expect(reader.problems(strict: true) == [])
        }
    }

    private func tree(withKey key: PropertyList, depth: Int) -> PropertyList {
        var tree = PropertyList.dictionary(PropertyListDictionary([(key: key, value: .null), (key: "a", value: 1)]))
        for _ in 0..<depth { tree = [["a": tree]] }
        return tree
    }

    @Test(.rows)
    func `a key that is a container is refused, however deep it lies`() {
        forEachRow([[], ["a": 1], .set([]), .orderedSet([])] as [PropertyList], [0, 1, 100]) {
            (key: PropertyList, depth: Int) throws in
            let tree = tree(withKey: key, depth: depth)
            #expect(throws: ArchiveError(.unrepresentable, "")) { try BinaryPropertyListWriter().write(tree) }
        }
    }

    @Test("keys that are scalars other than strings come back, and only strict checking reports them", .rows)
    func scalarKeys() {
        forEachRow(
            [
                .integer(1), .null, .uid(1), .boolean(true), .double(0.5), .float(0.5), .date(7), .data([1, 2]),
                .data(Array(repeating: 7, count: 1000)), .unsignedInteger(.max),
            ] as [PropertyList], [0, 1, 100]
        ) { (key: PropertyList, depth: Int) throws in
            let tree = tree(withKey: key, depth: depth)
            let reader = try BinaryPropertyListReader(BinaryPropertyListWriter().write(tree))
            try expectRows {
                (try reader.tree(), tree)
                (reader.problems(), [])
                (reader.problems(strict: true).map(\.code), [.invalidKey])
            }
            #expect(throws: ArchiveError(.unrepresentable, "")) { try XMLPropertyListWriter().write(tree) }
        }
    }
}
