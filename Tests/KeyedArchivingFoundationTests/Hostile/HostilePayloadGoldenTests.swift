import GoldenSupport
import Testing

/// What every call makes of the payloads that contradict their class, compared with what was recorded.
@Suite struct HostilePayloadGoldenTests {
    @Test func `what becomes of the payloads is as recorded`() async throws {
        let inputs = HostilePayload.all.map { GoldenInput($0.name, type: $0.type, bytes: $0.bytes) }
        let calls = GoldenCall.archives + GoldenCall.coding + GoldenCall.tool
        try await GoldenFamily("hostile-payloads", inputs, calls, stride: 4).expectNoDifferences()
    }
}
