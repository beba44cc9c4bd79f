import PropertyLists
import TestSupport
import Testing

import KeyedArchiving

/// The keys that an error names where one is missing.
@Suite struct KeyListTests {
    private static func names(_ count: Int) -> String {
        (0..<count).map { "\"k\($0)\"" }.joined(separator: ", ")
    }

    /// What an error says of this many keys.
    private static let clauses = [
        1: "there is only \"k0\"", 2: "there are \(names(2))", 11: "there are \(names(11))",
        12: "there are \(names(12))", 13: "there are \(names(12)), …", 14: "there are \(names(12)), …",
    ]

    private static func archive(_ count: Int) throws -> [UInt8] {
        let keys = (0..<count).map { number -> (key: PropertyList, value: PropertyList) in
            (key: .string(PropertyListString("k\(number)")), value: 1)
        }
        return try SmallArchive(
            .dictionary(PropertyListDictionary(keys + [(key: "$class", value: .uid(2))])),
            .classRecord("Node", "NSObject")
        ).bytes()
    }

    private struct Asking: Codingable {
        static var codedClassName: String { "Node" }
        init(coder unarchiver: KeyedUnarchiver) throws { _ = try unarchiver.decode(String.self, forKey: "missing") }
        func encode(with archiver: KeyedArchiver) throws {}
    }

    @Test(.rows)
    func `up to twelve keys are named and more are mentioned, by a path and where an object is decoded`() {
        forEachRow(Self.clauses.keys.sorted()) { (count: Int) throws in
            let archive = try KeyedArchive(Self.archive(count))
            let missing = #expect(throws: ArchiveError.self) { try archive.value(at: ArchivePath("root.missing")) }
            #expect(missing?.remedy == Self.clauses[count])
            let error = #expect(throws: ArchiveError.self) {
                try KeyedUnarchiver.unarchivedObject(of: Asking.self, from: Self.archive(count))
            }
            let remedy = try #require(error?.remedy)
            let clause = try #require(Self.clauses[count])
            #expect(remedy.contains(clause) && (clause.hasSuffix("…") || !remedy.contains("…")), "\(remedy)")
        }
    }
}
