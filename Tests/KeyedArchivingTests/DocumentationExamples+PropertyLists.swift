import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What examples print is not for the tests' output.
private func print(_ items: Any...) {}

/// The examples of the documentation comments of the module `PropertyLists`, which are run.
private struct PropertyListExamples {
    enum PlistDecoders {
        struct Settings: Codable {
            var volume: Double
            var recent: [String]
        }

        static func decode(_ bytes: [UInt8]) throws {
            let settings = try PlistDecoder().decode(Settings.self, from: bytes)
            _ = settings
        }
    }

    struct Settings: Codable {
        var volume: Double
    }

    func plistEncoder(_ settings: Settings) throws {
        var encoder = PlistEncoder()
        encoder.outputFormat = .xml
        let bytes = try encoder.encode(settings)
        _ = bytes
    }

    func plistEncoderInitializer(_ settings: Settings) throws {
        let bytes = try PlistEncoder(outputFormat: .xml).encode(settings)
        _ = bytes
    }

    func plistEncoderEncode() throws {
        let bytes: [UInt8] = try PlistEncoder().encode(["volume": 0.5])
        _ = bytes
    }

    func plistEncoderList(_ settings: Settings) throws {
        let list = try PlistEncoder().propertyList(encoding: settings)
        print(list["volume"]?.doubleValue ?? 0)
    }

    func plistDecoderInitializer(_ bytes: [UInt8]) throws {
        let settings = try PlistDecoder(limits: .untrusted).decode(Settings.self, from: bytes)
        _ = settings
    }

    func plistDecoderDecode(_ bytes: [UInt8]) throws {
        let names = try PlistDecoder().decode([String].self, from: bytes)
        _ = names
    }

    func plistDecoderFormat(_ bytes: [UInt8]) throws {
        var format = PropertyListFormat.binary
        let names = try PlistDecoder().decode([String].self, from: bytes, format: &format)
        _ = names
    }

    func plistDecoderList() throws {
        let names = try PlistDecoder().decode([String].self, from: ["Ada", "Alan"] as PropertyList)
        _ = names
    }

    func binaryPropertyListReaderInitializer(_ bytes: [UInt8]) throws {
        let reader = try BinaryPropertyListReader(bytes, limits: .untrusted)
        _ = reader
    }

    func tree(_ bytes: [UInt8]) throws {
        let settings = try BinaryPropertyListReader(bytes).tree()
        _ = settings
    }

    func tree2(_ reader: BinaryPropertyListReader) throws {
        let top = try reader.tree(at: reader.topObject)
        _ = top
    }

    func scalar(_ reader: BinaryPropertyListReader, _ index: ObjectIndex) throws {
        if case .string(let text)? = try reader.scalar(at: index) { print(text.repaired) }
    }

    func object(_ reader: BinaryPropertyListReader) throws {
        if case .array(let elements) = try reader.object(at: reader.topObject) { print(elements.count) }
    }

    func reference(_ reader: BinaryPropertyListReader) throws {
        if case .array(let elements) = try reader.object(at: reader.topObject), elements.count > 0 {
            print(try reader.object(at: reader.reference(0, of: elements)))
        }
    }

    func offset(_ reader: BinaryPropertyListReader) throws {
        print(try reader.offset(of: reader.topObject))
    }

    func data(_ reader: BinaryPropertyListReader, _ index: ObjectIndex) throws {
        if case .data(let range) = try reader.object(at: index) { print(try reader.data(in: range).count) }
    }

    func asciiString(_ reader: BinaryPropertyListReader, _ index: ObjectIndex) throws {
        if case .asciiString(let range) = try reader.object(at: index) { print(try reader.asciiString(in: range)) }
    }

    func utf(_ reader: BinaryPropertyListReader, _ index: ObjectIndex) throws {
        if case .utf16String(let range) = try reader.object(at: index) {
            print(try reader.utf16String(in: range).repaired)
        }
    }

    func problems(_ reader: BinaryPropertyListReader) {
        for problem in reader.problems(strict: true) { print(problem) }
    }

