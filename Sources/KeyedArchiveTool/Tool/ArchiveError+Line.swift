import KeyedArchiving
import PropertyLists

extension ArchiveError {
    /// The error in one line, with the cure that there is on a command line.
    var line: String {
        guard code == .limitExceeded else { return description }
        var error = self
        error.remedy = "see --limits"
        error.underlyingPropertyListError?.remedy = error.remedy
        return error.description
    }
}
