import KeyedArchiving
import PropertyLists
import SequentialArchives

// The runs of an attributed string whose text an edit sets.

extension SequentialPathEditor {
    /// The attributed string that a text belongs to, with runs that cover the text that an edit puts there.
    ///
    /// A single run covers any text. Several stay as they are where the text is as long, and follow it where that is
    /// asked for.
    ///
    /// - Parameters:
    ///   - text: The object that holds the text.
    ///   - value: The value that it is set to.
    ///   - path: The path of the text.
    ///   - reflow: Whether several runs follow.
    /// - Returns: nil if the text isn't that of an attributed string, or if the runs stay as they are.
    /// - Throws: The error that names the runs if they don't cover the new text.
    func attributedString(
        following text: SequentialObject,
        as value: PropertyList,
        at path: ArchivePath,
        reflow: Bool
    ) throws(ArchiveError) -> (reference: SequentialReference, groups: [SequentialGroup])? {
        guard case .key("NSString")? = path.steps.last, case .string(let new) = value, let old = text.text,
            let owner = object(at: ArchivePath(path.steps.dropLast())), owner.isKind(of: "NSAttributedString")
        else { return nil }
        let (oldUnits, newUnits) = (Array(old.utf16), Array(new.repaired.utf16))
        guard reflow || oldUnits.count != newUnits.count else { return nil }

        let groups = owner.groups
        var (kinds, cursor) = (SequentialKinds(), GroupCursor(groups))
        guard let kind = owner.classReference.flatMap({ kinds.kind(of: $0, in: archive) }),
            case .runs(let text, let runs)? = SequentialContent(kind, &cursor, in: archive)
        else { return nil }
        func uncovered(_ remedy: String) -> ArchiveError {
            ArchiveError(
                .invalidValue,
                "the runs of the attributed string cover \(oldUnits.count) UTF-16 units, not \(newUnits.count)",
                path: path, remedy: remedy)
        }
        guard reflow || runs.count < 2 else {
            throw uncovered("pass --reflow: what stays keeps its runs, what is new takes the run before it")
        }
        // Runs name their attributes by position.
        var attributes: [SequentialValue] = []
        var positions: [SequentialValue: Int] = [:]
        let stored = runs.map { run in
            let position = positions[run.attributes] ?? attributes.count
            if positions.updateValue(position, forKey: run.attributes) == nil { attributes.append(run.attributes) }
            return AttributedRun(length: run.length, attributes: position)
        }
        let followed = AttributedRun.reflow(stored, from: oldUnits, to: newUnits)
        guard followed.reduce(0, { $0 + $1.length }) == newUnits.count else {
            throw uncovered("edit text and runs in its JSON: keyed-archive convert FILE FILE.json --format json")
        }
        let content = SequentialContent.runs(text: text, followed.map { ($0.length, attributes[$0.attributes]) })
        return (owner.reference, try content.groups(kind) + groups[cursor.position...])
    }
}
