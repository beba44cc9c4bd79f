import KeyedArchiving
import PropertyLists
import SequentialArchives

extension InputFile {
    /// The sequential archive that bytes are; nil if they are something else.
    func sequentialArchive(in bytes: [UInt8]) throws(Failure) -> SequentialArchive? {
        guard case .sequential = FileKind(bytes) else { return nil }
        do throws(SequentialArchiveError) {
            return try SequentialArchive(bytes, limits: limits.limits)
        } catch {
            throw Failure(error, in: name)
        }
    }
}

extension SequentialArchiveError {
    /// The error in one line, with the cure that there is on a command line.
    var line: String {
        var error = self
        if code == .limitExceeded { error.remedy = "see --limits" }
        return error.description
    }
}

extension Failure {
    /// A sequential archive whose content is not what the command needs.
    init(_ error: SequentialArchiveError, in file: String) {
        self.init(file: file, reason: error.line, status: .negativeResult)
    }
}

extension Verdict {
    /// Looks at everything in a sequential archive.
    mutating func checkSequential(_ bytes: [UInt8], limits: InputLimits, isStrict: Bool) {
        do throws(SequentialArchiveError) {
            let archive = try SequentialArchive(bytes, limits: limits.limits)
            let count = archive.objects.count
            content = "a sequential archive of \(count) object\(count == 1 ? "" : "s")"
            guard isStrict else { return }
            if archive.trailingZeroCount > 0 {
                let reason = "\(archive.trailingZeroCount) zero bytes follow the archive, which NSArchiver never writes"
                problems.append(ArchiveError(.invalidValue, reason, remedy: "drop them: keyed-archive rewrite does"))
            } else if !archive.isNormal {
                problems.append(
                    ArchiveError(.invalidValue, "a number or a text isn't in the form in which NSArchiver writes it"))
            }
        } catch {
            problems = [ArchiveError(.invalidValue, error.line)]
        }
    }
}
