import PropertyLists
import Testing

/// What a value is, asked for by type.
@Suite struct PropertyListAccessorsTests {
    private static let values: [PropertyList] = [
        .null, true, 1, .unsignedInteger(.max), .integer128(7), .float(0.5), 2.5, .date(3), .data([1, 2]), "text",
        .uid(4),
        [5], .set([6]), .orderedSet([7]), ["key": 8],
    ]

    @Test func `each accessor has the values of its kinds, and nil for all others`() {
        #expect(Self.values.map(\.boolValue) == Self.values.map { $0 == true ? true : nil })
        #expect(Self.values.compactMap(\.intValue) == [1, 7])
        #expect(Self.values.compactMap(\.doubleValue) == [1, 7, 0.5, 2.5])
        #expect(Self.values.compactMap(\.dateValue) == [3])
        #expect(Self.values.compactMap(\.dataValue) == [[1, 2]])
        #expect(Self.values.compactMap(\.stringValue) == ["text"])
        #expect(Self.values.compactMap(\.uidValue) == [4])
        #expect(Self.values.compactMap { $0.arrayValue?.first } == [5, 6, 7])
        #expect(Self.values.compactMap { $0.dictionaryValue?["key"] } == [8])
    }

    @Test func `an integer that a Double does not represent exactly isn't a real`() {
        #expect(PropertyList.integer((1 << 53) + 1).doubleValue == nil)
        #expect(PropertyList.integer(1 << 53).doubleValue == 0x1p53)
    }

    @Test func `a string with an unpaired surrogate is no Swift string`() {
        #expect(PropertyList.string(PropertyListString(utf16: [0xD800])).stringValue == nil)
    }

    @Test func `keys and positions lead into containers, and nowhere else`() {
        let list: PropertyList = ["scores": [1, 2.5], "set": .set(["member"])]
        #expect(list["scores"]?[1]?.doubleValue == 2.5)
        #expect(list["set"]?[0] == "member")
        #expect(list["scores"]?[2] == nil)
        #expect(list["scores"]?[-1] == nil)
        #expect(list["nothing"] == nil)
        #expect(list[0] == nil)
        #expect(list["scores"]?["key"] == nil)
    }
}
