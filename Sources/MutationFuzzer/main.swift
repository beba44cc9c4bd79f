import Foundation

// Runs seeded mutants of archives through every entry point of the library. The same arguments make the same mutants, so
// an input that ends the process is found again by its number.
//
//     swift run -c release MutationFuzzer [--executions N] [--first N] [--seed N] [--folder DIR] [--save FILE]

var executions = 100_000
var first = 0
var seed: UInt64 = 1
var folder: String?
var saveFile: String?

var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    guard let value = arguments.popFirst() else { break }
    switch argument {
    case "--executions": executions = Int(value) ?? executions
    case "--first": first = Int(value) ?? first
    case "--seed": seed = UInt64(value) ?? seed
    case "--folder": folder = value
    case "--save": saveFile = value
    default: break
    }
}

let seeds = try Seeds.load(folder: folder)
let clock = ContinuousClock()
var slowest = Duration.zero
let began = clock.now
print("\(seeds.count) seeds, seed \(seed), executions \(first) to \(first + executions - 1)")
for number in first..<first + executions {
    // Each execution has a generator of its own, so that one can be run alone.
    var mutator = Mutator(seed: seed &* 1_000_003 &+ UInt64(number))
    let input = mutator.mutant(of: seeds)
    if let saveFile { try Data(input).write(to: URL(fileURLWithPath: saveFile)) }
    let duration = clock.measure { EntryPoints.tryAll(input) }
    slowest = max(slowest, duration)
    if duration > .seconds(10) {
        print("execution \(number) took \(duration); run it alone with --first \(number) --executions 1 --save FILE")
        exit(1)
    }
    if (number - first) % 20_000 == 19_999 { print("\(number + 1 - first) executions") }
}
print("\(executions) executions in \(clock.now - began), the slowest \(slowest); no trap, no hang")
