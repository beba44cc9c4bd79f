import PropertyLists
import TestSupport
import Testing

/// What a value is, asked for by type.
@Suite struct PropertyListAccessorsTests {
    private static let values: [PropertyList] = [
        .null, true, 1, .unsignedInteger(.max), .integer128(7), .float(0.5), 2.5, .date(3), .data([1, 2]), "text",
        .uid(4),
        [5], .set([6]), .orderedSet([7]), ["key": 8],
    ]

    @Test func `each accessor has the values of its kinds that it represents, and nil for all others`() {
        expectRows {
            (Self.values.map(\.boolValue), Self.values.map { $0 == true ? true : nil })
            (Self.values.compactMap(\.intValue), [1, 7])
            (Self.values.compactMap(\.doubleValue), [1, 7, 0.5, 2.5])
            (Self.values.compactMap(\.dateValue), [3])
            (Self.values.compactMap(\.dataValue), [[1, 2]])
            (Self.values.compactMap(\.stringValue), ["text"])
            (Self.values.compactMap(\.uidValue), [4])
            (Self.values.compactMap { $0.arrayValue?.first }, [5, 6, 7])
            (Self.values.compactMap { $0.dictionaryValue?["key"] }, [8])
        }
        // Integers that a Double represents exactly, and others; half a character is no Swift string.
        expectRows {
            (PropertyList.integer((1 << 53) + 1).doubleValue, nil)
            (PropertyList.integer(1 << 53).doubleValue, 0x1p53)
            (PropertyList.integer128(Integer128(high: 1, low: 0)).doubleValue, 0x1p64)
            (PropertyList.integer128(Integer128(high: -1, low: 0)).doubleValue, -0x1p64)
            (PropertyList.integer128(Integer128(high: 1, low: 1)).doubleValue, nil)
            (PropertyList.string(PropertyListString(utf16: [0xD800])).stringValue, nil)
        }
    }

    @Test func `keys and positions lead into containers, and nowhere else`() {
        let list: PropertyList = ["scores": [1, 2.5], "set": .set(["member"])]
        expectRows {
            (list["scores"]?[1]?.doubleValue, 2.5)
            (list["set"]?[0], "member")
            (list["scores"]?[2], nil)
            (list["scores"]?[-1], nil)
            (list["nothing"], nil)
            (list[0], nil)
            (list["scores"]?["key"], nil)
        }
    }
}
