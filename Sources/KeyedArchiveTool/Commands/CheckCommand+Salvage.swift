import KeyedArchiving
import PropertyLists

extension CheckCommand {
    /// Writes the intact parts of a damaged archive, and reports the losses.
    func salvage(_ file: InputFiles.Name, to output: String, on console: Console) throws(Failure) -> ExitStatus {
        let name = file.text
        let (bytes, budget) = try InputFile(file, limits: limits, on: console).read()
        if FileKind(bytes).isSequential {
            let reason =
                "--salvage is for keyed archives; what a damaged sequential archive has before its fault is lost"
            throw Failure(file: name, reason: reason, status: .negativeResult)
        }
        let salvaged: SalvagedArchive
        let intact: [UInt8]
        do throws(ArchiveError) {
            salvaged = try KeyedArchive.salvage(bytes, limits: limits.limits)
            // One that isn't damaged stays as it is.
            intact = salvaged.isIntact ? bytes : try salvaged.archive.bytes()
        } catch {
            throw Failure(error, in: name)
        }
        try OutputFile(output).write(intact, on: console)
        // Standard output has the archive itself.
        if output != "-" {
            do throws(ArchiveError) {
                try console.output.charging(budget) { report(salvaged, of: name.escaped(), on: console) }
            } catch {
                throw Failure(error, in: name)
            }
        }
        // Restored line ends are a damage by which nothing is lost.
        let isWhole = salvaged.losses.isEmpty && salvaged.gaps.isEmpty && salvaged.doubtfulOffsets.isEmpty
        return isWhole ? .done : .negativeResult
    }

    private func report(_ salvaged: SalvagedArchive, of place: String, on console: Console) {
        let total = salvaged.intactCount + salvaged.losses.count
        console.output.write("\(place): \(salvaged.intactCount) of \(total) entries are intact\n")
        var lines = salvaged.damages
        lines += salvaged.losses.map { loss in
            "\(loss.uid)\(loss.byteOffset.map { ", byte \($0)" } ?? "") is lost: \(loss.reason)"
        }
        lines += salvaged.gaps.map { gap in
            let keys = gap.keys.map { PropertyListString($0).asName }
            let unnamed = gap.unnamedCount > 0 ? ["\(gap.unnamedCount) with lost keys"] : []
            return "\(gap.uid) has lost fields: \((keys + unnamed).joined(separator: ", "))"
        }
        lines += salvaged.doubtfulOffsets.map { "byte \($0) may be 0A, 0D or both" }
        let limit = printsAll ? lines.count : 20
        for line in lines.prefix(limit) { console.output.write("  \(line)\n") }
        if lines.count > limit { console.output.write("  … and \(lines.count - limit) more, see --all\n") }
    }

    /// The problems of a file as JSON.
    static func json(_ verdict: Verdict, of file: InputFiles.Name) -> JSONValue {
        var members = file.line == nil ? [JSONValue.Member(key: "file", value: .text(file.text))] : file.origin
        members.append(JSONValue.Member(key: "valid", value: .scalar(.boolean(verdict.problems.isEmpty))))
        if let count = verdict.objectCount { members.append(JSONValue.Member(key: "objects", value: .integer(count))) }
        members.append(JSONValue.Member(key: "problems", value: .array(verdict.problems.map(json))))
        if !verdict.oddities.isEmpty {
            members.append(JSONValue.Member(key: "oddities", value: .array(verdict.oddities.map(json))))
        }
        return .object(members)
    }

    private static func json(_ problem: ArchiveError) -> JSONValue {
        var members = [
            JSONValue.Member(key: "code", value: .text(problem.code.description)),
            JSONValue.Member(key: "problem", value: .text(problem.shownLine)),
        ]
        if let path = problem.path { members.append(JSONValue.Member(key: "path", value: .text(path.description))) }
        if let uid = problem.uid { members.append(JSONValue.Member(key: "uid", value: .integer(uid.rawValue))) }
        if let offset = problem.byteOffset {
            members.append(JSONValue.Member(key: "byteOffset", value: .integer(offset)))
        }
        return .object(members)
    }
}
