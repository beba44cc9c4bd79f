import KeyedArchiving
import PropertyLists

/// The fields that lead back to an enclosing object: a child's parent, for instance.
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

    /// A reference to an object, in a field or in an array, which belongs to no field.
    private struct Reference {
        /// The position of the field, below 0 for none.
        var field: Int32
        var target: UInt32
    }

    /// An object that is being walked.
    private struct Node {
        var uid: UID
        var fields: [Field]
        var references: [Reference]
    }

    /// Walks an archive.
    ///
    /// - Throws: ``KeyedArchiving/ArchiveError`` if it can't be read, or exceeds a limit.
    init(_ archive: KeyedArchive, charging document: DocumentBudget) throws(ArchiveError) {
        var states = Array(repeating: State.unseen, count: archive.objectCount)
        var path = DepthFirstPath<Node>()
        func enter(_ uid: UID, _ fields: [ArchivedRecord.Field], ofClass className: String?) throws(ArchiveError) {
            try document.make(fields.referenceCount.multipliedOrMaximum(by: MemoryLayout<Reference>.stride))
            let node = Self.node(uid, fields, ofClass: className, below: states.count)
            path.enter(node, childCount: node.references.count)
        }

        try enter(.null, try archive.topLevel(), ofClass: nil)
        while let step = path.next() {
            guard case .child(let next, let holder) = step else {
                if case .leave(let node, _) = step, node.uid != .null { states[Int(node.uid.rawValue)] = .done }
                continue
            }
            let reference = holder.references[next]
            let position = Int(reference.target)
            if reference.field >= 0 {
                let field = holder.fields[Int(reference.field)]
                counts[field, default: Count()].all += 1
                if states[position] == .open { counts[field]?.back += 1 }
            }
            guard states[position] == .unseen else { continue }
            states[position] = .done
            let uid = UID(UInt64(reference.target))
            guard case .object(let record) = try archive.entry(at: uid) else { continue }
            states[position] = .open
            let name = try archive.archivedClass(at: record.classUID).name
            try enter(uid, record.fields, ofClass: name)
        }
    }

    /// An object with the references in its fields to objects below a number.
    private static func node(
        _ uid: UID,
        _ fields: [ArchivedRecord.Field],
        ofClass className: String?,
        below count: Int
    ) -> Node {
        var node = Node(uid: uid, fields: [], references: [])
        node.references.reserveCapacity(fields.referenceCount)
        func add(_ uid: UID, inField field: Int) {
            guard uid != .null, uid.rawValue < UInt64(count) else { return }
            node.references.append(
                Reference(field: Int32(truncatingIfNeeded: field), target: UInt32(truncatingIfNeeded: uid.rawValue)))
        }
        for field in fields {
            switch field.value {
            case .uid(let uid):
                guard let className else {
                    add(uid, inField: -1)
                    continue
                }
                add(uid, inField: node.fields.count)
                node.fields.append(Field(className: className, key: field.key.repaired))
            case .array(let elements):
                for case .uid(let uid) in elements { add(uid, inField: -1) }
            default: continue
            }
        }
        return node
    }
}

extension [ArchivedRecord.Field] {
    /// How many references may be in the fields, and in arrays there.
    var referenceCount: Int {
        reduce(0) { count, field in
            switch field.value {
            case .uid: count + 1
            case .array(let elements): count + elements.count
            default: count
            }
        }
    }
}
