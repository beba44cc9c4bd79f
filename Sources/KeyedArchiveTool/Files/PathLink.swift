import KeyedArchiving

/// A path that shares its beginning with others: its last step, and a link to the path before it.
///
/// However deep many places lie, each of them takes one step.
final class PathLink {
    private let step: ArchivePath.Step
    private let before: PathLink?
    /// How many steps there are.
    let length: Int
    /// How many bytes the text of the path takes, at most by a few for each step.
    let textSize: Int

    init(_ step: ArchivePath.Step, after before: PathLink?) {
        self.step = step
        self.before = before
        length = (before?.length ?? 0) + 1
        textSize = (before?.textSize ?? 0) + step.greatestTextSize
    }

    /// The path itself.
    var path: ArchivePath {
        var steps: [ArchivePath.Step] = []
        steps.reserveCapacity(length)
        var link: PathLink? = self
        while let current = link {
            steps.append(current.step)
            link = current.before
        }
        return ArchivePath(Array(steps.reversed()))
    }
}

extension ArchivePath.Step {
    /// How many bytes the text of the step takes at most, unless its key has to be escaped.
    var greatestTextSize: Int { if case .key(let key) = self { key.utf8.count + 3 } else { 8 } }
}
