import Testing

import PropertyLists

@Suite struct PropertyListErrorTests {
    @Test func `a description has the place, the reason and the remedy in one line`() {
        var error = PropertyListError(.truncated, "the input ends too early", at: 12, remedy: "get a fresh copy")
        #expect(error.description == "byte 12: the input ends too early; get a fresh copy")
        error.line = 3
        error.column = 7
        #expect(error.description == "line 3, column 7: the input ends too early; get a fresh copy")
        #expect(PropertyListError(.cycle, "it holds itself").description == "it holds itself")
    }

    @Test func `errors are equal when their codes are`() {
        #expect(PropertyListError(.cycle, "one", at: 1) == PropertyListError(.cycle, "another", at: 2))
        #expect(PropertyListError(.cycle, "one") != PropertyListError(.truncated, "one"))
        #expect(PropertyListError.Code.cycle.description == "cycle")
    }

    @Test(arguments: HostileInput.containerRows + HostileInput.offsetRows + HostileInput.scalarRows)
    func `each refusal tells where, in one printable line of bounded length`(input: HostileInput) {
        let bytes = input.bytes()
        do throws(PropertyListError) {
            let reader = try BinaryPropertyListReader(bytes, validation: .onAccess)
            _ = try reader.tree()
        } catch {
            let text = error.description
            #expect(error.byteOffset.map { (0...bytes.count).contains($0) } == true)
            #expect(text.hasPrefix("byte "))
            #expect(text.utf8.count < 300)
            #expect(text.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) })
        }
    }
}
