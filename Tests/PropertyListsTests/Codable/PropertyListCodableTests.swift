import Foundation
import PropertyLists
import Testing

/// Values of property lists in the coders of JSON, which have no dates, data and UIDs.
@Suite struct PropertyListCodableTests {
    @Test func `a value becomes what JSON has for it, and comes back`() throws {
        let list: PropertyList = [
            "array": [1, true, 2.5, "a", .null], "date": .date(5), "data": .data([1, 255]), "uid": .uid(7),
            "large": .unsignedInteger(.max), "set": .set([1]),
        ]
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(list)) as? [String: Any]
        let expected: [String: Any] = [
            "array": [1, true, 2.5, "a", NSNull()] as [Any], "date": 5, "data": [1, 255], "uid": ["CF$UID": 7],
            "large": UInt64.max, "set": [1],
        ]
        #expect(object.map { NSDictionary(dictionary: $0) } == NSDictionary(dictionary: expected))
        let plain: PropertyList = [[1, true, 2.5, "a", .null, [], ["k": -1], .unsignedInteger(.max)]]
        #expect(try JSONDecoder().decode(PropertyList.self, from: JSONEncoder().encode(plain)) == plain)
        #expect(try JSONDecoder().decode([UID].self, from: JSONEncoder().encode([UID(7)])) == [UID(7)])
    }

    @Test func `a key that isn't a text is refused with its place`() {
        let list = PropertyList.dictionary(PropertyListDictionary([(key: 1, value: "a")]))
        do {
            _ = try JSONEncoder().encode(["list": list])
            Issue.record("it was encoded")
        } catch EncodingError.invalidValue(_, let context) {
            #expect(context.codingPath.map(\.stringValue) == ["list"])
        } catch {
            Issue.record("\(error)")
        }
    }
}
