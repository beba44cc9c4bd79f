import PropertyLists
import TestSupport
import Testing

/// What errors of binary property lists say to do is done, and then the list is read or written.
///
/// Where a file was damaged, its undamaged bytes are the other copy.
@Suite struct BinaryRemedyTests {
    private static let whole = HandmadeList([0xD1, 1, 2], [0x51, 0x61], [0x10, 7])

    private static func read(_ list: HandmadeList) throws -> PropertyList {
        try BinaryPropertyListReader(list.bytes).tree()
    }

    /// A row of bytes that are damaged.
    private static func damaged(
        _ name: String,
        says remedy: String,
        _ change: @escaping (inout HandmadeList) -> Void
    ) -> Cure {
        Cure(name, says: remedy) {
            let reader = try BinaryPropertyListReader(whole.spoiled(change).bytes)
            _ = try reader.tree()
            try reader.validate(strict: true)
        } cured: {
            try BinaryPropertyListReader(whole.bytes).validate(strict: true)
            return try read(whole) == ["a": 7]
        }
    }

    @Test func `another copy of a damaged file is read`() {
        expectCures {
            Self.damaged("a reference too far", says: "the file was damaged or made by a faulty writer") {
                $0.objects[0][2] = 9
            }
            Self.damaged("a list as a key", says: "the keys of property lists are strings") { $0.objects[1] = [0xA0] }
            Self.damaged("an undefined marker", says: "the offset table or the object is damaged; get a fresh copy") {
                $0.objects[2] = [0x70]
            }
            Self.damaged("an offset too far", says: "the offset table is damaged; get a fresh copy") {
                $0.claimedOffsets[1] = 200
            }
            Self.damaged("objects that overlap", says: "the offset table is damaged or was made by a faulty writer") {
                ($0.objects[1], $0.objects[2]) = ([], [0x52, 0x51, 0x61])
                $0.claimedOffsets[1] = UInt64($0.position(of: 2) + 1)
            }
            Self.damaged("no objects", says: "the file is damaged or cut short; get a fresh copy") {
                $0.claimedCount = 0
            }
            Cure("a file that is cut", says: "the file is damaged or cut short; get a fresh copy") {
                try BinaryPropertyListReader(Array(Self.whole.bytes.prefix(20)))
            } cured: {
                try Self.read(Self.whole) == ["a": 7]
            }
        }
    }

    @Test func `what errors of reading binary lists say cures them`() {
        let bytes = Self.whole.bytes
        expectCures {
            Cure("a list in itself", says: "in a keyed archive, cycles go through UIDs, never through containers") {
                try Self.read(HandmadeList([0xA1, 0]))
            } cured: {
                try Self.read(HandmadeList([0xA1, 1], [0x80, 0])) == [.uid(0)]
            }
            Cure("an object that isn't there", says: "the file was damaged or made by a faulty writer") {
                try BinaryPropertyListReader(bytes).object(at: 3)
            } cured: {
                try BinaryPropertyListReader(bytes).tree(at: 2) == 7
            }
            Cure("a range of one's own for data", says: "ask only for ranges that `object(at:)` of this reader gave") {
                try BinaryPropertyListReader(bytes).data(in: 0..<1_000)
            } cured: {
                let reader = try BinaryPropertyListReader(HandmadeList([0x42, 1, 2]).bytes)
                guard case .data(let range) = try reader.object(at: 0) else { return false }
                return try reader.data(in: range) == [1, 2]
            }
            Cure("a range of one's own for text", says: "ask only for ranges that `object(at:)` of this reader gave") {
                try BinaryPropertyListReader(bytes).asciiString(in: 0..<1_000)
            } cured: {
                let reader = try BinaryPropertyListReader(bytes)
                guard case .asciiString(let range) = try reader.object(at: 1) else { return false }
                return try reader.asciiString(in: range) == "a"
            }
            Cure("a position behind the last", says: "ask only for positions below the count, of a run") {
                let reader = try BinaryPropertyListReader(HandmadeList([0xA1, 1], [0x10, 7]).bytes)
                guard case .array(let elements) = try reader.object(at: 0) else { return }
                _ = try reader.reference(1, of: elements)
            } cured: {
                let reader = try BinaryPropertyListReader(HandmadeList([0xA1, 1], [0x10, 7]).bytes)
                guard case .array(let elements) = try reader.object(at: 0) else { return false }
                return try reader.reference(0, of: elements) == 1
            }
            Cure("one key twice", says: "remove one of the entries; readers disagree on which of them counts") {
                try BinaryPropertyListReader(HandmadeList([0xD2, 1, 1, 2, 2], [0x51, 0x61], [0x10, 7]).bytes)
                    .validate(strict: true)
            } cured: {
                try BinaryPropertyListReader(bytes).validate(strict: true)
                return true
            }
            Cure("a byte in the trailer", says: "read the file and write it again") {
                try BinaryPropertyListReader(Self.whole.spoiled { $0.unused[0] = 1 }.bytes).validate(strict: true)
            } cured: {
                let list = try Self.read(Self.whole.spoiled { $0.unused[0] = 1 })
                try BinaryPropertyListReader(BinaryPropertyListWriter().write(list)).validate(strict: true)
                return list == ["a": 7]
            }
            Cure("a byte between", says: "read the file and write it again") {
                try BinaryPropertyListReader(Self.whole.spoiled { $0.gapBeforeTable = [0] }.bytes)
                    .validate(strict: true)
            } cured: {
                let list = try Self.read(Self.whole.spoiled { $0.gapBeforeTable = [0] })
                try BinaryPropertyListReader(BinaryPropertyListWriter().write(list)).validate(strict: true)
                return list == ["a": 7]
            }
            Cure("two files in one", says: "split the file; each property list ends with its own trailer") {
                try BinaryPropertyListReader(bytes + bytes)
            } cured: {
                let both = bytes + bytes
                let halves = [both.prefix(both.count / 2), both.suffix(both.count / 2)]
                return try halves.allSatisfy { try BinaryPropertyListReader(Array($0)).tree() == ["a": 7] }
            }
            Cure("XML", says: "this is not a binary property list") {
                try BinaryPropertyListReader(Array("<plist><true/></plist>".utf8))
            } cured: {
                try readXML("<plist><true/></plist>") == true
            }
            Cure("another version", says: "only versions that begin with 0 are read; keyed archives") {
                try Self.read(Self.whole.spoiled { $0.header = Array("bplist15".utf8) })
            } cured: {
                try Self.read(Self.whole) == ["a": 7]
            }
            Cure("no property list at all", says: "a binary property list starts with \"bplist00\", an XML one") {
                try PropertyListFormat(detecting: [0, 1, 2])
            } cured: {
                try PropertyListFormat(detecting: bytes) == .binary && PropertyListFormat(detecting: [0x3C]) == .xml
            }
            Cure("nothing", says: "look for another copy, or check what was to write or read it") {
                try PropertyListFormat(detecting: [])
            } cured: {
                try PropertyListFormat(detecting: bytes) == .binary
            }
        }
    }

