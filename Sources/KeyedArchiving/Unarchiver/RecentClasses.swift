internal import PropertyLists

/// The indexes of the classes met last, by the object index of the UID that stands under `$class`.
///
/// Where equal UIDs are stored once, this index is the same for all objects of a class; elsewhere nothing is found
/// here, and the class is looked for as it would be without. What it stands for never changes: the bytes of the archive
/// do not, and a class record keeps its index. Taking the class from here saves following the index to a UID, and that
/// to a mark.
struct RecentClasses: ~Copyable {
    struct Line {
        /// No object has this index.
        var reference = -1
        var classIndex = 0
    }

    private static let lineCount = 8

    private var lines = FixedTable(repeating: Line(), count: lineCount)

    /// The index of the class that a reference leads to, if it is among the last.
    subscript(reference: Int) -> Int? {
        @inline(__always) get {
            let line = lines[reference & (Self.lineCount - 1)]
            return line.reference == reference ? line.classIndex : nil
        }
        set {
            guard let newValue else { return }
            lines[reference & (Self.lineCount - 1)] = Line(reference: reference, classIndex: newValue)
        }
    }
}
