import Foundation
import KeyedArchiving
import PropertyLists
import RandomNumbers
import TestSupport
import Testing

@Suite struct SalvageTests {
    private static let node = PropertyList.classRecord("Node", "NSObject")

    private static func sample() throws -> [UInt8] {
        try SmallArchive(
            ["name": .uid(2), "n": 5, "next": .uid(3), "$class": .uid(6)], "a name",
            ["name": .uid(4), "n": 6, "next": .uid(5), "$class": .uid(6)], "another",
            ["NS.objects": [.uid(1), .uid(3)], "$class": .uid(7)], node, .classRecord("NSArray", "NSObject")
        ).bytes()
    }

    @Test func `an archive without damage comes back as it was, and one of nothing is intact`() throws {
        let bytes = try Self.sample()
        let archive = try KeyedArchive(bytes)
        for input in [bytes, try archive.bytes(format: .xml)] {
            let salvaged = try KeyedArchive.salvage(input)
            try expectRows {
                salvaged.isIntact
                (salvaged.intactCount, 8)
                try salvaged.archive.difference(from: archive).isEmpty
            }
        }

        let empty = try KeyedArchive.salvage(KeyedArchiver().encodedBytes)
        #expect(empty.isIntact && empty.archive.objectCount == 1)
    }

    @Test func `without its trailer, its offset table or the name of its archiver an archive loses nothing`() throws {
        let bytes = try Self.sample()
        let table = Int(bytes[bytes.count - 1])
        for end in [table, table + 3, bytes.count - 32, bytes.count - 1] {
            let salvaged = try KeyedArchive.salvage(Array(bytes[..<end]))
            try expectRows {
                salvaged.losses.isEmpty
                salvaged.gaps.isEmpty
                (salvaged.damages.count, 1)
                try salvaged.archive.difference(from: KeyedArchive(bytes)).isEmpty
            }
        }

        var damaged = try Self.sample()
        let name = try #require(damaged.indices.first { damaged[$0...].starts(with: "NSKeyedArchiver".utf8) })
        damaged[name] = 0xCE
        let salvaged = try KeyedArchive.salvage(damaged)
        #expect(salvaged.losses.isEmpty && salvaged.archive.archiver == "NSKeyedArchiver")
        #expect(salvaged.damages == ["the name of the archiver is lost; NSKeyedArchiver takes its place"])
        #expect(try salvaged.archive.difference(from: KeyedArchive(Self.sample())).isEmpty)
    }

    @Test func `what is beside the four keys comes back, and what of the top level is lost is said`() throws {
        guard case .dictionary(var outer) = try BinaryPropertyListReader(Self.sample()).tree() else {
            throw CancellationError()
        }
        outer["extra"] = "beside"
        outer["$top"] = ["root": .uid(1), "second": ["inline": 1]]
        let bytes = try BinaryPropertyListWriter().write(.dictionary(outer))
        let salvaged = try KeyedArchive.salvage(bytes)
        guard case .dictionary(let rest) = try BinaryPropertyListReader(salvaged.archive.bytes()).tree() else {
            throw CancellationError()
        }
        expectRows {
            (rest["extra"], "beside")
            (salvaged.damages, ["1 top-level value can't be read, or not as a whole"])
        }
    }

    @Test func `an object is lost if its class is an object, or not a reference, as for every reader`() throws {
        var record = Self.node
        if case .dictionary(var fields) = record {
            fields["$class"] = .uid(3)
            record = .dictionary(fields)
        }
        let bytes = try SmallArchive(["n": 5, "$class": .uid(2)], record, Self.node).bytes()
        let salvaged = try KeyedArchive.salvage(bytes)
        expectRows {
            (salvaged.losses.map(\.uid), [1])
            (salvaged.losses.first?.reason, "its class record #2 is an object")
            salvaged.archive.problems().isEmpty
        }

        for first in [5, "Node"] as [PropertyList] {
            let fields: [PropertyListDictionary.Element] = [
                (key: "$class", value: first), (key: "$class", value: .uid(2)), (key: "$classname", value: "Node"),
            ]
            let bytes = try SmallArchive(.dictionary(PropertyListDictionary(fields)), Self.node).bytes()
            let salvaged = try KeyedArchive.salvage(bytes)
            expectRows {
                (salvaged.losses.map(\.uid), [1])
                (salvaged.losses.first?.reason, "its class is lost")
                salvaged.archive.problems().isEmpty
            }
        }
    }