    @Test func `what errors of writing binary lists say cures them`() {
        expectCures {
            Cure("a key that is a list", says: "use strings as keys") {
                try BinaryPropertyListWriter().write([["a"]: 1])
            } cured: {
                try BinaryPropertyListReader(BinaryPropertyListWriter().write(["a": 1])).tree() == ["a": 1]
            }
            Cure("an entry of another table", says: "use only entries that adding to this table returned") {
                var other = BinaryObjectTable()
                var table = BinaryObjectTable()
                var entry = other.addString("a")
                for number in 0..<10 { entry = other.addString("\(number)") }
                _ = table.addString("a")
                return try table.write(top: entry)
            } cured: {
                var table = BinaryObjectTable()
                let entry = table.addString("a")
                return try BinaryPropertyListReader(table.write(top: entry)).tree() == "a"
            }
        }
    }

    /// Raises the limit that the remedy names to what the value needs.
    @Test func `raising the limit that is named cures`() throws {
        let value: PropertyList = [["abc", .data([1, 2, 3])], "d"]
        let bytes = try BinaryPropertyListWriter().write(value)
        func row(_ name: String, _ limit: WritableKeyPath<Limits, Int>, _ low: Int, _ high: Int) -> Cure {
            func read(_ bound: Int) throws -> PropertyList {
                var limits = Limits.untrusted
                limits.allowance = 0
                limits[keyPath: limit] = bound
                return try BinaryPropertyListReader(bytes, limits: limits).tree()
            }
            return Cure(name, says: "raise `Limits.\(name)` if you trust the input") {
                try read(low)
            } cured: {
                try read(high) == value
            }
        }
        expectCures {
            row("depth", \.depth, 1, 2)
            row("objects", \.objects, 4, 5)
            row("stringBytes", \.stringBytes, 2, 3)
            row("dataBytes", \.dataBytes, 2, 3)
        }
    }

    @Test func `paths that errors show are paths`() {
        expectCures {
            Cure("half a path", says: "write paths like root.items[2].name") {
                try ArchivePath("root[")
            } cured: {
                try ArchivePath("root.items[2].name").steps.count == 4
            }
            Cure("a name that needs quotes", says: "quote the name: ") {
                try ArchivePath("root.a/b[2]")
            } cured: {
                guard let text = Self.quotedPath({ try ArchivePath("root.a/b[2]") }) else { return false }
                return try ArchivePath(text).steps.count == 3 && ArchivePath(text).description == text
            }
        }
    }

    private static func isRemedy(_ text: String?, says remedy: String) -> Bool { text == remedy }

    /// The path that an error tells to write.
    private static func quotedPath(_ failing: () throws -> ArchivePath) -> String? {
        do {
            _ = try failing()
            return nil
        } catch {
            return remedyText(of: error).map { String($0.dropFirst("quote the name: ".count)) }
        }
    }

    @Test func `work that was canceled is done in another task`() async throws {
        let bytes = Self.whole.bytes
        let task = Task {
            withUnsafeCurrentTask { unsafe $0?.cancel() }
            do {
                return try BinaryPropertyListReader(bytes).tree() == ["a": 7] ? nil : "another list"
            } catch {
                return remedyText(of: error)
            }
        }
        #expect(Self.isRemedy(await task.value, says: "begin again in a task that has more time"))
        #expect(try await Task { try BinaryPropertyListReader(bytes).tree() }.value == ["a": 7])
    }
}
