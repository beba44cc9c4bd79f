import TestSupport
import Testing

import PropertyLists

/// Row 48 of the catalog of hostile inputs: nothing that walks a value uses the stack in proportion to its depth.
///
/// The two equal trees are made once, because making one takes most of the time of these tests.
@Suite struct DeepValueTests {
    static let depth = HandmadeList.manyLevels
    static let value = deep()
    static let equal = deep()

    static func deep() -> PropertyList {
        var value: PropertyList = []
        for _ in 1..<depth { value = .array(PropertyListArray([value])) }
        return value
    }

    /// What walks a value: each must come to an end, or refuse at the depth limit by its name.
    static let walks: KeyValuePairs<String, @Sendable () throws -> Bool> = [
        "compare": { value == equal },
        "hash": { value.hashValue == equal.hashValue },
        "write binary": { try BinaryPropertyListWriter().write(value) == HandmadeList.deeplyNested },
        "read binary": {
            try BinaryPropertyListReader(HandmadeList.deeplyNested, limits: .unlimited).tree() == value
        },
        "read binary within limits": {
            refusal { () throws(ArchiveError) in
                _ = try BinaryPropertyListReader(HandmadeList.deeplyNested).tree()
            } == "the limit `depth` of 512 is exceeded"
        },
        "write XML": {
            let text = try XMLPropertyListWriter(limits: .unlimited).write(value)
            // The innermost array is empty, `<array/>`; each of the others is two tags.
            return text.count { $0 == UInt8(ascii: "<") } == 2 * (depth - 1) + 1 + 4
        },
        "write XML within limits": {
            refusal { () throws(ArchiveError) in _ = try XMLPropertyListWriter().write(value) }
                == "the limit `depth` of 512 is exceeded"
        },
        "read XML": {
            let opening = String(repeating: "<array>", count: depth)
            let closing = String(repeating: "</array>", count: depth)
            let text = "<plist>\(opening)\(closing)</plist>"
            return try XMLPropertyListReader(limits: .unlimited).read(Array(text.utf8)) == value
        },
        "describe": { value.description.utf8.count == 2 * depth },
        "check": { try BinaryPropertyListReader(HandmadeList.deeplyNested).problems() == [] },
    ]

    private static func refusal(_ body: () throws(ArchiveError) -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(.rows)
    func `a tree a million levels deep is walked without a stack, or refused by name`() {
        forEachRow(Self.walks.indices) { (index: Int) throws in
            let (name, walk) = Self.walks[index]
            let isDone = try SmallStack.run(size: SmallStack.least) { try walk() }
            #expect(isDone, "\(name)")
        }
    }

    @Test(.rows)
    func `trees that differ in their innermost value are different at every depth`() {
        forEachRow([1, 63, 64, 65, 66, 67, 128, 200, 1000]) { (depth: Int) in
            func nested(_ innermost: PropertyList, by wrap: (PropertyList) -> PropertyList) -> PropertyList {
                (0..<depth).reduce(innermost) { value, _ in wrap(value) }
            }
            let wraps: [(PropertyList) -> PropertyList] = [
                { .array(PropertyListArray([0, $0])) },
                { .set(PropertyListArray([$0])) },
                { .dictionary(PropertyListDictionary([(key: PropertyList.string("key"), value: $0)])) },
                { .dictionary(PropertyListDictionary([(key: $0, value: PropertyList.string("value"))])) },
            ]
            for wrap in wraps {
                #expect(nested(1, by: wrap) == nested(1, by: wrap))
                #expect(nested(1, by: wrap) != nested(2, by: wrap))
                let shared = nested(1, by: wrap)
                #expect([shared, shared] as PropertyList == [shared, nested(1, by: wrap)])
                #expect([shared, shared] as PropertyList != [shared, nested(2, by: wrap)])
            }
        }
    }

    @Test func `a copy of a tree a million levels deep is changed and released, as a wide tree of deep branches is`() {
        var array = PropertyListArray([Self.value])
        array.append(1)
        array.elements[0] = 2
        #expect(array.elements == [2, 1])

        var branch: PropertyList = []
        for _ in 0..<1000 { branch = .dictionary(PropertyListDictionary([(key: .string("k"), value: branch)])) }
        var branches = Array(repeating: branch, count: 100)
        branches += (0..<100).map { _ in (0..<100).reduce([]) { branch, _ in .set([branch]) } }
        var tree: PropertyList = .array(PropertyListArray(branches))
        tree = .null
        #expect(tree == .null)
        #expect(branch.depth == 1001)
    }

    @Test(.rows)
    func `a tree is released at every depth, whatever else holds a part of it`() {
        forEachRow([62, 63, 64, 65, 66, 67, 200, Self.depth]) { (depth: Int) throws in
            let depths = try SmallStack.run(size: SmallStack.least) {
                var value: PropertyList = []
                var held: [PropertyList] = []
                for level in 1..<depth {
                    if level == depth / 2 || level == depth - 3 { held.append(value) }
                    value = .array(PropertyListArray([value, 1]))
                }
                value = []
                return held.map(\.depth)
            }
            #expect(depths == (depth == 1 ? [] : [depth / 2, depth - 3]))
        }
    }
}
