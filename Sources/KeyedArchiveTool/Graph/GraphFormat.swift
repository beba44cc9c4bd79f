import KeyedArchiving

/// A form in which a graph is printed.
///
/// The walk reports items depth first. An item with contents is reported at its beginning and at its end, with its
/// contents in between; every other item is a leaf.
protocol GraphFormat {
    /// Whether people read the form, rather than programs: then fields that only encode the value that an object
    /// represents are left out, and an attributed string is shown run by run.
    static var isForPeople: Bool { get }

    /// Whether each place has a line by itself, under its path: then nothing is left out, and an object stands where
    /// its shortest path leads.
    static var isByPath: Bool { get }

    mutating func begin(_ item: GraphItem)
    mutating func end(_ item: GraphItem)
    mutating func leaf(_ item: GraphItem)

    /// Called when all was said.
    mutating func finish()

    /// Called when the rest can't be said, because of an error that ended the walk.
    mutating func endEarly(because error: ArchiveError)
}

extension GraphFormat {
    static var isByPath: Bool { false }
    mutating func finish() {}
    mutating func endEarly(because error: ArchiveError) {}
}
