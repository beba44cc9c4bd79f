import PropertyLists
import TestSupport
import Testing

@Suite struct ArchiveErrorTests {
    @Test func `an error is one reference`() {
        #expect(MemoryLayout<ArchiveError>.size == MemoryLayout<Int>.size)
        #expect(MemoryLayout<ArchiveError.Code>.size == 1)
    }

    @Test func `a description has the places, each once, the reason and the remedy in one line`() {
        var error = ArchiveError(.truncated, "the input ends too early", at: 12, remedy: "get a fresh copy")
        #expect(error.description == "byte 12: the input ends too early; get a fresh copy")
        error.line = 3
        error.column = 7
        #expect(error.description == "line 3, column 7: the input ends too early; get a fresh copy")
        error.uid = 5
        error.key = "name"
        error.path = ArchivePath([.key("root"), .index(2)])
        let places = "root[2], key \"name\", object #5, line 3, column 7"
        #expect(error.description == "\(places): the input ends too early; get a fresh copy")
        #expect(ArchiveError(.cycle, "it holds itself").description == "it holds itself")
        // A key at the end of the path.
        let large = ArchiveError(.range, "it is large", path: ArchivePath([.key("root"), .key("age")]), key: "age")
        #expect(large.description == "root.age: it is large")
    }

    @Test func `errors are equal when their codes are, each of which has its own name`() {
        let names = ArchiveError.Code.all.map(\.name)
        expectRows {
            (ArchiveError(.cycle, "one", at: 1), ArchiveError(.cycle, "another", at: 2))
            ArchiveError(.cycle, "one") != ArchiveError(.truncated, "one")
            (ArchiveError.Code.cycle.description, "cycle")
            (Set(names).count, names.count)
            names.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x41...0x7A).contains($0) } }
        }
    }

    @Test func `changing an error leaves its copies as they are`() {
        let original = ArchiveError(.cycle, "one", key: "key", className: "Class", at: 1, remedy: "remedy")
        var copy = original
        #expect(copy.isIdentical(to: original))
        copy.code = .range
        copy.reason = "another"
        copy.remedy = nil
        copy.byteOffset = nil
        copy.key = nil
        copy.className = nil
        expectRows {
            !copy.isIdentical(to: original)
            (copy.code, .range)
            (copy.description, "another")
            (copy.className, nil)
            (original.code, .cycle)
            (original.className, "Class")
            (original.description, "key \"key\", byte 1: one; remedy")
        }
    }

    @Test(.rows)
    func `each refusal tells where, in one printable line of bounded length`() {
        forEachRow(HostileInput.containerRows + HostileInput.offsetRows + HostileInput.scalarRows) {
            (input: HostileInput) throws in
            let bytes = input.bytes()
            do throws(ArchiveError) {
                let reader = try BinaryPropertyListReader(bytes, validation: .onAccess)
                _ = try reader.tree()
            } catch {
                let text = error.description
                expectRows {
                    (error.byteOffset.map { (0...bytes.count).contains($0) }, true)
                    expecting(text, hasPrefix: "byte ")
                    text.utf8.count < 300
                    text.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) }
                }
            }
        }
    }
}
