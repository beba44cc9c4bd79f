import GoldenSupport
import Testing

/// What every call makes of the hostile property lists, compared with what was recorded.
@Suite struct HostileListGoldenTests {
    @Test func `what becomes of the hostile binary lists is as recorded`() async throws {
        let small = HostileInput.containerRows + HostileInput.offsetRows + HostileInput.scalarRows
        let inputs =
            (small + HostileInput.stringRows).map { row in GoldenInput(row.testDescription) { row.bytes() } }
            + HostileInput.graphRows.map { row in GoldenInput(row.testDescription, isLarge: true) { row.bytes() } }
        let calls = GoldenCall.lists + GoldenCall.archives.prefix(1) + GoldenCall.refusals
        try await GoldenFamily("hostile-binary", inputs, calls).expectNoDifferences()
    }

    @Test func `what becomes of the hostile XML is as recorded`() async throws {
        let inputs = XMLHostileInputTests.all.map { row in
            GoldenInput(row.name, isLarge: row.bytes.count > 8_192) { row.bytes }
        }
        let calls = GoldenCall.lists + GoldenCall.archives.prefix(1) + GoldenCall.refusals
        try await GoldenFamily("hostile-xml", inputs, calls).expectNoDifferences()
    }
}
