import KeyedArchiving
import PropertyLists

/// An archive with the file that it came from.
struct OpenedArchive {
    /// The name that the user gave.
    var file: String
    /// What reading and printing it is paid from.
    var budget: Budget
    var archive: KeyedArchive
}
