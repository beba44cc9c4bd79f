import Foundation

// Runs inputs that were made to do harm through the entry points of the library and of its tool.
//
//     swift run -c release MutationFuzzer [--executions N] [--first N] [--seed N] [--folder DIR] [--jobs N]
//                                         [--groups NAME,…] [--memory unbounded] [--seeds sequential|json]
//
// The inputs are numbered, and the same seed and folder make the same inputs, so that one of them is tried again by its
// number; `--seeds sequential` takes only the sequential archives in the folder, `--seeds json` makes JSON of all files.
// Each execution is one input through one of the groups of entry points, or of those that are named. The work is done
// in separate processes: an input that ends its process, takes too long or too much memory, or makes the library
// contradict itself, is a finding; it is printed with the command that repeats it, and the campaign continues behind
// it. Exit status 1 says that there was one.

do {
    let options = try Options(CommandLine.arguments.dropFirst())
    if options.isWorker {
        try Worker(options).run()
    } else {
        let foundSomething = try Campaign(options).run()
        exit(foundSomething ? 1 : 0)
    }
} catch {
    print("MutationFuzzer: \(error)")
    exit(2)
}
