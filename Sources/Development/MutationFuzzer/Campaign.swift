import Foundation
import Fuzzing

/// The process that the user starts: it distributes the work and reports the results.
final class Campaign {
    private let options: Options
    private let folder: URL
    private let lock = NSLock()
    private var next: Int
    private var total = WorkerReport()
    private var findingCount = 0

    init(_ options: Options) throws {
        self.options = options
        next = options.first
        folder = Self.temporaryFolder.appendingPathComponent("mutation-fuzzer-\(UUID().uuidString)")
    }

    /// Files in memory, where there are such, are quicker than those on a disk.
    private static var temporaryFolder: URL {
        let memory = URL(fileURLWithPath: "/dev/shm", isDirectory: true)
        return FileManager.default.isWritableFile(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
    }

    private var end: Int { options.first + options.executions }

    /// Runs everything.
    ///
    /// - Returns: Whether anything was found.
    func run() throws -> Bool {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let seeds = try Seeds(folder: options.folder, options.seeds)
        print(
            "\(seeds.files.count) seeds, \(seeds.tables.count) of them archives; seed \(options.seed), executions "
                + "\(options.first) to \(end - 1) in \(options.jobs) processes at a time"
        )
        let began = ContinuousClock.now
        let group = DispatchGroup()
        for job in 0..<options.jobs {
            Thread.detachNewThread(in: group) { [self] in
                while let part = nextPart() { work(on: part, job) }
            }
        }
        group.wait()
        printSummary(ContinuousClock.now - began)
        return findingCount > 0
    }

    private func nextPart() -> Range<Int>? {
        lock.withLock {
            guard next < end, findingCount < 20 else { return nil }
            let part = next..<min(end, next + Bounds.executionsPerProcess)
            next = part.upperBound
            return part
        }
    }

    /// Has workers do a part; after a finding, another one continues.
    private func work(on part: Range<Int>, _ job: Int) {
        var part = part
        while !part.isEmpty, lock.withLock({ findingCount < 20 }) {
            let progressFile = folder.appendingPathComponent("progress-\(job)").path
            let process = Process()
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            process.arguments = options.words(
                first: part.lowerBound, executions: part.count, progressFile: progressFile)
            process.environment = Self.environment
            let errors = folder.appendingPathComponent("errors-\(job)")
            _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
            process.standardOutput = FileHandle.nullDevice
            process.standardError = try? FileHandle(forWritingTo: errors)
            do {
                try process.run()
            } catch {
                return report("a worker cannot be started: \(error)", at: nil)
            }
            process.waitUntilExit()
            let report = (try? ProgressFile(progressFile, isNew: false))?.read() ?? WorkerReport()
            lock.withLock { total.add(report) }
            if process.terminationStatus == 0, process.terminationReason == .exit { return }
            self.report(reason(process, report, errors), at: report.number)
            part = min(part.upperBound, max(part.lowerBound, report.number) + 1)..<part.upperBound
        }
    }

    /// The environment of a worker: memory that was set free goes back to the system, so that peaks show.
    private static var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(
            ["MALLOC_MMAP_THRESHOLD_": "131072", "MALLOC_TRIM_THRESHOLD_": "131072", "SWIFT_BACKTRACE": "enable=no"]
        ) { $1 }
    }

    private func reason(_ process: Process, _ report: WorkerReport, _ errors: URL) -> String {
        if report.finding != 0 { return report.text }
        if process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGALRM {
            return "took longer than \(Bounds.seconds) seconds"
        }
        let said = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
        return "ended the process, status \(process.terminationStatus): \(said.prefix(300))"
    }

    private func report(_ text: String, at number: Int?) {
        lock.withLock {
            findingCount += 1
            print("FINDING \(number.map { "in execution \($0)" } ?? ""): \(text)")
            guard let number else { return }
            let words = options.words(first: number, executions: 1).joined(separator: " ")
            print("    repeat it: swift run -c release MutationFuzzer \(words)")
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(
                "finding-\(options.seed)-\(number)")
            let seeds = try? Seeds(folder: options.folder, options.seeds)
            let input = seeds.map { InputGenerator($0, seed: options.seed).input(number) }
            if let input, (try? Data(input).write(to: file)) != nil { print("    the input: \(file.path)") }
        }
    }

    private func printSummary(_ duration: Duration) {
        let seconds = duration / .seconds(1)
        print(
            """
            \(total.executions) executions in \(Int(seconds.rounded())) s, each one input through one of the groups of \
            entry points (\(options.groups.map(\.rawValue).joined(separator: ", "))); \(findingCount) findings
            inputs that got to each kind of entry point:
            \(ExecutionCounts.text(of: total.parts))
            inputs: \(total.inputBytes / max(1, total.executions)) bytes on average
            slowest execution: \(Double(total.slowest) / 1000) ms (number \(total.slowestNumber)); bound: \
            \(Bounds.seconds) s
            """
        )
        guard options.boundsMemory else { return }
        print(
            """
            greatest memory of one execution: \(total.greatestMemory >> 10) KiB (number \
            \(total.greatestMemoryNumber)), at most \(Double(total.greatestShareOfBound) / 10) % of its bound, 16 MiB \
            and 256 times the input
            greatest memory as a multiple of inputs of 64 KiB and more: \
            \(Double(total.greatestMultiple) / 100) (number \(total.greatestMultipleNumber))
            """
        )
    }
}

extension Thread {
    /// Runs a block in a separate thread that a group waits for.
    fileprivate static func detachNewThread(in group: DispatchGroup, _ block: @escaping () -> Void) {
        group.enter()
        nonisolated(unsafe) let block = block
        detachNewThread {
            block()
            group.leave()
        }
    }
}
