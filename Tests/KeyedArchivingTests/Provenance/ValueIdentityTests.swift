import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What was decoded with the identity of its values is encoded with the entries that it had.
@Suite struct ValueIdentityTests {
    private final class Redactor: KeyedArchiverDelegate {
        var encoded: [String] = []
        func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) throws -> (any Codingable)? {
            object as? String == "secret" ? "redacted" : object
        }
        func archiver(_ archiver: KeyedArchiver, didEncode object: any Codingable) { encoded.append("\(object)") }
    }

    @Test func `a delegate is asked about values with an identity as about others`() throws {
        let (archiver, redactor) = (KeyedArchiver(), Redactor())
        archiver.delegate = redactor
        let values: [any Codingable] = ["secret", "known", Int64(5), 1.5, true]
        for (position, value) in values.enumerated() {
            try archiver.encode(IdentifiedValue(value), forKey: "\(position)")
        }
        let archive = try KeyedArchive(archiver.encodedBytes)
        #expect(archive["0"].string == "redacted")
        #expect(redactor.encoded == ["redacted", "known", "5", "1.5", "true"])
    }

    /// An archive that is put together entry by entry.
    private struct HandmadeArchive: ~Copyable {
        typealias Entry = BinaryObjectTable.Entry

        var table = BinaryObjectTable()
        var objects: [Entry] = []

        init() {
            objects.append(table.addString("$null"))
        }

        /// A dictionary of values, each under a key with an entry of its own.
        mutating func add(_ fields: KeyValuePairs<String, Entry>) -> Entry {
            table.addDictionary(keys: fields.map { table.addString($0.key) }, values: fields.map(\.value))
        }

        /// A reference to the object that is added.
        mutating func addObject(_ entry: Entry) -> Entry {
            objects.append(entry)
            return table.uid(UID(UInt64(objects.count - 1)))
        }

        mutating func addClass(_ name: String) -> Entry {
            let record = add(["$classname": table.addString(name), "$classes": table.addArray([table.addString(name)])])
            return addObject(record)
        }

        consuming func bytes(
            top: KeyValuePairs<String, Entry>,
            outerKeys: [String] = ["$version", "$archiver", "$top", "$objects"]
        ) throws -> [UInt8] {
            let parts = [
                "$version": table.addInteger(100_000), "$archiver": table.addString("NSKeyedArchiver"),
                "$top": add(top), "$objects": table.addArray(objects),
            ]
            let keys = outerKeys.map { table.addString($0) }
            let outer = table.addDictionary(keys: keys, values: outerKeys.compactMap { parts[$0] })
            return try table.write(top: outer, options: BinaryWritingOptions())
        }
    }

    /// The fields of the top level, decoded with the identity of their values where no class is known.
    private func fields(_ bytes: [UInt8]) throws -> [ArchivedObject.Field] {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: ClassRegistry())
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        unarchiver.preservesValueIdentity = true
        return try unarchiver.decodeTopLevelFields()
    }

    private func encoded(_ fields: [ArchivedObject.Field], as bytes: [UInt8]) throws -> [UInt8] {
        let archiver = KeyedArchiver(layout: try KeyedArchive(bytes).layout)
        try archiver.encodeTopLevelFields(fields)
        return try archiver.encodedBytes
    }

    @Test("equal keys, names, numbers and strings stay as many entries as they were, and objects keep their numbers")
    func entriesOfEqualValues() throws {
        var values = HandmadeArchive()
        let (first, second) = (values.addClass("A"), values.addClass("A"))
        let number = values.table.addInteger(7)
        let text = values.table.addString("text")
        let texts = [
            values.addObject(text), values.addObject(values.table.addString("text")), values.addObject(text),
        ]
        let one = values.add(["key": number, "text": texts[0], "list": values.table.addArray(texts), "$class": first])
        let another = values.add(["key": values.table.addInteger(7), "real": number, "$class": second])
        let references = [values.addObject(one), values.addObject(another)]
        let equal = try values.bytes(top: ["key": references[0], "other": references[1], "number": number])
        #expect(try encoded(fields(equal), as: equal) == equal)
        // Whatever order they were numbered in.
        var archive = HandmadeArchive()
        let leaf = archive.addObject(archive.table.addString("a leaf that is numbered first"))
        let class1 = archive.addClass("A")
        let inner = archive.addObject(archive.add(["$class": class1, "leaf": leaf]))
        let root = archive.addObject(archive.add(["z": inner, "$class": class1, "a": leaf]))
        let bytes = try archive.bytes(top: ["root": root])
        #expect(try encoded(fields(bytes), as: bytes) == bytes)
    }

    @Test("an object that nothing refers to stays as long as nothing changes")
    func unreferredObject() throws {
        var archive = HandmadeArchive()
        let class1 = archive.addClass("A")
        _ = archive.addObject(archive.add(["$class": class1, "number": archive.table.addInteger(1)]))
        let root = archive.addObject(archive.add(["$class": class1]))
        let bytes = try archive.bytes(top: ["root": root])
        #expect(try encoded(fields(bytes), as: bytes) == bytes)

        let changed = try fields(bytes)
        let object = try #require(changed.first?.object)
        object["new"] = .object(ArchivedObject(ArchivedClass(name: "B")))
        let smaller = try KeyedArchive(encoded(changed, as: bytes))
        #expect(smaller.objectCount == 5)
    }

    @Test func `a reference of a class record just past the last object leads nowhere`() throws {
        var archive = HandmadeArchive()
        let name = archive.table.addString("A")
        let record = archive.add([
            "$classname": name, "$classes": archive.table.addArray([name]), "extra": archive.table.uid(UID(3)),
        ])
        let class1 = archive.addObject(record)
        let root = archive.addObject(archive.add(["$class": class1, "number": archive.table.addInteger(1)]))
        let bytes = try archive.bytes(top: ["root": root])
        #expect(try KeyedArchive(encoded(fields(bytes), as: bytes)).objectCount == 3)
    }

    @Test("outer keys in an order of their own, and the old document type of XML, stay")
    func envelopes() throws {
        var archive = HandmadeArchive()
        let root = archive.addObject(archive.table.addString("root"))
        let bytes = try archive.bytes(
            top: ["root": root], outerKeys: ["$archiver", "$version", "$objects", "$top"])
        #expect(try encoded(fields(bytes), as: bytes) == bytes)

        let tree = try BinaryPropertyListReader(bytes).tree()
        let xml = try XMLPropertyListWriter(documentType: .appleComputer).write(tree)
        let archiver = KeyedArchiver(layout: try KeyedArchive(xml).layout)
        archiver.outputFormat = .xml
        try archiver.encodeTopLevelFields(fields(xml))
        #expect(try archiver.encodedBytes == xml)
    }

    @Test("what is changed is written as it is now, and the rest as it was")
    func changes() throws {
        var archive = HandmadeArchive()
        let class1 = archive.addClass("A")
        let text = archive.addObject(archive.table.addString("one string for two objects"))
        let one = archive.addObject(archive.add(["$class": class1, "text": text]))
        let other = archive.addObject(archive.add(["text": text, "$class": class1]))
        let bytes = try archive.bytes(top: ["one": one, "other": other])

        let fields = try fields(bytes)
        let object = try #require(fields.first { $0.key == "one" }?.object)
        object["text"] = .object("another")
        object["number"] = .inline(1)
        let changed = try KeyedArchive(encoded(fields, as: bytes))
        #expect(try changed.entry(at: UID(2)) == .value("one string for two objects"))
        #expect(try changed.entry(at: UID(4)) == .value("another"))
        let top = try changed.topLevel()
        expectRows {
            (top.first { $0.key == "one" }?.value, .uid(UID(3)))
            (top.first { $0.key == "other" }?.value, .uid(UID(5)))
            (changed.objectCount, 6)
        }
    }

    @Test("an object that another archive was decoded from is an object like any")
    func severalArchives() throws {
        func object(_ name: String) throws -> ArchivedObject {
            let object = ArchivedObject(ArchivedClass(name: name), fields: [.init("name", .object(name))])
            return try #require(try fields(KeyedArchiver.archivedBytes(withRootObject: object)).first?.object)
        }
        let archiver = KeyedArchiver()
        try archiver.encode(ArchivedArray([try object("A"), try object("B"), try object("A")]), forKey: "root")
        let plain = KeyedArchiver()
        func copy(_ name: String) -> ArchivedObject {
            ArchivedObject(ArchivedClass(name: name), fields: [.init("name", .object(IdentifiedValue(name)))])
        }
        try plain.encode(ArchivedArray([copy("A"), copy("B"), copy("A")]), forKey: "root")
        let comparison = try ArchiveComparison(
            KeyedArchive(archiver.encodedBytes), KeyedArchive(plain.encodedBytes), by: .fields)
        #expect(comparison.difference == nil)
    }

    @Test("a layout of another generation is followed, not the archive")
    func otherLayout() throws {
        let object = ArchivedObject(ArchivedClass(name: "A"), fields: [.init("name", .object("text"))])
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: object)
        let archiver = KeyedArchiver(layout: .macOSX10_4)
        try archiver.encodeTopLevelFields(fields(bytes))
        #expect(try archiver.encodedBytes == KeyedArchiver.archivedBytes(withRootObject: object, layout: .macOSX10_4))
    }

    // MARK: Entries that stand for nothing

    /// What is decoded with the identity of its values and encoded again, where classes are known.
    private static func recoded(_ bytes: [UInt8]) throws -> [UInt8] {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        unarchiver.preservesValueIdentity = true
        let fields = try unarchiver.decodeTopLevelFields()
        let archiver = KeyedArchiver(layout: try KeyedArchive(bytes).layout)
        try archiver.encodeTopLevelFields(fields)
        return try archiver.encodedBytes
    }

    @Test func `a reference to another entry that is $null comes back as that`() throws {
        let bytes = try SmallArchive(
            .record(["a": .uid(3), "b": .uid(0), "c": .uid(4), "$class": .uid(2)]), .classRecord("Thing", "NSObject"),
            "$null", "text"
        ).bytes()
        let archive = try KeyedArchive(Self.recoded(bytes))
        try expectRows {
            try (archive.rootRecord()["a"], .uid(3))
            try (archive.rootRecord()["b"], .uid(0))
            try (archive.entry(at: 4), .value("text"))
        }
    }

    @Test func `lists that became longer and shorter keep what was in their places`() throws {
        let bytes = try KeyedArchiver.archivedBytes(
            withRootObject: ArchivedArray([ArchivedArray(["a", "b", "c"]), ArchivedArray(["d"]), "e"]))
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: .standard)
        try unarchiver.disableSecureCoding()
        unarchiver.preservesValueIdentity = true
        let fields = try unarchiver.decodeTopLevelFields()
        guard case .object(let object)? = fields.first?.value, let root = object as? ArchivedArray,
            let longer = root.elements[1] as? ArchivedArray, let shorter = root.elements[0] as? ArchivedArray
        else {
            Issue.record("\(fields)")
            return
        }
        longer.elements += ["f", "g"]
        shorter.elements.removeLast(2)
        let archiver = KeyedArchiver(layout: try KeyedArchive(bytes).layout)
        try archiver.encodeTopLevelFields(fields)
        let decoded = try KeyedUnarchiver.unarchivedObject(
            of: ArchivedArray.self, from: archiver.encodedBytes, registry: .standard)
        let lists = decoded?.elements.map { ($0 as? ArchivedArray)?.elements.map { "\($0)" } ?? ["\($0)"] }
        #expect(lists == [["a"], ["d", "f", "g"], ["e"]])
    }
}

extension ArchivedObject.Field {
    /// The object that the field refers to, if it is one of an unknown class.
    fileprivate var object: ArchivedObject? {
        if case .object(let object) = value { object as? ArchivedObject } else { nil }
    }
}
