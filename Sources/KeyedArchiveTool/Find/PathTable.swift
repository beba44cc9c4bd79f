import KeyedArchiving

/// Paths that share their beginnings, each as its last step and the number of the path before it.
///
/// However deep places lie, each takes one row, and none holds another.
struct PathTable {
    /// The number of the path without steps.
    static let root = 0

    private var rows: [(step: ArchivePath.Step, parent: Int, length: Int, textSize: Int)] = []

    /// How many paths there are.
    var count: Int { rows.count + 1 }

    /// Adds a path: a step after another path.
    mutating func add(_ step: ArchivePath.Step, after parent: Int) -> Int {
        rows.append((step, parent, length(of: parent) + 1, textSize(of: parent) + step.greatestTextSize))
        return rows.count
    }

    /// Adds a path of several steps.
    mutating func add(_ steps: [ArchivePath.Step], after parent: Int = Self.root) -> Int {
        steps.reduce(parent) { add($1, after: $0) }
    }

    /// Forgets the paths that were added after so many.
    mutating func truncate(to count: Int) {
        rows.removeLast(max(0, self.count - max(1, count)))
    }

    /// How many steps a path has.
    func length(of number: Int) -> Int { number > 0 ? rows[number - 1].length : 0 }

    /// How many bytes the text of a path takes, at most by a few for each step.
    func textSize(of number: Int) -> Int { number > 0 ? rows[number - 1].textSize : 0 }

    /// The path with a number.
    func path(_ number: Int) -> ArchivePath {
        var steps: [ArchivePath.Step] = []
        var number = number
        while number > 0 {
            steps.append(rows[number - 1].step)
            number = rows[number - 1].parent
        }
        return ArchivePath(Array(steps.reversed()))
    }
}
