import KeyedArchiving
import PropertyLists

/// Which fields lead back to an object that the one with the field is in: a child's parent, for instance.
///
/// The objects of an archive are walked depth first from the top level, on a list rather than the stack. A reference to
/// an object that is still being walked leads back.
struct BackReferences {
    /// A field of a class.
    struct Field: Hashable {
        var className: String
        var key: String
    }

    /// How often a field holds a reference to an object, and how often that leads back.
    struct Count {
        var all = 0
        var back = 0
    }

    private(set) var counts: [Field: Count] = [:]

    private enum State { case unseen, open, done }

    private struct Frame {
        var uid: UID
        var references: [(field: Field?, target: UID)]
        var next = 0
    }

    /// Walks an archive.
    ///
    /// - Throws: ``KeyedArchiving/ArchiveError`` if it can't be read, or exceeds a limit.
    init(_ archive: KeyedArchive) throws(ArchiveError) {
        var budget = archive.budget
        var states = Array(repeating: State.unseen, count: archive.objectCount)
        let top = try archive.topLevel(charging: &budget)
        var frames = [Frame(uid: .null, references: Self.references(in: top, ofClass: nil))]
        while let last = frames.indices.last {
            guard frames[last].next < frames[last].references.count else {
                let uid = frames.removeLast().uid
                if uid != .null { states[Int(uid.rawValue)] = .done }
                continue
            }
            let (field, target) = frames[last].references[frames[last].next]
            frames[last].next += 1
            guard target != .null, target.rawValue < UInt64(states.count) else { continue }
            let position = Int(target.rawValue)
            if let field {
                counts[field, default: Count()].all += 1
                if states[position] == .open { counts[field]?.back += 1 }
            }
            guard states[position] == .unseen else { continue }
            states[position] = .open
            guard case .object(let record) = try archive.entry(at: target, charging: &budget) else {
                states[position] = .done
                continue
            }
            let name = try archive.archivedClass(at: record.classUID, charging: &budget).name
            frames.append(Frame(uid: target, references: Self.references(in: record.fields, ofClass: name)))
        }
    }

    /// The references in fields; those in arrays belong to no field.
    private static func references(
        in fields: [ArchivedField],
        ofClass className: String?
    ) -> [(field: Field?, target: UID)] {
        var references: [(field: Field?, target: UID)] = []
        for field in fields {
            switch field.value {
            case .uid(let uid):
                references.append((className.map { Field(className: $0, key: field.key.repaired) }, uid))
            case .array(let elements):
                for case .uid(let uid) in elements { references.append((nil, uid)) }
            default: continue
            }
        }
        return references
    }
}
