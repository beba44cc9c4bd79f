import KeyedArchiving

/// An archive with the file that it came from.
struct OpenedArchive {
    /// The name that the user gave.
    var file: String
    /// The size of the file.
    var size: Int
    var archive: KeyedArchive
}
