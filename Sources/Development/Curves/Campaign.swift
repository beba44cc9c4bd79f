import Foundation
import Synchronization

/// Measures all cells in several processes and prints what grows too fast.
final class Campaign: Sendable {
    private let options: Options
    private let cells: [Cell]
    private let results = Mutex<[Int: Result]>([:])

    /// What became of a cell.
    private enum Result: Sendable {
        case measured([Cost], objection: String?)
        case ended(String)

        /// Why the cell fails; nil if it doesn't.
        var failure: String? {
            switch self {
            case .measured(let costs, let objection):
                guard let objection, let last = costs.last else { return nil }
                return
                    "\(objection); \(last.size) bytes: \(last.work) steps, \(last.memory >> 10) KiB, \(last.time / 1000) ms"
            case .ended(let reason): return reason
            }
        }
    }

    init(_ options: Options) {
        self.options = options
        cells = Cell.all(options)
    }

    /// Returns whether there was a failure.
    func run() -> Bool {
        let clock = ContinuousClock()
        let start = clock.now
        let group = DispatchGroup()
        for worker in 0..<options.jobs {
            group.enter()
            Thread.detachNewThread { [self] in
                work(worker)
                group.leave()
            }
        }
        group.wait()
        return printResults(clock.now - start)
    }

    /// Keeps one worker going until its share is done; if it ends, another takes over.
    private func work(_ worker: Int) {
        var first = 0
        while first < cells.count {
            let process = Process()
            process.executableURL = Bundle.main.executableURL
            process.arguments = options.words(worker: worker, first: first)
            process.environment = ProcessInfo.processInfo.environment.merging(
                ["SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no", "LLVM_PROFILE_FILE": "/dev/null"]
            ) { $1 }
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return }
            var begun = -1
            for report in Lines(pipe.fileHandleForReading) {
                if report.step == "begun" { begun = report.cell }
                if report.step == "done" { begun = cells.count }
                guard let costs = report.costs else { continue }
                add(.measured(costs, objection: report.objection), report.cell)
            }
            process.waitUntilExit()
            guard begun < cells.count else { return }
            let status = process.terminationStatus
            let reason =
                status == SIGPROF ? "takes too much processor time" : "ends the process, status \(status)"
            add(.ended(reason), max(begun, first))
            first = max(begun, first) + 1
        }
    }

    /// Keeps a result and prints it: every one for a list, otherwise those that fail.
    private func add(_ result: Result, _ index: Int) {
        results.withLock {
            $0[index] = result
            if options.isList {
                printLine(cells[index], result)
            } else if let failure = result.failure {
                print("FAILED  \(cells[index].family.name)  |  \(cells[index].entryPoint.name)  |  \(failure)")
                fflush(nil)
            }
        }
    }

    private func printResults(_ duration: Duration) -> Bool {
        let results = results.withLock { $0 }
        let failures = results.filter { $1.failure != nil }
        guard !options.isList else { return !failures.isEmpty }
        let families = Set(cells.map(\.family.name)).count
        let failed = Set(failures.map { cells[$0.key].family.name }).count
        print(
            """
            \(results.count) of \(cells.count) cells measured in \(Int(duration / .seconds(1))) s: \(families) families, \
            \(Set(cells.map(\.entryPoint.name)).count) entry points, inputs of about \(options.size), \
            \(2 * options.size) and \(4 * options.size) bytes
            \(failures.count) failures in \(failed) families
            """
        )
        return !failures.isEmpty || results.count < cells.count
    }

    private struct Line: Encodable {
        var family: String
        var entryPoint: String
        var costs: [Cost]?
        var failure: String?
    }

    private func printLine(_ cell: Cell, _ result: Result) {
        var line = Line(family: cell.family.name, entryPoint: cell.entryPoint.name)
        switch result {
        case .measured(let costs, let objection): (line.costs, line.failure) = (costs, objection)
        case .ended(let reason): line.failure = reason
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        if let text = try? encoder.encode(line) { print(String(decoding: text, as: UTF8.self)) }
    }
}

/// The reports of a worker as they come.
private struct Lines: Sequence, IteratorProtocol {
    private let handle: FileHandle
    private var rest = Data()

    init(_ handle: FileHandle) {
        self.handle = handle
    }

    mutating func next() -> Report? {
        while true {
            if let end = rest.firstIndex(of: 0x0A) {
                let line = rest[..<end]
                rest = Data(rest[(end + 1)...])
                if let report = try? JSONDecoder().decode(Report.self, from: line) { return report }
                continue
            }
            let more = handle.availableData
            guard !more.isEmpty else { return nil }
            rest += more
        }
    }
}
