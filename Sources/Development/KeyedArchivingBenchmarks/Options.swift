/// What to run, from the command line.
struct Options {
    var workloads: Set<String> = ["W1", "W2", "W3", "W4", "W5", "W6", "W9"]
    var folder: String?
    /// Where to write the archive of each workload, for measuring other programs on it.
    var archiveFolder: String?
    var repetitions = 5
    var scale = 1.0
    var withFoundation = true
    var withScaling = false
    var withMemory = false
    var isJSON = false
    /// Run one operation of ours in a loop, for a profiler.
    var only: String?
    /// The row whose instructions are counted; empty to list the rows.
    var instructions: String?
    var turns = 1

    static let usage = """
        usage: KeyedArchivingBenchmarks [--workloads W1,W2,…] [--folder DIR] [--repetitions N] [--scale X]
               [--no-foundation] [--scaling] [--memory] [--json] [--only OPERATION]
               [--write-archives DIR] [--instructions ROW --turns N]

        Runs each workload with this package's coder and with Foundation's, alternating, and prints medians and
        ratios. --scale multiplies the sizes. --folder runs W7 and W8 on every file of a folder. --scaling prints the cost
        of an object as sizes grow, from 1,000 to 1,000,000 persons and for shapes that are quadratic in some coders.
        --memory prints, instead of times, how much memory decoding and encoding take.
        --only runs one operation (encode, decode, direct, generic, tree, write, rewrite, "xml tree", "xml write",
        "codable decode", "codable encode", and these two with "foundation " before them; of W7 open, tree, decode or
        rewrite), for a profiler.
        --write-archives writes the archive of each workload to a folder, for measuring other programs on it.
        --instructions runs so many turns of a row of Instructions.tsv, for `.ci/instructions`, which counts
        their instructions; with an empty name it lists the rows and how many units a turn makes.

        """

    init?(arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--workloads":
                guard let names = rest.popFirst() else { return nil }
                workloads = Set(names.split(separator: ",").map(String.init))
            case "--folder":
                guard let name = rest.popFirst() else { return nil }
                folder = name
            case "--write-archives":
                guard let name = rest.popFirst() else { return nil }
                archiveFolder = name
            case "--repetitions":
                guard let count = rest.popFirst().flatMap({ Int($0) }), count > 0 else { return nil }
                repetitions = count
            case "--scale":
                guard let factor = rest.popFirst().flatMap({ Double($0) }), factor > 0 else { return nil }
                scale = factor
            case "--instructions":
                guard let name = rest.popFirst() else { return nil }
                instructions = name
            case "--turns":
                guard let count = rest.popFirst().flatMap({ Int($0) }), count > 0 else { return nil }
                turns = count
            case "--no-foundation": withFoundation = false
            case "--scaling": withScaling = true
            case "--memory": withMemory = true
            case "--json": isJSON = true
            case "--only":
                guard let name = rest.popFirst() else { return nil }
                only = name
                withFoundation = false
            default: return nil
            }
        }
    }
}
