import KeyedArchiving
import PropertyLists

/// What is in a file: an archive of either kind, or a property list that may hold archives in its data.
struct OpenedFile {
    enum Content {
        case archive(KeyedArchive)
        case sequential(SequentialMirror)
        case list(PropertyListDocument)
    }

    /// The name that the user gave.
    var file: String
    /// How much may be made of it.
    var limits: InputLimits
    /// What reading and printing it is paid from.
    var budget: Budget
    var content: Content
}
