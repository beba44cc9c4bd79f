import Foundation
import PropertyLists
import TestSupport
import Testing

/// The entries of a dictionary have the same paths in all that the tool prints, and each leads to its entry.
@Suite struct EntryNamesTests {
    private struct Row: CustomTestStringConvertible {
        let keys: [PropertyList]
        /// The names of the entries; nil for one that only its position leads to.
        let names: [String?]
        var testDescription: String { "\(keys)" }
    }

    private static let rows = [
        Row(keys: ["a", "größe"], names: ["a", "größe"]),
        Row(keys: ["a", 1], names: ["a", "1"]),
        Row(keys: [1, 2], names: ["1", "2"]),
        Row(keys: [-1, "x y"], names: ["-1", "\"x y\""]),
        Row(keys: [.unsignedInteger(.max), "b"], names: ["18446744073709551615", "b"]),
        Row(keys: ["1", 1], names: ["1", nil]),
        Row(keys: [1, "1"], names: [nil, "1"]),
        Row(keys: ["a", "a", "b"], names: [nil, "a", "b"]),
        Row(keys: [1, 1], names: [nil, "1"]),
        Row(keys: [true, "a"], names: [nil, "a"]),
        Row(keys: [2.5, "a"], names: [nil, "a"]),
        Row(keys: ["$class", "NS.keys"], names: [nil, nil]),
        Row(keys: [.uid(1), "b"], names: ["text", "b"]),
    ]

    /// A dictionary with these keys; a key that is a UID is an `NSMutableString`.
    private static func archive(_ keys: [PropertyList], values: String) throws -> [UInt8] {
        let (firstKey, firstValue) = (6, 6 + keys.count)
        func references(from start: Int) -> PropertyList {
            .array(PropertyListArray(keys.indices.map { .uid(UID(UInt64(start + $0))) }))
        }
        let stored = keys.map { key -> PropertyList in
            if case .uid = key { ["NS.string": "text", "$class": .uid(5)] } else { key }
        }
        return try SmallArchive(
            entries: [
                ["dict": .uid(3), "$class": .uid(2)], .classRecord("Holder", "NSObject"),
                ["NS.keys": references(from: firstKey), "NS.objects": references(from: firstValue), "$class": .uid(4)],
                .classRecord("NSDictionary", "NSObject"), .classRecord("NSMutableString", "NSString", "NSObject"),
            ] + stored
                + keys.indices.map { .string(PropertyListString("\(values)\($0)")) }
        ).bytes()
    }

    private static func lines(_ arguments: [String], _ input: [UInt8]) throws -> [String] {
        try ToolRun(arguments, input: input).output.split(separator: "\n").map(String.init)
    }

    @Test(.rows)
    func `each command names an entry alike`() {
        forEachRow(Self.rows) { (row: Row) throws in
            let bytes = try Self.archive(row.keys, values: "v")
            let scratch = try Scratch()
            let changed = try scratch.file("changed", try Self.archive(row.keys, values: "w")).path
            for (position, name) in row.names.enumerated() {
                let path = "root.dict." + (name ?? "\"NS.objects\"[\(position)]")
                let line = "\(path): \"v\(position)\""
                let found = try Self.lines(["find", "v\(position)", "-"], bytes)
                #expect(found.map { $0.hasSuffix(line) } == [true], "find: \(found), not \(line)")
                #expect(try Self.lines(["dump", "-", "--format", "paths"], bytes).contains(line), "paths")
                #expect(try Self.lines(["get", "-", "**"], bytes).contains(line), "get with a pattern")
                #expect(try Self.lines(["get", "-", path], bytes) == ["\"v\(position)\""], "get")
                let changes = try Self.lines(["diff", "-", changed], bytes)
                let isNamed = changes.contains { $0.hasPrefix("~ \(path): ") || $0.hasPrefix("~ \(path) (") }
                #expect(isNamed, "diff: \(changes)")
            }
        }
    }
}
