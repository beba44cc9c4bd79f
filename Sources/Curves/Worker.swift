import Foundation

/// A process that measures a share of the cells, each a family and an entry point, and prints a line for each.
struct Worker {
    let options: Options

    func run() throws {
        limitAddressSpace()
        signal(SIGPIPE, SIG_DFL)
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("curves-\(getpid())").path
        let drain = open("/dev/null", O_WRONLY)
        defer { unlink(path) }
        let cells = Cell.all(options)
        var inputs: [Input] = []
        var family = ""
        for index in cells.indices where index % options.jobs == options.worker && index >= options.first {
            let cell = cells[index]
            if family != cell.family.name {
                family = cell.family.name
                inputs = try (0..<3).map { doubling in
                    let bytes = try cell.family.make(options.size << doubling)
                    return Input(bytes: bytes, types: cell.family.types, path: path, drain: drain)
                }
            }
            Report(cell: index, step: "begun").print()
            report(measure(cell, inputs, path), index)
        }
        Report(cell: cells.count, step: "done").print()
    }

    private func measure(_ cell: Cell, _ inputs: [Input], _ path: String) -> [Cost] {
        let isTool = cell.entryPoint.name.hasPrefix("tool")
        var costs: [Cost] = []
        // The first run makes what is made once in a process.
        for (number, input) in ([inputs[0]] + inputs).enumerated() {
            if isTool { try? Data(input.bytes).write(to: URL(fileURLWithPath: path)) }
            let cost = guarded(number) {
                Cost.measure(size: input.bytes.count) { try? cell.entryPoint.run(input) }
            }
            if number > 0 { costs.append(cost) }
        }
        if Bounds.objection(to: costs) == nil, Bounds.objectionToTime(of: costs) != nil {
            // The least of several times, as other processes can only add to it.
            for _ in 0..<3 {
                for (number, input) in inputs.enumerated() {
                    if isTool { try? Data(input.bytes).write(to: URL(fileURLWithPath: path)) }
                    let again = guarded(number) {
                        Cost.measure(size: input.bytes.count) { try? cell.entryPoint.run(input) }
                    }
                    costs[number].time = min(costs[number].time, again.time)
                }
            }
        }
        return costs
    }

    private func report(_ costs: [Cost], _ index: Int) {
        let objection = Bounds.objection(to: costs) ?? Bounds.objectionToTime(of: costs)
        Report(cell: index, step: "measured", costs: costs, objection: objection).print()
    }

    /// Ends the process when a run takes too much processor time.
    private func guarded<Result>(_ number: Int, _ body: () -> Result) -> Result {
        var timer = itimerval()
        timer.it_value.tv_sec = Bounds.seconds
        Self.setTimer(&timer)
        defer {
            timer.it_value.tv_sec = 0
            Self.setTimer(&timer)
        }
        return body()
    }

    private static func setTimer(_ timer: inout itimerval) {
        #if os(Linux)
            setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
        #else
            setitimer(ITIMER_PROF, &timer, nil)
        #endif
    }

    private func limitAddressSpace() {
        var limit = rlimit(rlim_cur: rlim_t(Bounds.addressSpace), rlim_max: rlim_t(Bounds.addressSpace))
        #if os(Linux)
            setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        #else
            setrlimit(RLIMIT_AS, &limit)
        #endif
    }
}

/// One measurement to be made.
struct Cell {
    let family: Family
    let entryPoint: EntryPoint

    static func all(_ options: Options) -> [Cell] {
        Family.all.filter { options.takes(family: $0.name) }.flatMap { family in
            EntryPoint.all.filter { options.takes(entryPoint: $0.name) && $0.suits(family) }.map {
                Cell(family: family, entryPoint: $0)
            }
        }
    }
}

extension EntryPoint {
    /// Whether a call can do anything for a family that another doesn't show just as well.
    fileprivate func suits(_ family: Family) -> Bool {
        if family.name.hasPrefix("lists/") {
            return name.hasPrefix("list ") || name == "archive open" || name == "tool check"
        }
        if family.types.isEmpty, name.hasSuffix("by the type") { return false }
        return true
    }
}

/// A line that a worker prints.
struct Report: Codable {
    var cell: Int
    var step: String
    var costs: [Cost]?
    var objection: String?

    func print() {
        guard let line = try? JSONEncoder().encode(self) else { return }
        FileHandle.standardOutput.write(line + [0x0A])
    }
}
