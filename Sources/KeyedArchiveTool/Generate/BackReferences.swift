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

    private typealias Reference = (field: Field?, target: UID)

    /// Walks an archive.
    ///
    /// - Throws: ``KeyedArchiving/ArchiveError`` if it can't be read, or exceeds a limit.
    init(_ archive: KeyedArchive) throws(ArchiveError) {
        var states = Array(repeating: State.unseen, count: archive.objectCount)
        var path = DepthFirstPath<(uid: UID, references: [Reference])>()
        func enter(_ uid: UID, _ fields: [ArchivedField], ofClass className: String?) {
            let references = Self.references(in: fields, ofClass: className)
            path.enter((uid, references), childCount: references.count)
        }

        enter(.null, try archive.topLevel(), ofClass: nil)
        while let step = path.next() {
            guard case .child(let next, let holder) = step else {
                if case .leave(let node, _) = step, node.uid != .null { states[Int(node.uid.rawValue)] = .done }
                continue
            }
            let (field, target) = holder.references[next]
            guard target != .null, target.rawValue < UInt64(states.count) else { continue }
            let position = Int(target.rawValue)
            if let field {
                counts[field, default: Count()].all += 1
                if states[position] == .open { counts[field]?.back += 1 }
            }
            guard states[position] == .unseen else { continue }
            states[position] = .done
            guard case .object(let record) = try archive.entry(at: target) else { continue }
            states[position] = .open
            let name = try archive.archivedClass(at: record.classUID).name
            enter(target, record.fields, ofClass: name)
        }
    }

    /// The references in fields; those in arrays belong to no field.
    private static func references(
        in fields: [ArchivedField],
        ofClass className: String?
    ) -> [Reference] {
        var references: [Reference] = []
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
