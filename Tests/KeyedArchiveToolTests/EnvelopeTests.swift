import Foundation
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// The envelope form of JSON: exactly what is stored, from which the same bytes are built.
@Suite struct EnvelopeTests {
    /// The JSON of a file in the envelope form.
    private static func envelope(of bytes: [UInt8]) throws -> ToolRun {
        try ToolRun("convert", "-", "-", "--format", "envelope", input: bytes)
    }

    /// What is built of JSON.
    private static func build(_ json: String, _ options: String...) throws -> ToolRun {
        try ToolRun(["convert", "-", "-"] + options, input: Array(json.utf8))
    }

    // MARK: - Back to the same bytes

    @Test(
        .enabled(if: Corpus.isPresent, "the folder of real archives is missing"),
        arguments: ["archives", "more", "found"])
    func `every archive that one of Apple's archivers wrote comes back as the same bytes`(part: String) throws {
        // Two have other line ends than they were written with; one was written by hand.
        let others = [
            "test_data_Email~667.bplist", "test_data_URLMessage~604.bplist", "BrokenData_missingRoot.xml.plist",
        ]
        var differing: [String] = []
        for row in try Corpus.sample(part, atMost: 60) {
            let bytes = try row.bytes()
            let json = try Self.envelope(of: bytes)
            let isSame = try ToolRun("convert", "-", "-", input: json.outputBytes).outputBytes == bytes
            // The note on standard error is there if it has to be.
            #expect(json.errors.isEmpty == isSame, "\(row.file)")
            if !isSame { differing.append(row.file) }
        }
        #expect(differing.filter { file in !others.contains { file.hasSuffix($0) } } == [])
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `a sequential archive comes back as the same bytes`() throws {
        var differing: [String] = []
        for row in try Corpus.sample("typedstream", atMost: 40) {
            let bytes = try row.bytes()
            let json = try ToolRun("objects", "--json", row.url.path)
            guard json.status == 0 else { continue }
            if try ToolRun("convert", "-", "-", input: json.outputBytes).outputBytes != bytes {
                differing.append(row.file)
            }
        }
        // Its line ends were changed, and what follows the archive is no part of it.
        #expect(differing.filter { !$0.contains("~") && !$0.contains("ExtraData") } == [])
    }

    @Test func `plain lists come back in their form, whatever stands for what in JSON`() throws {
        let values: [PropertyList] = [
            ["a": 1, "b": [.float(0.1), .double(.nan), .date(1.5), .data([1, 2, 3])]],
            [["$data": "x"], ["CF$UID": 1], ["$set": []], ["$objects": 1]],
            .dictionary(PropertyListDictionary([(key: "a", value: 1), (key: "a", value: 2)])),
            ["$envelope": 1, "$objects": []], ["$graph": 1.0, "$objects": []],
            .integer128(Integer128(3)), .string(PropertyListString(utf16: [0xD800])),
            .double(Double(bitPattern: 0xFFF8_0000_0000_0000)), .float(Float(bitPattern: 0x7FC0_0001)), .null,
            .orderedSet([1, .set([2])]), .unsignedInteger(.max), .integer(.min),
            ["reference": .uid(UID(.max))],
        ]
        for value in values {
            let bytes = try BinaryPropertyListWriter().write(value)
            let json = try Self.envelope(of: bytes)
            #expect(try ToolRun("convert", "-", "-", input: json.outputBytes).outputBytes == bytes, "\(json.output)")
        }
        let xml = try XMLPropertyListWriter(documentType: .appleComputer).write(["a": [1, true, "b"]])
        let json = try Self.envelope(of: xml)
        #expect(json.output.contains(#""$envelope": {"version": 1.0, "doctype": "Apple Computer"}"#))
        #expect(try ToolRun("convert", "-", "-", input: json.outputBytes).outputBytes == xml)
    }

    @Test func `text marked ASCII with other bytes comes back as it was`() throws {
        let latin: [UInt8] = [0x54, 0x63, 0x61, 0x66, 0xE9]
        let lists = [
            HandmadeList(latin), HandmadeList([0xA2, 1, 1], latin), HandmadeList([0xD1, 1, 2], latin, [0x51, 0x61]),
            HandmadeList([0xD1, 1, 2], [0x57] + Array("$latin1".utf8), [0x51, 0x61]),
        ]
        for list in lists {
            let json = try Self.envelope(of: list.bytes)
            #expect(
                try ToolRun("convert", "-", "-", input: json.outputBytes).outputBytes == list.bytes, "\(json.output)")
        }
        let archive = SmallArchive("caf\u{E9}").propertyList
        let bytes = try BinaryPropertyListWriter().write(archive)
        let marked = try BinaryPropertyListReader(HandmadeList(latin).bytes).tree()
        #expect(try BinaryPropertyListWriter().write(marked) != BinaryPropertyListWriter().write("caf\u{E9}"))
        #expect(try ToolRun("convert", "-", "-", input: Self.envelope(of: bytes).outputBytes).outputBytes == bytes)
        for text in ["cafe", "\u{100}"] {
            let run = try Self.build(
                #"{"$propertyList":"binary","$value":{"$latin1":"\#(text)"},"$envelope":{"version":1.0}}"#)
            #expect(run.errors.contains("$latin1 is a text of characters up to U+00FF"))
        }
    }

    @Test func `outer keys and damage come back as they were, whatever the envelope has the keys for`() throws {
        for key in ["$file", "$line", "$graph", "$propertyList", "$envelope", "$typedstream", "other"] {
            guard case .dictionary(let outer) = SmallArchive("text").propertyList else { continue }
            let list = PropertyList.dictionary(
                PropertyListDictionary(
                    outer.map { (key: $0.key, value: $0.value) } + [
                        (key: .string(PropertyListString(key)), value: "kept")
                    ]))
            let bytes = try BinaryPropertyListWriter().write(list)
            let json = try Self.envelope(of: bytes)
            let built = try ToolRun("convert", "-", "-", input: json.outputBytes)
            #expect(try PropertyListDocument(built.outputBytes).root == list, "\(key): \(built.errors)")
        }
        let damaged: PropertyList = [
            "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": ["root": .uid(9)],
            "$objects": ["$null", ["$class": .uid(1)], 7],
        ]
        let bytes = try BinaryPropertyListWriter().write(damaged)
        let json = try Self.envelope(of: bytes)
        #expect(try ToolRun("convert", "-", "-", input: json.outputBytes).outputBytes == bytes)
    }

    // MARK: - What is one object

    @Test func `which equal values and containers are one object is kept where the archiver would do otherwise`() throws
    {
        var containers = BinaryObjectTable()
        let list = containers.addArray([containers.addInteger(1)])
        let twice = try containers.archive(of: [containers.addString("$null"), containers.addArray([list, list])])
        let same = try Self.envelope(of: twice)
        #expect(same.output.contains(#""containers": [[4, 5]]"#))
        #expect(try ToolRun("convert", "-", "-", input: same.outputBytes).outputBytes == twice)

        var table = BinaryObjectTable()
        let name = table.addString("a text too long to be one object by the rule")
        let other = table.addString("a text too long to be one object by the rule")
        let (one, again) = (table.addInteger(1), table.addInteger(1))
        let bytes = try table.archive(of: [
            table.addString("$null"), table.addArray([name, name, other, one, again, one]),
        ])
        let json = try Self.envelope(of: bytes)
        // $version, 100000, $archiver, NSKeyedArchiver, $top, root, $objects, $null: 8 scalars come before.
        #expect(json.output.contains(#""sharing": [[8, 9], [11, 13]]"#))
        #expect(try ToolRun("convert", "-", "-", input: json.outputBytes).outputBytes == bytes)
        // Places that don't hold equal values anymore are apart.
        let edited = json.output.replacing("\"a text too long to be one object by the rule\", 1", with: "\"b\", 2")
        let built = try KeyedArchive(try Self.build(edited).outputBytes)
        #expect(built.objectCount == 2)
    }

    // MARK: - By hand

    @Test func `widths are those of the marks`() throws {
        let list =
            #"{"$propertyList": "binary", "$value": [{"$float":0.1}, {"$int128":3}], "$envelope": {"version": 1.0}}"#
        let bytes = try Self.build(list).outputBytes
        let hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        #expect(hex.contains("223dcccccd"))
        #expect(hex.contains("14" + String(repeating: "0", count: 31) + "3"))
    }

    @Test func `equal keys are both written, in their order`() throws {
        let json =
            #"{"$propertyList": "xml", "$value": {"$dictionary": [["a",1],["a",2]]}, "$envelope": {"version": 1.0}}"#
        let reader = try BinaryPropertyListReader(Self.build(json, "--format", "binary").outputBytes)
        guard case .dictionary(let entries) = try reader.tree() else {
            Issue.record("no dictionary")
            return
        }
        #expect(entries.map(\.key) == ["a", "a"])
        #expect(entries.map(\.value) == [1, 2])
    }

    @Test func `an envelope that can't be is refused with its place`() throws {
        let rows = [
            (#"{"version":1}"#, "it is 1, not 1.0"), (#"{"version":2.0}"#, "version 2.0 is a later one"),
            ("{}", "it has no version"), ("7", "it isn't an object"),
            (#"{"version":1.0,"format":"yaml"}"#, "no form of property lists"),
            (#"{"version":1.0,"orphans":1}"#, "it isn't a boolean"),
            (#"{"version":1.0,"sharing":[[-1]]}"#, "it is no list of places"),
            (#"{"version":1.0,"sharing":[[]]}"#, "it is no list of places"),
            (#"{"version":1.0,"size":1}"#, #"an envelope has no "size""#),
            (#"{"version":1.0,"doctype":"x"}"#, "it is no document type"),
        ]
        for (envelope, reason) in rows {
            let run = try Self.build(#"{"$objects": ["$null"],"# + "\n\"$envelope\": \(envelope)}")
            #expect(run.status == 1 && run.errors.contains(reason) && run.errors.contains("line 2"), "\(run.errors)")
        }
        let marks = [
            (#"{"$data":"?"}"#, "isn't base64"), (#"{"$date":"x"}"#, "$date is"), (#"{"CF$UID":-1}"#, "CF$UID is"),
            (#"{"$set":1}"#, "$set is a list"), (#"{"$dictionary":[[1]]}"#, "a list of pairs"),
            (#"{"$real":"x"}"#, "$real is a number"), (#"{"$dictionary":[[[],1]]}"#, "a dictionary key is a container"),
        ]
        for (mark, reason) in marks {
            let run = try Self.build(#"{"$objects": ["# + mark + #"], "$envelope": {"version": 1.0}}"#)
            #expect(run.status == 1 && run.errors.contains(reason), "\(run.errors)")
        }
    }
}
