import PropertyLists
import SequentialArchives

extension SequentialArchive {
    /// Attributed strings whose runs don't cover their text, which no reader decodes.
    ///
    /// - Complexity: O(*n*) in the groups of attributed strings and in their texts.
    var contradictions: [ArchiveError] {
        var areAttributed: [Int: Bool] = [:]
        var lengths: [Int: Int] = [:]
        var found: [ArchiveError] = []
        for object in objects {
            guard let classReference = object.classReference,
                isKind(classReference, of: "NSAttributedString", &areAttributed)
            else { continue }
            let groups = object.groups
            // The text, and then of each run the number of its attributes and its length.
            guard let first = groups.first, first.types == "@", case .object(let reference)? = first.values.first,
                let length = lengths[reference.number] ?? self.object(reference)?.text?.utf16.count
            else { continue }
            lengths[reference.number] = length
            var covered = 0
            for group in groups where group.types == "iI" && group.count == 2 {
                guard case .unsignedInteger(let units) = group[1] else { continue }
                covered = covered.addingOrMaximum(Int(clamping: units))
            }
            guard covered != length else { continue }
            let runs = "the runs of the attributed string cover \(covered.counted("code unit"))"
            found.append(
                ArchiveError(
                    .invalidValue, "\(runs), and its text has \(length)",
                    uid: UID(UInt64(object.reference.number)),
                    remedy: "let the lengths in its \"iI\" groups add up to that of the text"))
        }
        return found
    }

    /// Whether a class has a name, or inherits from one that has.
    ///
    /// - Parameter known: The answers so far by the numbers of classes.
    private func isKind(_ reference: SequentialReference, of name: String, _ known: inout [Int: Bool]) -> Bool {
        var path: [Int] = []
        var answer = false
        var next: SequentialReference? = reference
        while let current = next, let record = classRecord(current) {
            if let before = known[current.number] {
                answer = before
                break
            }
            path.append(current.number)
            answer = record.name == name
            if answer { break }
            next = record.superclass
        }
        for number in path { known[number] = answer }
        return answer
    }
}
