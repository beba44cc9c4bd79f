import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// Releasing a graph takes no more stack the deeper it is, whatever containers of the library it is made of.
@Suite(.serialized) struct ReleaseTests {
    /// A container of each kind around another object.
    private static let containers: KeyValuePairs<String, @Sendable (any Codingable) -> any Codingable> = [
        "ArchivedArray": { ArchivedArray([$0]) },
        "ArchivedDictionary, a value": { ArchivedDictionary([(key: "a", value: $0)]) },
        "ArchivedDictionary, a key": { ArchivedDictionary([(key: $0, value: "a")]) },
        "ArchivedSet": { ArchivedSet([$0]) },
        "ArchivedOrderedSet": { ArchivedOrderedSet([$0]) },
        "ArchivedCountedSet": { ArchivedCountedSet([(object: $0, count: 1)]) },
        "ArchivedObject, a reference": {
            ArchivedObject(ArchivedClass(name: "A"), fields: [ArchivedObject.Field("a", .object($0))])
        },
        "ArchivedObject, references": {
            ArchivedObject(ArchivedClass(name: "A"), fields: [ArchivedObject.Field("a", .objects([$0]))])
        },
        "ArchivedNSError": {
            ArchivedNSError(domain: "a", code: 1, userInfo: ArchivedDictionary([(key: "a", value: $0)]))
        },
        "ArchivedAttributedString": {
            ArchivedAttributedString("a", attributes: ArchivedDictionary([(key: "a", value: $0)]))
        },
        "IdentifiedValue": { IdentifiedValue($0) },
    ]

    @Test(.rows)
    func `on 512 KB of stack a chain of 20,000 of each kind is released, and one of a million of all kinds`() throws {
        forEachRow(Self.containers.indices) { (index: Int) throws in
            let wrap = Self.containers[index].value
            let count = try SmallStack.run {
                var object: any Codingable = ArchivedArray()
                for _ in 0..<20_000 { object = wrap(object) }
                return 20_000
            }
            #expect(count == 20_000)
        }

        let wraps = Self.containers.map(\.value)
        let expected = TestScale.count(1_000_000, quick: 50_000)
        let count = try SmallStack.run {
            var object: any Codingable = ArchivedArray()
            for number in 0..<expected { object = wraps[number % wraps.count](object) }
            return expected
        }
        #expect(count == expected)
    }

    @Test("a decoded chain of 20,000 is released, also where decoding failed", .rows)
    func decoded() {
        forEachRow(NestedObjects.listed) { (nested: NestedObjects) throws in
            let bytes = try nested.bytes(depth: TestScale.count(20_000, quick: 4000))
            let isDecoded = try SmallStack.run {
                let graph = try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: .foundation)
                // A type that is not allowed comes last, when all others are there.
                _ = try? KeyedUnarchiver.unarchivedObject(of: Thing.self, from: bytes, registry: .foundation)
                return graph != nil
            }
            #expect(isDecoded)
        }
    }
}