    @Test func `what is lost is reported with its place and reason, and leads to nil`() throws {
        var bytes = try Self.sample()
        // The marker of the string "another", which becomes one that is not defined.
        let reader = try BinaryPropertyListReader(bytes)
        let index = try #require(
            reader.objectIndices.first { index in
                guard case .string(let text)? = try? reader.scalar(at: index) else { return false }
                return text == "another"
            })
        bytes[try reader.offset(of: index)] = 0x70
        let salvaged = try KeyedArchive.salvage(bytes)
        try expectRows {
            (salvaged.losses.map(\.uid), [4])
            (salvaged.losses.first?.byteOffset, nil)
            (salvaged.losses.first?.reason, "its bytes are damaged")
            (salvaged.intactCount, 7)
            (try salvaged.archive.entry(at: 4), .null)
            try (salvaged.archive.record(at: 3)?["name"], .uid(4))
            salvaged.archive.problems().isEmpty
        }
    }

    @Test func `an object without its class record is lost, and one without a field is not`() throws {
        let bytes = try Self.sample()
        let reader = try BinaryPropertyListReader(bytes)
        func damaging(_ text: String) throws -> SalvagedArchive {
            let index = try #require(
                reader.objectIndices.first { (try? reader.scalar(at: $0)) == .string(PropertyListString(text)) })
            var damaged = bytes
            damaged[try reader.offset(of: index)] = 0x70
            return try KeyedArchive.salvage(damaged)
        }
        let withoutClass = try damaging("Node")
        #expect(Set(withoutClass.losses.map(\.uid)).isSuperset(of: [1, 3]))
        #expect(withoutClass.losses.contains { $0.reason.contains("class") })
        let withoutKey = try damaging("n")
        try expectRows {
            withoutKey.losses.isEmpty
            (withoutKey.gaps.map(\.uid), [1, 3])
            (withoutKey.gaps.map(\.unnamedCount), [1, 1])
            try (withoutKey.archive.record(at: 1)?["next"], .uid(3))
        }
    }

    @Test func `an archive that is cut short after few objects is read with its own size of references`() throws {
        // Read with references of 8 bytes, the first object leads farther than all that is left.
        let list: PropertyList = [
            "$version": 100_000,
            "$objects": [
                "$null", ["NSRGB": .data(Array("0.2 0.2274509804 0.29803".utf8)), "$class": .uid(2)],
                .classRecord("NSColor", "NSObject"),
            ],
            "$archiver": "NSKeyedArchiver", "$top": ["root": .uid(1)],
        ]
        let bytes = try BinaryPropertyListWriter().write(list)
        let reader = try BinaryPropertyListReader(bytes)
        let name = try #require(
            reader.objectIndices.last { (try? reader.scalar(at: $0)) == .string("NSKeyedArchiver") })
        for end in try reader.offset(of: name)..<bytes.count {
            #expect(throws: Never.self, "\(end)") { try KeyedArchive.salvage(Array(bytes[..<end])) }
        }
    }

    @Test func `an entry whose reference in the list of entries is wrong comes back, and no other changes`() throws {
        let bytes = try Self.sample()
        let original = try KeyedArchive(bytes)
        // The list begins with the reference to $null, and has as many of one byte as there are entries.
        let list = try #require(bytes.indices.first { bytes[$0] == 0xA8 })
        for number in 1..<original.objectCount {
            for mask in TestScale.sample(1..<256, every: 5, of: "wrong references").map(UInt8.init) {
                var damaged = bytes
                damaged[list + 1 + number] ^= mask
                let salvaged = try KeyedArchive.salvage(damaged)
                for uid in (1..<original.objectCount).map({ UID(UInt64($0)) }) {
                    #expect(try original.entry(at: uid) == salvaged.archive.entry(at: uid), "\(number) ^ \(mask)")
                }
            }
        }
    }

    @Test func `XML in UTF-16 or UTF-32 that is cut in a character, or holds what is none, gives the rest`() throws {
        let archive = SmallArchive(
            ["name": .uid(2), "$class": .uid(3)], "Ada", .classRecord("Person", "NSObject"), "another")
        let xml = String(decoding: try KeyedArchive(archive.bytes()).bytes(format: .xml), as: UTF8.self)
            .replacing("UTF-8", with: "UTF-16")
        let whole: [UInt8] = [0xFE, 0xFF] + xml.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let name = try #require(xml.range(of: "Ada"))
        let place = xml[..<name.lowerBound].utf16.count
        var surrogate = whole
        (surrogate[2 + 2 * place], surrogate[3 + 2 * place]) = (0xD8, 0x00)
        let wide = xml.replacing("UTF-16", with: "UTF-32").unicodeScalars
        let wideBytes: [UInt8] =
            [0, 0, 0xFE, 0xFF]
            + wide.flatMap { scalar in stride(from: 24, through: 0, by: -8).map { UInt8(scalar.value >> $0 & 0xFF) } }
        var cut = Array(whole.dropLast(80))
        cut.removeLast()
        for (bytes, name) in [
            (whole + [0], "Ada"), (surrogate, "\u{FFFD}da"), (cut, "Ada"), (wideBytes + [0, 0], "Ada"),
        ] {
            #expect(throws: ArchiveError.self) { try KeyedArchive(bytes) }
            let salvaged = try KeyedArchive.salvage(bytes)
            #expect(salvaged.archive["root.name"].string == name)
            #expect(salvaged.losses.isEmpty)
        }
    }

    @Test func `XML that is cut short gives what is before the cut`() throws {
        let archive = try KeyedArchive(Self.sample())
        let xml = try archive.bytes(format: .xml)
        let end = try #require(String(decoding: xml, as: UTF8.self).range(of: "<string>another</string>"))
        let count = String(decoding: xml, as: UTF8.self)[..<end.lowerBound].utf8.count
        let salvaged = try KeyedArchive.salvage(Array(xml[..<(count + 10)]))
        try expectRows {
            (salvaged.damages.count, 2)
            try (salvaged.archive.entry(at: 2), .value("a name"))
            (salvaged.archive.objectCount, 4)
        }
        // The class records come later.
        #expect(salvaged.losses.map(\.uid) == [1, 3])
    }

    @Test(.rows)
    func `what isn't an archive at all, or has an empty list of entries, is refused`() throws {
        let withoutEntries = try BinaryPropertyListWriter().write(
            ["$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": ["root": .uid(1)], "$objects": []])
        forEachRow(
            [
                [], Array("bplist00".utf8), Array("hello".utf8), Array("<plist>".utf8), [0, 1, 2, 3], withoutEntries,
            ] as [[UInt8]]
        ) { (bytes: [UInt8]) throws in
            let error = #expect(throws: ArchiveError.self) { try KeyedArchive.salvage(bytes) }
            #expect(error?.code == .notAKeyedArchive)
        }
    }

    @Test func `hostile lists stop at the limits, deep ones need no stack, and the time grows with the size`() throws {
        let deep = try HostileArchive.chain(20_000, last: .null).bytes()
        try SmallStack.run(size: SmallStack.least) {
            #expect(throws: Never.self) { try KeyedArchive.salvage(Array(deep.dropLast(1_000)), limits: .unlimited) }
        }
        #expect(throws: ArchiveError.self) { try KeyedArchive.salvage(deep, limits: Limits(objects: 10)) }

        func salvage(_ count: Int) throws {
            let bytes = try HostileArchive.chain(count, last: .null).bytes()
            _ = try KeyedArchive.salvage(bytes, limits: .unlimited)
            _ = try KeyedArchive.salvage(Array(bytes.dropLast(bytes.count / 3)), limits: .unlimited)
        }
        let bound = 32.0
        let growth = try WorkTime.growth(from: { try salvage(250) }, to: { try salvage(2000) }, below: bound)
        #expect(growth < bound)
    }
}

