import Testing

@testable import PropertyLists

/// Row 48 of the catalogue of hostile inputs: nothing that walks a value uses the stack in proportion to its depth.
///
/// The two equal trees are made once, because making one takes most of the time of these tests.
@Suite struct DeepValueTests {
    static let depth = 1_000_000
    static let value = deep()
    static let equal = deep()

    static func deep() -> PropertyList {
        var value: PropertyList = []
        for _ in 1..<depth { value = .array(PropertyListArray([value])) }
        return value
    }

    @Test func `a tree a million levels deep is compared`() {
        #expect((Self.value == Self.equal) == true)
    }

    @Test func `a tree a million levels deep is hashed`() {
        #expect(Self.value.hashValue == Self.equal.hashValue)
    }

    @Test func `a tree a million levels deep is written`() throws {
        #expect(try BinaryPropertyListWriter().write(Self.value) == HandmadeList.millionLevels)
    }

    @Test func `a tree a million levels deep is described`() {
        #expect(Self.value.description.utf8.count == 2 * Self.depth)
    }

    @Test func `a copy of a tree a million levels deep is changed and released`() {
        var array = PropertyListArray([Self.value])
        array.append(1)
        array.elements[0] = 2
        #expect(array.elements == [2, 1])
    }

    @Test(arguments: [62, 63, 64, 65, 66, 67, 200, depth])
    func `a tree is released at every depth, whoever else holds a part of it`(depth: Int) throws {
        var value: PropertyList = []
        var held: [PropertyList] = []
        for level in 1..<depth {
            if level == depth / 2 || level == depth - 3 { held.append(value) }
            value = .array(PropertyListArray([value, 1]))
        }
        value = []
        #expect(held.map(\.depth) == (depth == 1 ? [] : [depth / 2, depth - 3]))
    }

    @Test func `a wide tree of deep branches is released`() {
        var branch: PropertyList = []
        for _ in 0..<1000 { branch = .dictionary(PropertyListDictionary([(key: .string("k"), value: branch)])) }
        var branches = Array(repeating: branch, count: 100)
        branches += (0..<100).map { _ in (0..<100).reduce([]) { branch, _ in .set([branch]) } }
        var tree: PropertyList = .array(PropertyListArray(branches))
        tree = .null
        #expect(tree == .null)
        #expect(branch.containerStorage?.elements.count == 2)
    }
}
