import PropertyLists
import Testing
import TestSupport

import KeyedArchiving

@Suite struct ArchiveLayoutTests {
    /// The outer keys of each generation, in its order.
    private static let generations: [(layout: ArchiveLayout, keys: [String])] = [
        (.current, ["$version", "$archiver", "$top", "$objects"]),
        (.macOS10_15, ["$version", "$archiver", "$top", "$objects"]),
        (.iOS13, ["$version", "$archiver", "$top", "$objects"]),
        (.macOS10_14, ["$version", "$objects", "$archiver", "$top"]),
        (.iOS12, ["$version", "$objects", "$archiver", "$top"]),
        (.macOS10_9, ["$version", "$objects", "$archiver", "$top"]),
        (.macOSX10_7, ["$version", "$objects", "$archiver", "$top"]),
        (.macOSX10_6, ["$version", "$objects", "$archiver", "$top"]),
        (.macOSX10_6_32bit, ["$top", "$objects", "$version", "$archiver"]),
        (.macOSX10_5, ["$version", "$top", "$archiver", "$objects"]),
        (.macOSX10_4, ["$archiver", "$version", "$top", "$objects"]),
    ]

    @Test(.rows)
    func `each generation has its outer keys in its own order`() {
        forEachRow(Self.generations.indices) { (position: Int) throws in
            let (layout, keys) = Self.generations[position]
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: ["a", "b"], layout: layout)
            guard case .dictionary(let list) = try BinaryPropertyListReader(bytes).tree() else {
                Issue.record("an archive is a dictionary")
                return
            }
            #expect(Array(list.keys) == keys.map { PropertyList.string(PropertyListString($0)) })
            #expect(try KeyedUnarchiver.unarchivedObject(of: [String].self, from: bytes) == ["a", "b"])
        }
    }

    /// How many entries the value has in an archive of an array that holds it twice, each made again.
    private func entries(of value: any Codingable, _ layout: ArchiveLayout) throws -> Int {
        let archiver = KeyedArchiver(layout: layout)
        let first = ArchivedObject(ArchivedClass(name: "A"), fields: [.init("k", .object(value))])
        let second = ArchivedObject(ArchivedClass(name: "A"), fields: [.init("k", .object(value))])
        try archiver.encode(ArchivedArray([first, second]), forKey: "root")
        return try BinaryPropertyListReader(try archiver.encodedBytes).objectCount
    }

    /// Whether equal values are one entry: the archive is smaller then than one of a value that is never shared.
    private func shares(_ value: any Codingable, unlike other: any Codingable, _ layout: ArchiveLayout) throws -> Bool {
        try entries(of: value, layout) < entries(of: other, layout)
    }

    @Test
    func `current systems share short strings, small integers and whole reals, 10.9 only integers, 10.6 the smallest`()
        throws
    {
        try expectRows {
            try shares("short", unlike: "a string of 26 characters", .current)
            try shares(1 as Int64, unlike: Int64.max, .current)
            try shares(2.0, unlike: 2.5, .current)
            // 10.9 shares integers alone, 10.6 only the smallest of them.
            try !shares("short", unlike: "a string of 26 characters", .macOS10_9)
            try !shares(2.0, unlike: 2.5, .macOS10_9)
            try shares(13 as Int64, unlike: Int64.max, .macOS10_9)
            try shares(12 as Int64, unlike: Int64.max, .macOSX10_6)
            try !shares(13 as Int64, unlike: Int64.max, .macOSX10_6)
        }
    }

    @Test func `10.5 and 10.4 store equal values once, whatever they are`() throws {
        for layout in [ArchiveLayout.macOSX10_5, .macOSX10_4] {
            let bytes = try KeyedArchiver.archivedBytes(
                withRootObject: ArchivedArray(["NS.objects", 2.5, 2.5, ArchivedData([1]), ArchivedData([1])]),
                layout: layout)
            let reader = try BinaryPropertyListReader(bytes)
            var texts: [String] = []
            var reals = 0
            var data = 0
            for index in reader.objectIndices {
                switch try reader.scalar(at: index) {
                case .string(let text): texts.append(text.string ?? "")
                case .double: reals += 1
                case .data: data += 1
                default: break
                }
            }
            expectRows {
                (Set(texts).count, texts.count)
                (reals, 1)
                (data, 1)
            }
        }
    }

    @Test func `an archive shows its layout`() throws {
        for layout in [ArchiveLayout.current, .macOS10_14, .macOSX10_6_32bit, .macOSX10_5, .macOSX10_4] {
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: [1, 2, 3], layout: layout)
            let read = try KeyedArchive(bytes).layout
            #expect(try KeyedArchiver.archivedBytes(withRootObject: [1, 2, 3], layout: read) == bytes)
        }
        let xml = KeyedArchiver()
        xml.outputFormat = .xml
        try xml.encode("a", forKey: "root")
        #expect(try KeyedArchive(try xml.encodedBytes).layout == .current)
    }
}
