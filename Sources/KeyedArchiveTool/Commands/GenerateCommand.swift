import KeyedArchiving
import PropertyLists

/// Writes Swift types from sample archives.
struct GenerateCommand: Command {
    static let name = "generate"
    static let summary = "writes Swift types that read archives like the given ones"
    static let syntax = Syntax(
        flags: InputFiles.flags.union(["--codable", "--nested"]),
        options: InputFiles.options.union(InputLimits.options),
        operandCount: 1...Int.max,
        operandNames: "one FILE or more"
    )
    static let help = """
        usage: keyed-archive generate FILE… [--codable] [--nested] [--recursive] [--include NAMES] [--exclude NAMES]
                                      [--jobs N] [--limits LIMITS]

        Prints Swift source with a type for each class of the samples that isn't Foundation's: what each field holds, and
        whether it may be missing, is told from all objects of all files. What can't be told is said in comments. Dates,
        URLs, colors, fonts, attributed strings and other objects for which the library has types get those. Types for
        classes of AppKit and UIKit are named ArchivedNSView, for instance, so that they hide none.

        Without --codable, these are classes that conform to Codingable, which read the samples and write them again;
        objects may refer back to those that they are in, and a field that always does is weak. A field with objects of
        several classes is an enumeration of them. The source ends with a registry of the classes, and with functions that
        decode and encode archives.

          --codable        prints types that conform to Decodable, for KeyedArchiveDecoder. An object can't hold itself
                           there: where objects of the samples form a cycle, one field of it is left out, of a parent and
                           its children the parent. Types are structures; classes that hold their own kind directly, and
                           those whose objects are shared and hold others, are classes
          --nested         looks into archives that are held in data, too
        \(InputFiles.help)
        \(InputLimits.help)

        """

    private static let sequential = ArchiveError(
        .notAKeyedArchive, "this is a sequential archive (a typedstream), whose values have no names",
        remedy: "read it with SequentialUnarchiver, or as generic objects with SequentialArchive")

    private let files: InputFiles
    private let isCodable: Bool
    private let opensNestedArchives: Bool
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        files = try InputFiles(arguments)
        isCodable = arguments.has("--codable")
        opensNestedArchives = arguments.has("--nested")
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        var sampler = TypeSampler()
        var samples: [String] = []
        var size = 0
        let status = console.collect(of: files, sample) { sample in
            sampler.add(sample.types)
            samples.append(sample.file)
            size += sample.size
        }
        guard !samples.isEmpty else { return status }
        guard !sampler.types.isEmpty else {
            let reason = "the samples have no classes but those that the library has types for"
            console.report(Failure(reason: reason, status: .negativeResult))
            return max(status, .negativeResult)
        }
        let more = samples.count > 5 ? " and \(samples.count - 5) more" : ""
        let names = samples.prefix(5).map { $0.escaped(limit: 200) }.joined(separator: ", ")
        console.output.write("// Written by keyed-archive generate from \(names)\(more).\n\n")
        do throws(ArchiveError) {
            try console.output.charging(DocumentBudget(inputSize: size, limits: limits)) {
                if isCodable {
                    DecodableSource(sampler.types, roots: sampler.roots).write(to: console.output)
                } else {
                    CodingableSource(sampler.types).write(to: console.output)
                }
            }
        } catch {
            console.report(Failure(reason: error.shownLine, status: .negativeResult))
            return max(status, .negativeResult)
        }
        return status
    }

    /// The sampled types of one file.
    private struct Sample {
        var file: String
        var size: Int
        var types = TypeSampler()
    }

    @Sendable private func sample(_ file: InputFiles.Name, on console: Console) throws(Failure) -> Sample? {
        let input = InputFile(file, limits: limits, on: console)
        guard let document = try input.document(of: file) else { return nil }
        var sample = Sample(file: file.text, size: document.size)
        var archives = ArchiveSearch(document, includingNested: opensNestedArchives)
        do throws(ArchiveError) {
            while let found = try archives.next() {
                guard case .archive(let archive) = found.content else { throw Self.sequential }
                try sample.types.add(archive, charging: document.budget)
            }
        } catch {
            throw Failure(error, in: file.text)
        }
        return sample
    }
}
