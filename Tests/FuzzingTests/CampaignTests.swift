import Foundation
import Fuzzing
import PropertyLists
import RandomNumbers
import TestSupport
import Testing

/// A small campaign of inputs made to do harm; `.ci/fuzz` runs a large one.
@Suite struct CampaignTests {
    static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures").path

    static let generator = Result { InputGenerator(try Seeds(folder: fixtures), seed: 20_010_101) }

    @Test(.rows)
    func `no input traps, hangs, or makes the library contradict itself`() {
        forEachRow(0..<8) { (part: Int) throws in
            let entryPoints = EntryPoints(scratchFile: scratchFile())
            let generator = try Self.generator.get()
            let clock = ContinuousClock()
            for number in TestScale.sample(part * 100..<(part + 1) * 100, every: 20, of: "inputs of a campaign") {
                let input = generator.input(number)
                let duration = clock.measure {
                    #expect(throws: Never.self, "input \(number) of \(generator.seed)") {
                        try entryPoints.exerciseAll(input)
                    }
                }
                #expect(duration < .seconds(20), "input \(number) of \(generator.seed)")
            }
        }
    }

    @Test(.rows)
    func `what a script of calls encodes comes back`() {
        forEachRow(0..<4) { (part: UInt64) throws in
            var random = SplitMix64(seed: part)
            for _ in 0..<TestScale.count(100, quick: 5) {
                let script = (0..<random.below(300)).map { _ in random.byte() }
                #expect(throws: Never.self, "the script \(script)") { try ScriptCalls.exerciseAll(script) }
            }
        }
    }

    @Test func `an input is made again by its number`() throws {
        let again = InputGenerator(try Seeds(folder: Self.fixtures), seed: 20_010_101)
        let generator = try Self.generator.get()
        for number in 0..<100 { #expect(generator.input(number) == again.input(number)) }
        let other = InputGenerator(generator.seeds, seed: 7)
        #expect((0..<100).count { generator.input($0) == other.input($0) } < 10)
    }

    @Test func `every file among the findings of the past is harmless`() throws {
        let folder = Self.fixtures + "/findings"
        let entryPoints = EntryPoints(scratchFile: scratchFile())
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
            let input = Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
            #expect(throws: Never.self, "\(name)") { try entryPoints.exerciseAll(input) }
            #expect(throws: Never.self, "\(name) as a script") { try ScriptCalls.exerciseAll(input) }
        }
    }

    private func scratchFile() -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent("campaign-\(UUID().uuidString)").path
    }
}
