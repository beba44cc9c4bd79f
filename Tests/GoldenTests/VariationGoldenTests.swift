import GoldenSupport
import Testing

/// What reading makes of small changes of seeds, and of values of every size.
@Suite struct BinaryVariationGoldenTests {
    @Test func `what becomes of every small change of a binary list is as recorded`() async throws {
        try await expect("varied-binary", [GoldenInput.binarySeed()], GoldenCall.binaryVariations)
    }

    @Test func `what becomes of every small change of an archive is as recorded`() async throws {
        try await expect("varied-archive", [GoldenInput.archiveSeed()], GoldenCall.archiveVariations)
    }
}

@Suite struct TextVariationGoldenTests {
    @Test func `what becomes of every small change of an XML list is as recorded`() async throws {
        try await expect("varied-xml", [GoldenInput.xmlSeed], GoldenCall.xmlVariations)
    }

    @Test func `what becomes of every small change of an OpenStep list is as recorded`() async throws {
        try await expect("varied-openStep", [GoldenInput.openStepSeed], GoldenCall.openStepVariations)
    }

    @Test func `what becomes of every small change of paths and types is as recorded`() async throws {
        try await expect("varied-paths", GoldenInput.pathSeeds, GoldenCall.pathVariations)
        try await expect("varied-types", GoldenInput.typeSeeds, GoldenCall.typeVariations)
    }
}

@Suite struct SequentialVariationGoldenTests {
    @Test func `what becomes of every small change of a sequential archive is as recorded`() async throws {
        let seeds = [GoldenInput.sequentialSeed, try GoldenInput.sequentialObjectsSeed()]
        try await expect("varied-sequential", seeds, GoldenCall.sequentialVariations)
    }
}

@Suite struct SizeGoldenTests {
    @Test func `what becomes of values of every size is as recorded`() async throws {
        let calls = GoldenCall.lists + GoldenCall.archives + GoldenCall.coding + GoldenCall.looks
        try await GoldenFamily("sizes", GoldenInput.sizedValues(), calls, stride: 16).expectNoDifferences()
    }

    @Test func `what becomes of larger values is as recorded`() async throws {
        let calls = GoldenCall.lists + GoldenCall.archives + GoldenCall.coding.prefix(1)
        try await GoldenFamily("large-sizes", GoldenInput.largeValues(), Array(calls), stride: 16)
            .expectNoDifferences()
    }
}

@Suite struct SequentialGoldenTests {
    @Test func `what becomes of sequential archives of each class is as recorded`() async throws {
        try await GoldenFamily("sequential", GoldenInput.sequentialValues(), GoldenCall.sequentialArchives)
            .expectNoDifferences()
    }
}

/// Each seed in parts, so that a difference says where it is.
private func expect(_ name: String, _ seeds: [[UInt8]], _ calls: [GoldenCall]) async throws {
    let inputs = seeds.enumerated().flatMap { GoldenInput.parts(of: "seed \($0)", $1) }
    try await GoldenFamily(name, inputs, calls, stride: 12).expectNoDifferences()
}
