import PropertyLists
import SequentialArchives
import Testing

/// Each limit at one less than what an archive needs, and at exactly that.
@Suite struct LimitsTests {
    struct Probe {
        let name: String
        let limit: WritableKeyPath<Limits, Int>
        let need: Int
        let run: (Limits) throws -> Void
    }

    private static func decode(_ object: any SequentialCodingable, _ limits: Limits) throws {
        let bytes = try SequentialArchiver.archivedBytes(withRootObject: object, limits: .unlimited)
        _ = try SequentialUnarchiver(forReadingFrom: bytes, limits: limits).decodeObject()
    }

    /// URLs that are relative to one another; the innermost holds a text.
    private static func chain(_ count: Int) -> SequentialURL {
        (1..<count).reduce(SequentialURL("text")) { base, _ in SequentialURL("text", relativeTo: base) }
    }

    private static var probes: [Probe] {
        [
            // A string is an object of two classes, NSString and NSObject.
            Probe(name: "objects", limit: \.objects, need: 3) { try decode(SequentialString("text"), $0) },
            Probe(name: "classes", limit: \.classes, need: 2) { try decode(SequentialString("text"), $0) },
            Probe(name: "stringBytes", limit: \.stringBytes, need: 300) {
                try decode(SequentialString(String(repeating: "a", count: 300)), $0)
            },
            Probe(name: "dataBytes", limit: \.dataBytes, need: 300) {
                try decode(SequentialData(Array(repeating: 1, count: 300)), $0)
            },
            Probe(name: "depth", limit: \.depth, need: 6) { try decode(chain(5), $0) },
            Probe(name: "depth", limit: \.depth, need: 6) {
                _ = try SequentialArchiver.archivedBytes(withRootObject: chain(5), limits: $0)
            },
        ]
    }

    @Test func `what needs more than a limit is refused by the limit's name and value`() throws {
        for probe in Self.probes {
            var limits = Limits.unlimited
            limits[keyPath: probe.limit] = probe.need
            #expect(throws: Never.self, "\(probe.name)") { try probe.run(limits) }
            limits[keyPath: probe.limit] = probe.need - 1
            let error = #expect(throws: ArchiveError.self, "\(probe.name)") {
                try probe.run(limits)
            }
            let reason = "the limit `\(probe.name)` of \(probe.need - 1) is exceeded"
            #expect(error?.code == .limitExceeded)
            #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
            #expect(error?.remedy?.contains("`Limits.\(probe.name)`") == true, "\(error?.remedy ?? "")")
        }
    }
}
