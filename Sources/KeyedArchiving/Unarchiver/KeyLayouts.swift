internal import PropertyLists

/// Where the objects of each class have the keys that they are asked for.
///
/// Most objects of a class have the same keys in the same order. Whether one has is told by comparing its references to
/// keys with those of an object before it, eight bytes at a time. If they are the same, so is what was found out about
/// them: for the first key that is asked for, the second and so on there is a line with its text and its position, and
/// asking for a key takes one comparison of texts; nothing of the object is read but the value.
///
/// A line holds for the keys that it was made for and is never used for others, so that it cannot give a wrong answer.
/// Objects with other keys are searched as ever, and after some of them in a row the class has new lines for the keys
/// of the next.
struct KeyLayouts: ~Copyable {
    /// A key that was asked for.
    private struct Line {
        var text = ""
        /// Its position among the keys; -1 if the line is empty.
        var position = -1
    }

    /// The keys of a class, as an object had them.
    struct Layout {
        fileprivate(set) var keys = BinaryReferences(position: 0, count: -1)
        /// Whether `$class` is one of the keys once only.
        fileprivate(set) var hasOneClassKey = false
        /// The first of its lines, of which there are as many as keys; -1 as long as only one object has had the keys.
        fileprivate var firstLine = -1
        /// How many objects in a row have had other keys, up to a maximum.
        fileprivate var missCount = 0
    }

    /// The lines that hold for an object.
    struct Lines: BitwiseCopyable {
        fileprivate var first = 0
        /// How many there are; 0 if nothing is known about the keys of the object.
        fileprivate(set) var count = 0

        static var none: Self { Self() }
    }

    /// After so many objects in a row with other keys a class has lines for those.
    fileprivate static let maximumMissCount = 16

    private var lines: [Line] = []

    /// The lines for keys that are met the second time.
    ///
    /// Lines that were made once stay where they are, and for the same keys: an object that encloses this one may use
    /// them.
    @inline(never)
    fileprivate mutating func addLines(for layout: inout Layout) -> Lines {
        layout.firstLine = lines.count
        lines.append(contentsOf: repeatElement(Line(), count: layout.keys.count))
        return Lines(first: layout.firstLine, count: layout.keys.count)
    }

    /// The position of the key that an object is asked for as the `number`-th; nil if it is not known.
    @inline(__always)
    func position(of key: String, _ number: Int, _ lines: Lines) -> Int? {
        guard number < lines.count else { return nil }
        let line = self.lines[lines.first &+ number]
        return line.position >= 0 && line.text.isSameKey(as: key) ? line.position : nil
    }

    /// Keeps the position of an ASCII key that does not start with `$`.
    mutating func remember(_ position: Int, of key: String, _ number: Int, _ lines: Lines) {
        guard number < lines.count else { return }
        self.lines[lines.first &+ number] = Line(text: key, position: position)
    }
}

extension UnarchiverState {
    /// What is known about where an object has its keys.
    @inline(__always)
    mutating func lines(for record: Record) -> KeyLayouts.Lines {
        let layout = classes[record.classIndex].layout
        guard reader.areSame(layout.keys, record.keys) else { return lines(forOther: record) }
        if layout.missCount > 0 { classes[record.classIndex].layout.missCount = 0 }
        return layout.firstLine < 0
            ? keyLayouts.addLines(for: &classes[record.classIndex].layout)
            : KeyLayouts.Lines(first: layout.firstLine, count: layout.keys.count)
    }

    /// There are no lines for an object with other keys than its class had before.
    @inline(never)
    private mutating func lines(forOther record: Record) -> KeyLayouts.Lines {
        let layout = classes[record.classIndex].layout
        if layout.keys.count < 0 || layout.missCount == KeyLayouts.maximumMissCount,
            record.keys.count <= KeyGuesses.rowLength
        {
            let hasOneClassKey = classKeyCount(in: record.keys) == 1
            classes[record.classIndex].layout = KeyLayouts.Layout(keys: record.keys, hasOneClassKey: hasOneClassKey)
        } else {
            classes[record.classIndex].layout.missCount = min(layout.missCount + 1, KeyLayouts.maximumMissCount)
        }
        return .none
    }
}