/// What comes back of real archives, measured object by object.
@Suite(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
struct SalvageMeasurementTests {
    /// An archive with the bytes that each of its objects and its class record have.
    private struct Original {
        let bytes: [UInt8]
        let archive: KeyedArchive
        let reader: BinaryPropertyListReader
        let entries: [ObjectIndex]
        private let ends: [Int: Int]

        init?(_ bytes: [UInt8]) throws {
            guard bytes.starts(with: "bplist00".utf8) else { return nil }
            self.bytes = bytes
            archive = try KeyedArchive(bytes)
            reader = try BinaryPropertyListReader(bytes)
            let offsets = try reader.objectIndices.map { [reader] in try reader.offset(of: $0) }.sorted()
            ends = Dictionary(zip(offsets, offsets.dropFirst() + [reader.trailer.offsetTableStart])) { $1 }
            var entries: [ObjectIndex] = []
            if case .dictionary(let keys, let values) = try reader.object(at: reader.topObject) {
                for position in 0..<keys.count
                where try reader.scalar(at: reader.reference(position, of: keys)) == "$objects" {
                    guard case .array(let list) = try reader.object(at: reader.reference(position, of: values)) else {
                        continue
                    }
                    entries = try (0..<list.count).map { [reader] in try reader.reference($0, of: list) }
                }
            }
            self.entries = entries
        }

        /// The ranges of an object and all that it refers to, as far as arrays go.
        private func ranges(of index: ObjectIndex, _ depth: Int = 0) throws -> [Range<Int>] {
            let offset = try reader.offset(of: index)
            let own = [offset..<(ends[offset] ?? offset)]
            switch try reader.object(at: index) {
            case .dictionary(let keys, let values) where depth == 0:
                return try own
                    + (0..<keys.count).flatMap { try ranges(of: reader.reference($0, of: keys), 1) }
                    + (0..<keys.count).flatMap { try ranges(of: reader.reference($0, of: values), 1) }
            case .array(let list) where depth < 3:
                return try own + (0..<list.count).flatMap { try ranges(of: reader.reference($0, of: list), depth + 1) }
            default: return own
            }
        }

        /// The objects whose bytes, and whose class records' bytes, satisfy a condition.
        func intactObjects(where isIntact: (Range<Int>) -> Bool) throws -> [(UID, ArchivedRecord)] {
            var records: [UID: Bool] = [:]
            var objects: [(UID, ArchivedRecord)] = []
            for (number, entry) in entries.enumerated() {
                let uid = UID(UInt64(number))
                guard let record = try? archive.record(at: uid),
                    let classNumber = Int(exactly: record.classUID.rawValue),
                    entries.indices.contains(classNumber), try ranges(of: entry).allSatisfy(isIntact)
                else { continue }
                if records[record.classUID] == nil {
                    records[record.classUID] = try ranges(of: entries[classNumber]).allSatisfy(isIntact)
                }
                if records[record.classUID] == true { objects.append((uid, record)) }
            }
            return objects
        }
    }

    /// What is missing of what is expected.
    private struct MissingObjects {
        var inputs = 0
        var expected = 0
        var missing = 0
        var examples: [String] = []

        mutating func compare(
            _ original: Original, _ damaged: [UInt8], _ name: String, _ isIntact: (Range<Int>) -> Bool
        ) throws {
            inputs += 1
            let objects = try original.intactObjects(where: isIntact)
            guard !objects.isEmpty else { return }
            expected += objects.count
            guard let salvaged = try? KeyedArchive.salvage(damaged, limits: .unlimited).archive else {
                missing += objects.count
                examples.append("\(name): nothing")
                return
            }
            for (uid, record) in objects {
                guard let found = try? salvaged.record(at: uid), found == record,
                    let name = try? original.archive.archivedClass(at: record.classUID).name,
                    (try? salvaged.archivedClass(at: record.classUID))?.name == name
                else {
                    missing += 1
                    examples.append("\(name): \(uid)")
                    continue
                }
            }
        }
    }

    private func originals() throws -> [(String, Original)] {
        try Corpus.sample("archives").compactMap { row in
            let bytes = try row.bytes()
            guard bytes.count < 100_000, let original = try Original(bytes) else { return nil }
            return (row.file, original)
        }
    }

    @Test func `of truncated and damaged archives every object with sound bytes and class record comes back`() throws {
        let originals = try originals()
        var random = SplitMix64(seed: 1)
        var truncated = MissingObjects()
        for _ in 0..<TestScale.count(100, quick: 60) {
            let (name, original) = originals[random.below(originals.count)]
            let end = 9 + random.below(original.bytes.count - 9)
            try truncated.compare(original, Array(original.bytes[..<end]), "\(name) to \(end)") { $0.upperBound <= end }
        }
        print("truncations: \(truncated.inputs), objects: \(truncated.expected), missing: \(truncated.missing)")
        #expect(truncated.missing == 0, "\(truncated.examples.prefix(10))")

        random = SplitMix64(seed: 2)
        var damaged = MissingObjects()
        for _ in 0..<TestScale.count(100, quick: 60) {
            let (name, original) = originals[random.below(originals.count)]
            let position = random.below(original.bytes.count)
            var bytes = original.bytes
            bytes[position] ^= UInt8(1 + random.below(255))
            try damaged.compare(original, bytes, "\(name) at \(position)") { !$0.contains(position) }
        }
        print("damaged bytes: \(damaged.inputs), objects: \(damaged.expected), missing: \(damaged.missing)")
        #expect(damaged.missing == 0, "\(damaged.examples.prefix(10))")
    }
}
