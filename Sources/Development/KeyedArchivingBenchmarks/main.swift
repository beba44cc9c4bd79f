import Foundation

let options = Options(arguments: Array(CommandLine.arguments.dropFirst()))
if let options {
    do {
        try Runner(options: options).run()
    } catch {
        FileHandle.standardError.write(Data("benchmark failed: \(error)\n".utf8))
        exit(2)
    }
} else {
    FileHandle.standardError.write(Data(Options.usage.utf8))
    exit(2)
}
