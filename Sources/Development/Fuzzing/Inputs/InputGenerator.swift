import RandomNumbers

/// The inputs of a campaign, each by its number.
///
/// The same seeds, seed and number give the same input, so that a finding is repeated by its number.
package struct InputGenerator: Sendable {
    /// How an input is made.
    package enum Kind: String, Sendable, CaseIterable {
        /// A seed whose bytes were damaged.
        case bytes
        /// A sound property list with a hostile graph.
        case graph
        /// A sound property list with a hostile graph whose bytes were then damaged.
        case both
        /// A large input that is made to cost more than it weighs.
        case large
    }

    package let seeds: Seeds
    package let seed: UInt64
    private let catalog: ClassCatalog

    package init(_ seeds: Seeds, seed: UInt64) {
        self.seeds = seeds
        self.seed = seed
        catalog = ClassCatalog(seeds.tables)
    }

    /// Half the inputs are hostile graphs, a tenth of those damaged further; one in 20,000 is large.
    package static func kind(of number: Int) -> Kind {
        if number % 20_000 == 19_999 { return .large }
        switch number % 20 {
        case 0..<10: return .bytes
        case 19: return .both
        default: return .graph
        }
    }

    package func input(_ number: Int) -> [UInt8] {
        var random = SplitMix64(seed: seed &* 1_000_003 &+ UInt64(truncatingIfNeeded: number))
        _ = random.next()
        if !seeds.json.isEmpty {
            var mutator = JSONMutator(random)
            return mutator.mutant(of: seeds.json)
        }
        // Graphs are made of keyed archives.
        switch seeds.tables.isEmpty ? .bytes : Self.kind(of: number) {
        case .bytes:
            var mutator = ByteMutator(random)
            return mutator.mutant(of: seeds.files)
        case .graph:
            var mutator = GraphMutator(random, seeds.tables, catalog)
            return mutator.mutant()
        case .both:
            var graphs = GraphMutator(random, seeds.tables, catalog)
            let graph = graphs.mutant()
            var mutator = ByteMutator(random)
            return mutator.mutant(of: [graph])
        case .large: return LargeInputs.input(random)
        }
    }
}
