import Testing

@testable import PropertyLists

@Suite struct BinaryPropertyListWriterTests {
    /// A tree with every kind of value that the binary form holds.
    static let everything: PropertyList = [
        "null": .null, "yes": true, "no": false, "small": 1, "negative": -2, "large": .unsignedInteger(.max),
        "wide": .integer128(7), "float": .float(0.1), "double": 0.1, "nan": .double(Double(nan: 5, signaling: true)),
        "date": .date(-1.5), "data": .data([0, 255]), "": "empty key", "Ж": "日本 👋", "uid": .uid(300),
        "unpaired": .string(PropertyListString(utf16: [0x61, 0xD800])), "array": [[], [1, [2]]],
        "set": .set([1, 2]), "ordered set": .orderedSet(["b", "a"]), "dictionary": ["z": 1, "a": ["x": .null]],
    ]

    @Test func `a tree reads back equal`() throws {
        let bytes = try BinaryPropertyListWriter().write(Self.everything)
        #expect(try BinaryPropertyListReader(bytes).tree() == Self.everything)
        #expect(try BinaryPropertyListReader(bytes).problems(strict: true) == [])
    }

    @Test func `the same tree gives the same bytes`() throws {
        let bytes = try BinaryPropertyListWriter().write(Self.everything)
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
    }

    @Test func `zeros with different signs and NaNs with different bits do not share`() throws {
        let tree: PropertyList = [0.0, -0.0, .double(.nan), .double(-.nan), .double(Double(nan: 9, signaling: false))]
        let bytes = try BinaryPropertyListWriter().write(tree)
        #expect(try BinaryPropertyListReader(bytes).objectCount == 6)
        #expect(try BinaryPropertyListReader(bytes).tree() == tree)
    }

    @Test func `precomposed and decomposed keys do not share`() throws {
        let tree: PropertyList = ["\u{E9}": 1, "e\u{301}": 2]
        #expect(try BinaryPropertyListReader(BinaryPropertyListWriter().write(tree)).tree() == tree)
    }

    @Test(arguments: [.integer(1), .null, [], ["a": 1], .uid(1)] as [PropertyList])
    func `a key that is not a string is refused, however deep it lies`(key: PropertyList) {
        let tree: PropertyList = [["a": .dictionary(PropertyListDictionary([(key: key, value: .null)]))]]
        #expect(throws: PropertyListError(.unrepresentable, "")) { try BinaryPropertyListWriter().write(tree) }
    }

    @Test func `a scalar stands alone`() throws {
        #expect(try encodedObjects(of: BinaryPropertyListWriter().write("top")) == [[0x53] + "top".utf8])
    }
}
