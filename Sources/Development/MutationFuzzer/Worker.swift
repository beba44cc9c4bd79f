import Foundation
import Fuzzing

/// A process that does a part of a campaign.
struct Worker {
    private let options: Options
    private let generator: InputGenerator
    private let entryPoints: EntryPoints
    private let memory = ProcessMemory()
    private let progress: ProgressFile

    init(_ options: Options) throws {
        self.options = options
        let path = options.progressFile ?? ""
        let seeds = try Seeds(folder: options.folder, options.seeds)
        generator = InputGenerator(seeds, seed: options.seed)
        entryPoints = EntryPoints(scratchFile: path + ".input")
        progress = try ProgressFile(path, isNew: true)
    }

    /// The group of entry points that an input goes through: in one out of five, a change of the input costs a fifth of
    /// what it would cost in all.
    ///
    /// It is drawn apart from the input, so that no kind of input always meets the same group.
    private func group(for number: Int) -> EntryPoints.Group {
        let mixed = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
        return options.groups[Int(mixed &>> 33) % options.groups.count]
    }

    func run() throws {
        if options.boundsMemory { ProcessMemory.limit(toBytes: Bounds.processMemory) }
        var report = WorkerReport()
        let clock = ContinuousClock()
        let isMeasured = options.boundsMemory && memory.isMeasurable
        for number in options.first..<options.first + options.executions {
            report.number = number
            report.finding = 0
            progress.write(report)
            let input = generator.input(number)
            let group = group(for: number)
            var before = 0
            if isMeasured {
                memory.resetPeak()
                before = memory.read().now
            }
            // Whatever takes too long is ended by this signal.
            alarm(Bounds.seconds)
            let duration = try clock.measure {
                do throws(FuzzFailure) {
                    try entryPoints.exerciseGroup(group, input)
                } catch {
                    report.end(with: .contradiction, text: error.description)
                    progress.write(report)
                    throw error
                }
            }
            alarm(0)
            let taken = isMeasured ? max(0, memory.read().peak - before) : 0
            if taken > Bounds.memory(forInputOf: input.count) {
                report.end(with: .memory, text: "\(taken) bytes for an input of \(input.count)")
                progress.write(report)
                exit(3)
            }
            report.count(input.count, duration, taken, number)
            report.parts = ExecutionCounts.current
        }
        report.number = options.first + options.executions
        progress.write(report)
    }
}
