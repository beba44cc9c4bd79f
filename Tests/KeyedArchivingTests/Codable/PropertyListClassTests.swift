import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// A property list is of a few classes; others are refused before anything of them is instantiated.
@Suite struct PropertyListClassTests {
    struct Trap: Codingable {
        static var codedClassName: String { "Trap" }
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws { Issue.record("the initializer ran") }
    }

    @Test(.rows)
    func `a registered class in a property list is refused before its initializer runs`() {
        forEachRow([true, false]) { (isNested: Bool) throws in
            let bytes = try SmallArchive(
                .record(["NS.objects": [.uid(3)], "$class": .uid(2)]), .classRecord("NSArray", "NSObject"),
                .record(["$class": .uid(4)]), .classRecord("Trap", "NSObject"),
                top: ["root": .uid(isNested ? 1 : 3)]
            ).bytes()
            var registry = ClassRegistry.standard
            registry.register(Trap.self)
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: registry)
            let error = #expect(throws: ArchiveError.self) { try unarchiver.decodePropertyList(forKey: "root") }
            #expect(error?.code == .unexpectedClass)
            if isNested {
                #expect(throws: DecodingError.self) {
                    try unarchiver.decodeDecodable([String: [Int]].self, forKey: "root")
                }
            } else {
                // What is decoded are the fields, of which there are none; no initializer runs for that either.
                #expect(try unarchiver.decodeDecodable([String: [Int]].self, forKey: "root") == [:])
            }
        }
    }
}
