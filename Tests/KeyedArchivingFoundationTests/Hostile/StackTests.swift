import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// How deep objects may nest is a property of the stack there is: whatever is decoded or encoded by recursion ends with
/// an error before the stack does, in every build.
@Suite(.serialized) struct StackTests {
    private static let depths = TestScale.isFull ? [100, 1000] : [1000]
    private static let tried = TestScale.sample(NestedObjects.recursive, every: 4, of: "kinds of nesting", by: \.name)

    @Test("nested objects end in a value or a limit on a stack of 512 KB", .rows)
    func recursive() {
        forEachRow(Self.tried) { (nested: NestedObjects) throws in
            for depth in Self.depths {
                let bytes = try nested.bytes(depth: depth)
                for limits in [Limits.untrusted, .default, .unlimited] {
                    let codes = try SmallStack.run { Set(Self.outcomes(of: nested, bytes, limits).compactMap { $0 }) }
                    #expect(codes.isSubset(of: [.limitExceeded]), "\(nested.name), depth \(depth)")
                    if depth == 1000, limits.depth < depth { #expect(codes == [.limitExceeded]) }
                }
            }
        }
    }

    @Test(.rows)
    func `objects that are filled from a list need no stack, and 8 levels of others fit 512 KB`() {
        forEachRow(NestedObjects.listed) { (nested: NestedObjects) throws in
            let bytes = try nested.bytes(depth: TestScale.count(3000, quick: 250))
            for limits in [Limits.untrusted, .default, .unlimited] {
                let codes = try SmallStack.run { Self.outcomes(of: nested, bytes, limits) }
                #expect(codes.allSatisfy { $0 == nil }, "\(nested.name): \(codes)")
            }
        }

        forEachRow(NestedObjects.recursive) { (nested: NestedObjects) throws in
            let bytes = try nested.bytes(depth: 8)
            let codes = try SmallStack.run { Self.outcomes(of: nested, bytes, .untrusted) }
            #expect(codes.allSatisfy { $0 == nil })
        }
    }

    /// What each entry point makes of an archive: nil for a value; otherwise the code of the error.
    private static func outcomes(
        of nested: NestedObjects,
        _ bytes: [UInt8],
        _ limits: Limits
    ) -> [ArchiveError.Code?] {
        var outcomes = [
            outcome { try use(KeyedUnarchiver.unarchivedGraph(from: bytes, registry: .foundation, limits: limits)) },
            outcome { try look(at: KeyedArchive(bytes, limits: limits)) },
        ]
        for type in nested.types {
            outcomes.append(
                outcome {
                    try use(
                        KeyedUnarchiver.unarchivedObject(
                            of: [type, ArchivedObject.self], from: bytes, registry: .foundation, limits: limits))
                })
        }
        return outcomes
    }

    private static func outcome(_ body: () throws -> Void) -> ArchiveError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? ArchiveError)?.code ?? ArchiveError.Code.invalidObject
        }
    }

    /// Compares, hashes, describes, encodes again and releases a decoded object.
    private static func use(_ object: (any Codingable)?) throws {
        guard let object else { return }
        // Foundation's own hash of a Cocoa error traps on Linux.
        if !(object is CocoaError), let value = object as? any Hashable {
            _ = AnyHashable(value) == AnyHashable(value)
            _ = AnyHashable(value).hashValue
        }
        _ = "\(object)"
        _ = String(reflecting: object)
        let archiver = KeyedArchiver(limits: .unlimited)
        do {
            try archiver.encode(object, forKey: "root")
            _ = try archiver.encodedBytes
        } catch let error as ArchiveError where error.code == .limitExceeded {
            // Encoding may take more stack than decoding did.
        }
    }

    /// Looks at each entry of an archive, and at all of them.
    private static func look(at archive: KeyedArchive) throws {
        _ = archive.problems()
        for number in 0..<archive.objectCount { _ = try archive.entry(at: UID(UInt64(number))) }
        _ = try archive.bytes(format: .xml)
    }

    // MARK: Codable

    private struct Level: Codable, Hashable {
        var below: [Level]
    }

    private final class Chain: Codable {
        var next: Chain?

        deinit {
            var rest = next.take()
            while isKnownUniquelyReferenced(&rest) { rest = rest?.next.take() }
        }
    }

    @Test("Codable values end in a value or a limit on a stack of 512 KB", .rows)
    func codable() {
        forEachRow([100, 1000]) { (depth: Int) throws in
            let codes = try SmallStack.run { () -> [ArchiveError.Code?] in
                var level = Level(below: [])
                for _ in 1..<16 { level = Level(below: [level]) }
                let shallow = level
                let chain = Chain()
                for _ in 1..<depth {
                    let next = Chain()
                    next.next = chain.next.take()
                    chain.next = next
                }
                var list: PropertyList = ["below": []]
                for _ in 1..<depth { list = ["below": [list]] }
                let (limits, stored) = (Limits(depth: 100_000, expansion: .max), list)
                return [
                    Self.outcome { try Self.code(shallow, .untrusted) },
                    Self.outcome { try Self.code(shallow, limits) },
                    Self.outcome { try Self.code(chain, limits) }, Self.outcome { try Self.code(chain, .untrusted) },
                    Self.outcome {
                        let archiver = KeyedArchiver(limits: .unlimited)
                        try archiver.encodePropertyList(stored, forKey: "root")
                        _ = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes, limits: limits)
                            .decodeDecodable(Level.self, forKey: "root")
                    },
                ]
            }
            #expect(Set(codes.compactMap { $0 }).isSubset(of: [.limitExceeded]))
            #expect(codes[0] == nil)
            if depth == 1000 { #expect(codes[3] == .limitExceeded) }
        }
    }

    private static func code<Value: Codable>(_ value: Value, _ limits: Limits) throws {
        let archiver = KeyedArchiver(limits: limits)
        try archiver.encodeEncodable(value, forKey: "root")
        _ = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes, limits: limits)
            .decodeDecodable(Value.self, forKey: "root")
    }

    @Test("the files of the campaign", .enabled(if: Corpus.isPresent, "the corpus is not there"))
    func files() throws {
        let names = [
            "F03b-orderedset-chain-4000", "F04-attributed-nest-60", "F04b-url-base-250", "F04c-notification-nest-120",
        ]
        for name in names {
            let file = Corpus.folder.appendingPathComponent("hostile/\(name).plist")
            guard let data = try? Data(contentsOf: file) else { continue }
            for limits in [Limits.untrusted, .default] {
                let code = try SmallStack.run {
                    Self.outcome {
                        try Self.use(KeyedUnarchiver.unarchivedGraph(from: data, registry: .foundation, limits: limits))
                    }
                }
                #expect(code == nil || code == .limitExceeded, "\(name)")
            }
        }
    }
}
