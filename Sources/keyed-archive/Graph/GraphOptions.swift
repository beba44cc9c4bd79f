/// What of a graph is shown.
struct GraphOptions {
    /// Whether objects of well-known classes are shown with their fields.
    var showsRawFields = false
    /// Whether archives held in data are opened.
    var opensNestedArchives = false
    /// How many objects one inside the other are shown.
    var maximumDepth = Int.max
    /// The size of the file, which bounds the work.
    var fileSize = 0
}
