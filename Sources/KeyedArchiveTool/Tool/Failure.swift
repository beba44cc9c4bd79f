import PropertyLists
import KeyedArchiving

/// Why work on one file, or the whole command, ends: the message for standard error, and the exit status.
struct Failure: Error {
    /// The file concerned, as the user named it.
    var file: String?
    /// The cause and the remedy, in one line.
    var reason: String
    var status: ExitStatus
    /// The error in the file's content, if that is the cause.
    var error: ArchiveError?
}

extension Failure {
    /// Arguments that the command does not understand.
    static func usage(_ reason: String) -> Failure {
        Failure(reason: reason, status: .couldNotRun)
    }

    /// Output that a terminal can't show.
    static var binaryToTerminal: Failure {
        .usage("standard output is a terminal, which shows no binary data; write to a file or to a pipe")
    }

    /// A file that cannot be read or written.
    static func inaccessible(_ file: String, _ reason: String) -> Failure {
        Failure(file: file, reason: reason, status: .couldNotRun)
    }

    /// A file whose content the command can't use.
    init(_ error: ArchiveError, in file: String) {
        self.init(file: file, reason: error.shownLine, status: .negativeResult, error: error)
    }
}

extension ArchiveError {
    /// The error in one line, with the cure that there is on a command line.
    var shownLine: String {
        var error = self
        error.remedy = shownRemedy
        return error.description
    }

    /// The remedy on a command line, where the library's remedy names a call of the library.
    var shownRemedy: String? {
        if code == .limitExceeded { return "see --limits" }
        return remedy?.replacing(
            "ask for all of them with `matches`", with: "get and set take such paths; name one place"
        )
        .replacing("with `reflow`", with: "with --reflow")
    }
}