    func oddities(_ reader: BinaryPropertyListReader) {
        for oddity in reader.oddities() { print(oddity) }
    }

    func lists(_ bytes: [UInt8]) throws {
        for range in BinaryPropertyListReader.lists(in: bytes) {
            print(range, try BinaryPropertyListReader(Array(bytes[range])).objectCount)
        }
    }

    func readOdd(_ bytes: [UInt8]) throws {
        var oddities: [ArchiveError] = []
        let settings = try XMLPropertyListReader().read(bytes, oddities: &oddities)
        for oddity in oddities { print(oddity) }
        _ = settings
    }

    func readOdd2() throws {
        var oddities: [ArchiveError] = []
        let settings = try OpenStepPropertyListReader().read(Array("{ name = Ada; }".utf8), oddities: &oddities)
        for oddity in oddities { print(oddity) }
        _ = settings
    }

    func validate(_ bytes: [UInt8]) throws {
        try BinaryPropertyListReader(bytes).validate()
    }

    func write() throws {
        let bytes = try BinaryPropertyListWriter().write(["name": "Ada", "tags": ["a", "b"]])
        _ = bytes
    }

    func read(_ bytes: [UInt8]) throws {
        let settings = try XMLPropertyListReader(limits: .untrusted).read(bytes)
        _ = settings
    }

    func write2() throws {
        let xml = try XMLPropertyListWriter(sortsKeys: true).write(["name": "Ada", "tags": ["a", "b"]])
        _ = xml
    }

    func documentType(_ bytes: [UInt8]) throws {
        let type = XMLPropertyListReader.documentType(of: bytes)
        let xml = try XMLPropertyListWriter(documentType: type).write(["name": "Ada"])
        _ = xml
    }

    func read2() throws {
        let settings = try OpenStepPropertyListReader().read(Array("{ name = Ada; }".utf8))
        _ = settings
    }

    func write3() throws {
        let text = try OpenStepPropertyListWriter().write(["name": "Ada"])
        _ = text
    }

    func propertyListFormatInitializer(_ bytes: [UInt8]) throws {
        if try PropertyListFormat(detecting: bytes) == .xml { print("XML") }
    }

    func binaryObjectTable() throws {
        var table = BinaryObjectTable()
        let name = table.addString("Ada")
        let list = table.addArray([name, name])
        let bytes = try table.write(top: list)
        _ = bytes
    }

    func addDictionary(_ table: inout BinaryObjectTable) {
        let (key, value) = (table.addString("age"), table.addInteger(36))
        let person = table.addDictionary(keys: [key], values: [value])
        _ = person
    }

    func position(_ fields: PropertyListDictionary) {
        if let position = fields.position(of: "name") { print(fields.values[position]) }
    }

    func isIdentical(_ key: PropertyListString) {
        let isName = key.isIdentical(to: "name")
        _ = isName
    }

    func propertyListArray() {
        var tags: PropertyListArray = ["a", "b"]
        tags.append(3)
    }

    func propertyListDictionary() {
        let fields: PropertyListDictionary = ["name": "Ada", "age": 36]
        print(fields["name"]?.stringValue ?? "", fields.keys.count)
    }

    func uidStructure() {
        let list: PropertyList = ["root": .uid(1), "parent": .uid(.null)]
        _ = list
    }

    func limits(_ bytes: [UInt8]) throws {
        var limits = Limits.untrusted
        limits.depth = 100
        let list = try BinaryPropertyListReader(bytes, limits: limits).tree()
        _ = (limits, list)
    }

    func propertyList() {
        let list: PropertyList = ["name": "Ada", "scores": [1, 2.5], "isDraft": false]
        if case .dictionary(let fields) = list, case .string(let name)? = fields["name"] { print(name.repaired) }
        _ = list
    }

    func propertyListSubscript() {
        let list: PropertyList = ["name": "Ada", "scores": [1, 2.5]]
        print(list["name"]?.stringValue ?? "", list["scores"]?[1]?.doubleValue ?? 0)
    }

    func binaryPropertyListReader(_ bytes: [UInt8]) throws {
        let tree = try BinaryPropertyListReader(bytes).tree()
        _ = tree
    }

