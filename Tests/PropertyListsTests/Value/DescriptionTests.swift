import PropertyLists
import TestSupport
import Testing

/// What `print` and the debugger show of values.
struct DescriptionTests {
    @Test func `a short value prints as it is`() {
        let value: PropertyList = ["name": "Ada", "tags": [1, 2.5, .uid(3)]]
        #expect(value.debugDescription == value.description)
        guard case .dictionary(let entries) = value, case .array(let tags)? = entries["tags"] else { return }
        #expect(entries.description == value.description)
        #expect(tags.description == "[1, 2.5, #3]")
    }

    @Test func `containers and the debugger show the beginning of a large value, which ends after a piece`() {
        let text = PropertyList.string(PropertyListString(String(repeating: "a", count: 100_000)))
        let numbers = PropertyListArray((0..<100_000).map { .integer($0) })
        let entries: PropertyListDictionary = ["list": .array(numbers), "text": text]
        for shown in [
            numbers.description, entries.description, PropertyList.array(numbers).debugDescription,
            text.debugDescription,
        ] {
            #expect(shown.utf8.count < 1_100)
            #expect(shown.contains("…"))
        }
        #expect(PropertyList.array(numbers).description.utf8.count > 100_000)
        // The piece that reaches the limit.
        let list: PropertyList = [1, 2]
        expectRows {
            (list.shortDescription(limit: 1), "[…")
            (list.shortDescription(limit: 2), "[1…")
            (list.shortDescription(limit: 6), "[1, 2]")
        }
    }
}
