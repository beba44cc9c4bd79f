import RandomNumbers
import TestSupport
import Testing

import PropertyLists

@Suite struct BinaryTreeTests {
    @Test func `containers of all four kinds hold their values in order, and dictionaries keep duplicate keys`() throws
    {
        let list = HandmadeList(
            container(0xA0, [1, 2, 3, 4]), container(0xA0, [5, 6]), container(0xB0, [5, 6]), container(0xC0, [6, 5]),
            container(0xD0, [7, 8, 5, 6]), [0x08], [0x09], [0x51, 0x62], [0x51, 0x61])
        #expect(
            try BinaryPropertyListReader(list.bytes).tree() == [
                [false, true],
                .orderedSet([false, true]),
                .set([true, false]),
                ["b": false, "a": true],
            ])
        let twice = HandmadeList(container(0xD0, [1, 2, 1, 3, 4, 4]), [0x51, 0x62], [0x51, 0x61], [0x08], [0x09])
        #expect(try BinaryPropertyListReader(twice.bytes).tree() == ["b": false, "a": true, "b": true])
    }

    @Test(.rows)
    func `dictionaries that refer to the same keys have the same keys, and a difference anywhere tells them apart`() {
        forEachRow(1...8, [0, 1, 2, 3, 7, 8, 9, 14, 15, 40]) { (referenceSize: Int, count: Int) throws in
            // Objects 0 to 49 are keys, 50 is the value of all, 51 on are the dictionaries.
            let same = Array(0..<count)
            let runs =
                [same] + (0..<count).map { place in same.map { $0 == place ? 49 : $0 } } + [same, same.reversed()]
            let names = (0..<50).map { "key \($0)" }
            let keys = names.map { marker(0x50, count: $0.utf8.count) + Array($0.utf8) }
            let dictionaries = runs.map { run in
                container(0xD0, run + Array(repeating: 50, count: count), width: referenceSize)
            }
            let top = container(0xA0, Array(51..<51 + runs.count), width: referenceSize)
            var list = HandmadeList(objects: keys + [[0x09]] + dictionaries + [top])
            list.referenceSize = UInt8(referenceSize)
            list.offsetSize = 4
            list.topObject = UInt64(51 + runs.count)
            let expected = runs.map { run in
                PropertyList.dictionary(
                    PropertyListDictionary(run.map { (key: .string(PropertyListString(names[$0])), value: true) }))
            }
            #expect(try BinaryPropertyListReader(list.bytes).tree() == .array(PropertyListArray(expected)))
        }
    }

    @Test func `scalars and containers may follow on each other in any order`() throws {
        // The order of 300 elements is that of the bits of a random number: a string, or one of two containers.
        var random = SplitMix64(seed: 7)
        let elements = (0..<300).map { _ in Int(random.next() % 6) }
        let objects: [[UInt8]] = [
            [0x51, 0x61], [0x10, 5], [0x61, 0x04, 0x16], [0x80, 3], container(0xA0, [1, 2]), container(0xA0, [5, 1]),
        ]
        var values: [PropertyList] = ["a", 5, "Ж", .uid(3)]
        values.append(["a", 5])
        values.append([values[4], "a"])
        let shifted = [container(0xA0, elements.map { $0 + 1 }, width: 1)] + objects
        let expected = PropertyList.array(PropertyListArray(elements.map { values[$0] }))
        var list = HandmadeList(objects: shifted)
        list.offsetSize = 2
        #expect(try BinaryPropertyListReader(list.bytes).tree() == expected)
    }

    @Test(.rows)
    func `memory for strings is counted up to the limit, and no further`() {
        forEachRow([-1, 0, 1]) { (difference: Int) throws in
            // An array of three strings of 20 characters: 64 bytes, 24 for each value, and 20 + 32 for each string.
            let string = marker(0x50, count: 20, countWidth: 1) + Array(repeating: 0x61, count: 20)
            var list = HandmadeList(container(0xA0, [1, 2, 3]), string, string, string)
            list.gapBeforeTable = Array(repeating: 0, count: 64 + 3 * (24 + 20 + 32) - list.bytes.count + difference)
            let reader = try BinaryPropertyListReader(list.bytes, limits: Limits.exact(allocation: 1))
            if difference < 0 {
                let error = #expect(throws: ArchiveError.self) { try reader.tree() }
                #expect(error?.reason == "the limit `expansion` of 16 is exceeded by memory")
                #expect(error?.byteOffset == list.position(of: 3) + 3)
            } else {
                #expect(try reader.tree() != .null)
            }
        }
    }

    @Test func `an object with many references is the same value at each, and no cycle after it ended`() throws {
        let text = String(repeating: "x", count: 300)
        let long = marker(0x50, count: 300) + Array(text.utf8)
        let list = HandmadeList(container(0xA0, [1, 2, 1, 2]), container(0xA0, [2]), long)
        let string = PropertyList.string(PropertyListString(text))
        #expect(try BinaryPropertyListReader(list.bytes).tree() == [[string], string, [string], string])
        let again = HandmadeList(container(0xA0, [1, 1, 2]), [0xA1, 0x03], [0xA2, 0x01, 0x01], [0x09])
        #expect(try BinaryPropertyListReader(again.bytes).tree() == [[true], [true], [[true], [true]]])
    }

    @Test(.rows)
    func `containers nest as deep as the limit allows, and scalars have no depth`() throws {
        forEachRow([9, 10, 11]) { (depth: Int) throws in
            let reader = try BinaryPropertyListReader(HandmadeList.nestedArrays(depth), limits: Limits(depth: 10))
            guard depth > 10 else {
                #expect(try reader.tree().depth == depth)
                return
            }
            let error = #expect(throws: ArchiveError.self) { try reader.tree() }
            expectRows {
                (error?.code, .limitExceeded)
                (error?.byteOffset, 8 + 10 * 5)
                (error?.reason, "the limit `depth` of 10 is exceeded")
            }
        }
        let limits = Limits(depth: 0)
        #expect(try BinaryPropertyListReader(HandmadeList([0x09]).bytes, limits: limits).tree() == true)
        let empty = try BinaryPropertyListReader(HandmadeList([0xA0]).bytes, limits: limits)
        #expect(throws: ArchiveError(.limitExceeded, "")) { try empty.tree() }
    }

    @Test func `a million levels are refused at the limit, and read without recursion when there is none`() throws {
        let bytes = HandmadeList.deeplyNested
        #expect(throws: ArchiveError(.limitExceeded, "")) { try BinaryPropertyListReader(bytes).tree() }
        let depth = try SmallStack.run(size: SmallStack.least) {
            try BinaryPropertyListReader(bytes, limits: .unlimited).tree().depth
        }
        #expect(depth == HandmadeList.manyLevels)
    }

    @Test(.rows)
    func `values expand up to the limit times the size, and no further`() {
        forEachRow([-1, 0, 1]) { (difference: Int) throws in
            // 1000 references to an array of `width` references to one boolean: the padding makes 20 times the size equal
            // to the number of references.
            let count = 1000
            let width = 24
            let references = count + count * width
            var list = HandmadeList(
                container(0xA0, Array(repeating: 1, count: count)), container(0xA0, Array(repeating: 2, count: width)),
                [0x09])
            list.offsetSize = 2
            list.gapBeforeTable = Array(repeating: 0, count: references / 20 - list.bytes.count + difference)
            #expect(20 * list.bytes.count == references + 20 * difference)
            let reader = try BinaryPropertyListReader(list.bytes, limits: Limits.exact(expansion: 20, allocation: .max))
            if difference < 0 {
                let error = #expect(throws: ArchiveError.self) { try reader.tree() }
                #expect(error?.code == .limitExceeded)
                #expect(error?.byteOffset == list.position(of: 1))
            } else {
                #expect(try reader.tree() != .null)
            }
        }
    }

    @Test func `strings that share bytes count against the expansion, so that they cannot fill memory`() throws {
        let reader = try BinaryPropertyListReader(HandmadeList.overlappingStrings.bytes)
        #expect(throws: ArchiveError(.limitExceeded, "")) { try reader.tree() }
        #expect(throws: ArchiveError(.limitExceeded, "")) { _ = try BinaryObjectTableSource(reader) }
        #expect(reader.problems() == [ArchiveError(.limitExceeded, "")])
        #expect(throws: Never.self) {
            try BinaryPropertyListReader(HandmadeList.overlappingStrings.bytes, limits: .unlimited).tree()
        }
    }

    @Test(.rows)
    func `a container that holds itself, after however many others, is refused`() {
        forEachRow([
            ("an array holds itself", HandmadeList(container(0xA0, [0])), 8),
            ("a set holds itself", HandmadeList(container(0xC0, [0])), 8),
            ("a dictionary is its own value", HandmadeList(container(0xD0, [1, 0]), [0x51, 0x61]), 8),
            ("two arrays hold each other", HandmadeList(container(0xA0, [1]), container(0xA0, [0])), 8),
            ("the cycle does not include the top", HandmadeList([0xA1, 1], [0xA1, 2], [0xA1, 1]), 10),
        ]) { (_: String, list: HandmadeList, position: Int) throws in
            let error = #expect(throws: ArchiveError.self) { try BinaryPropertyListReader(list.bytes).tree() }
            #expect(error?.code == .invalidReference)
            #expect(error?.byteOffset == position)
        }
        // A cycle of any length is found, unless the depth limit comes first.
        forEachRow([2, 16, 17, 18, 300, 10_000]) { (length: Int) throws in
            var list = HandmadeList(objects: (1...length).map { container(0xA0, [$0 % length], width: 4) })
            list.referenceSize = 4
            list.offsetSize = 4
            let unlimited = try BinaryPropertyListReader(list.bytes, limits: .unlimited)
            #expect(throws: ArchiveError(.invalidReference, "")) { try unlimited.tree() }
            let usual = try BinaryPropertyListReader(list.bytes)
            #expect(throws: ArchiveError(length < 512 ? .invalidReference : .limitExceeded, "")) { try usual.tree() }
        }
    }
}

extension PropertyList {
    /// How many containers lie one inside the other, following first elements and values.
    var depth: Int {
        var depth = 0
        var value: PropertyList? = self
        while let container = value {
            switch container {
            case .array(let array), .orderedSet(let array), .set(let array): value = array.first
            case .dictionary(let dictionary): value = dictionary.values.first
            default: return depth
            }
            depth += 1
        }
        return depth
    }
}