    func binaryPropertyListWriter() throws {
        let bytes = try BinaryPropertyListWriter().write(["name": "Ada"])
        _ = bytes
    }

    func xMLPropertyListReader(_ bytes: [UInt8]) throws {
        let tree = try XMLPropertyListReader().read(bytes)
        _ = tree
    }

    func xMLPropertyListWriter() throws {
        let bytes = try XMLPropertyListWriter().write(["name": "Ada"])
        _ = bytes
    }

    func openStep() throws {
        let settings = try OpenStepPropertyListReader().read(Array("{ name = Ada; tags = (a, \"b c\"); }".utf8))
        let text = try OpenStepPropertyListWriter(dialect: .gnuStep).write(["name": "Ada", "age": 36])
        _ = (settings, text)
    }

    func objects(_ bytes: [UInt8]) throws {
        let reader = try BinaryPropertyListReader(bytes)
        for index in reader.objectIndices {
            print(index, try reader.object(at: index))
        }
    }
}

@Suite struct PropertyListExampleTests {
    @Test func `the examples of property lists run`() throws {
        let examples = PropertyListExamples()
        let settings = PropertyListExamples.Settings(volume: 0.5)
        let names = try BinaryPropertyListWriter().write(["Ada", "Zoë", .data([1])])
        let plain = try BinaryPropertyListWriter().write(["Ada"])
        let volume = try BinaryPropertyListWriter().write(["volume": 0.5, "recent": ["a"]])
        let xml = try XMLPropertyListWriter().write(["name": "Ada"])
        let reader = try BinaryPropertyListReader(names)
        var table = BinaryObjectTable()
        var runs = ExampleRuns()
        runs.run { try PropertyListExamples.PlistDecoders.decode(volume) }
        runs.run { try examples.plistEncoder(settings) }
        runs.run { try examples.plistEncoderInitializer(settings) }
        runs.run { try examples.plistEncoderEncode() }
        runs.run { try examples.plistEncoderList(settings) }
        runs.run { try examples.plistDecoderInitializer(volume) }
        runs.run { try examples.plistDecoderDecode(plain) }
        runs.run { try examples.plistDecoderFormat(plain) }
        runs.run { try examples.plistDecoderList() }
        runs.run { try examples.binaryPropertyListReaderInitializer(names) }
        runs.run { try examples.tree(names) }
        runs.run { try examples.validate(names) }
        runs.run { try examples.limits(names) }
        runs.run { try examples.binaryPropertyListReader(names) }
        runs.run { try examples.objects(names) }
        runs.run { try examples.propertyListFormatInitializer(names) }
        runs.run { try examples.read(xml) }
        runs.run { try examples.documentType(xml) }
        runs.run { try examples.xMLPropertyListReader(xml) }
        runs.run { try examples.tree2(reader) }
        runs.run { try examples.object(reader) }
        runs.run { try examples.reference(reader) }
        runs.run { try examples.offset(reader) }
        for index in reader.objectIndices {
            runs.run { try examples.scalar(reader, index) }
            runs.run { try examples.data(reader, index) }
            runs.run { try examples.asciiString(reader, index) }
            runs.run { try examples.utf(reader, index) }
        }
        examples.problems(reader)
        examples.oddities(reader)
        runs.run { try examples.lists(names) }
        runs.run { try examples.readOdd(xml) }
        runs.run { try examples.readOdd2() }
        runs.run { try examples.write() }
        runs.run { try examples.write2() }
        runs.run { try examples.read2() }
        runs.run { try examples.write3() }
        runs.run { try examples.binaryObjectTable() }
        runs.run { try examples.binaryPropertyListWriter() }
        runs.run { try examples.xMLPropertyListWriter() }
        runs.run { try examples.openStep() }
        examples.addDictionary(&table)
        examples.position(["name": "Ada"])
        examples.isIdentical("name")
        examples.propertyListArray()
        examples.propertyListDictionary()
        examples.uidStructure()
        examples.propertyList()
        examples.propertyListSubscript()
        try runs.expectAll(of: #filePath)
    }
}
