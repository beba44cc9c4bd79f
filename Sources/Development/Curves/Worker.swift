import Foundation

/// A process that measures a share of the cells, each a family and an entry point, and prints a line for each.
struct Worker {
    let options: Options

    func run() throws {
        limitAddressSpace()
        signal(SIGPIPE, SIG_DFL)
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("curves-\(getpid())").path
        let drain = open("/dev/null", O_WRONLY)
        defer { for suffix in ["", ".other", ".lines", ".fields", ".calls", ".calls.json"] { unlink(path + suffix) } }
        let cells = Cell.all(options)
        var inputs = Inputs(path: path, drain: drain)
        var family = ""
        for index in cells.indices where index % options.jobs == options.worker && index >= options.first {
            let cell = cells[index]
            if family != cell.family.name {
                family = cell.family.name
                inputs = Inputs(path: path, drain: drain)
                // Made before it is said that the cell has begun: what it takes is not the library's.
                for doubling in 0..<3 { _ = try inputs.input(doubling, of: cell.family, options.size) }
            }
            Report(cell: index, step: "begun").print()
            report(try measure(cell, &inputs), index, cell)
        }
        Report(cell: cells.count, step: "done").print()
    }

    /// The inputs of one family, by how often the size was doubled.
    private struct Inputs {
        let path: String
        let drain: Int32
        private var made: [Input] = []

        init(path: String, drain: Int32) {
            self.path = path
            self.drain = drain
        }

        mutating func input(_ doubling: Int, of family: Family, _ size: Int) throws -> Input {
            while made.count <= doubling {
                let bytes = try family.make(size << made.count)
                made.append(Input(bytes: bytes, types: family.types, path: path, drain: drain))
            }
            return made[doubling]
        }
    }

    private func measure(_ cell: Cell, _ inputs: inout Inputs) throws -> [Cost] {
        func cost(_ doubling: Int) throws -> Cost {
            let input = try inputs.input(doubling, of: cell.family, options.size)
            if cell.entryPoint.name.hasPrefix("tool") {
                try Data(input.bytes).write(to: URL(fileURLWithPath: input.path))
                var other = input.bytes
                if !other.isEmpty { other[other.count / 2] ^= 1 }
                try Data(other).write(to: URL(fileURLWithPath: input.otherPath))
                // Two documents cost what each costs; those of many MB are measured as one.
                let text = input.bytes.count < 1 << 20 ? Data(input.bytes).base64EncodedString() : ""
                try Data("\(text)\n\(text)\n".utf8).write(to: URL(fileURLWithPath: input.linesPath))
                let line = "{\"b\":\"\(text)\"}\n"
                try Data((line + line).utf8).write(to: URL(fileURLWithPath: input.fieldsPath))
            }
            input.made.value = 0
            var cost = withTimeLimit(input) {
                Cost.measure(size: input.bytes.count) { try? cell.entryPoint.run(input) }
            }
            cost.made = input.made.value
            return cost
        }
        // The first run makes what is made once in a process.
        _ = try cost(0)
        var costs = try (0..<3).map(cost)
        // What a limit ends isn't a curve, but it may be that only larger inputs show that.
        while costs.count < Bounds.mostSizes, Bounds.growth(of: costs) ?? Bounds.objectionToTime(of: costs) != nil {
            costs.append(try cost(costs.count))
        }
        if Bounds.objection(to: costs, of: cell) == nil, Bounds.objectionToTime(of: costs) != nil {
            // The least of several times, as other processes can only add to it.
            for _ in 0..<3 {
                for number in costs.indices { costs[number].time = min(costs[number].time, try cost(number).time) }
            }
        }
        return costs
    }

    private func report(_ costs: [Cost], _ index: Int, _ cell: Cell) {
        let objection = Bounds.objection(to: costs, of: cell) ?? Bounds.objectionToTime(of: costs)
        Report(cell: index, step: "measured", costs: costs, objection: objection).print()
    }

    /// Ends the process when a run takes too much processor time.
    private func withTimeLimit<Result>(_ input: Input, _ body: () -> Result) -> Result {
        var timer = itimerval()
        timer.it_value.tv_sec = Bounds.seconds(forInputOf: input.bytes.count)
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
            EntryPoint.all(withEach: options.withEach, withCalls: options.withCalls)
                .filter { options.takes(entryPoint: $0.name) && $0.suits(family) }
                .filter { options.takes(family: family.name, entryPoint: $0.name) }
                .map { Cell(family: family, entryPoint: $0) }
        }
    }
}

extension EntryPoint {
    /// Whether a call can do anything for a family that another doesn't show just as well.
    fileprivate func suits(_ family: Family) -> Bool {
        if isMadeForEach, family.name.hasPrefix("alias/") { return false }
        if family.name.hasPrefix("sequential/") {
            // Without `--canonical` it prints the same.
            return name.hasPrefix("sequential ") || name == "calls of the fuzzers, sequential"
                || (name.hasPrefix("tool ") && name != "tool objects FILE")
        }
        if name.hasPrefix("sequential ") || name == "calls of the fuzzers, sequential" { return false }
        if name == "tool objects FILE --canonical" { return false }
        // Only `convert` reads JSON.
        if family.name.hasPrefix("json/") { return name.hasPrefix("tool convert ") }
        if family.name.hasPrefix("lists/") {
            return name.hasPrefix("list ") || name == "archive open" || name == "calls of the fuzzers, lists"
                || name.hasPrefix("tool ")
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
