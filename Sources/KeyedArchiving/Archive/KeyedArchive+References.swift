internal import PropertyLists

extension ArchiveIndex {
    /// Goes through all references in a value of the file in their order, those in containers too.
    ///
    /// - Parameters:
    ///   - body: Called with each UID, whether or not there is such an entry.
    /// - Complexity: O(*n*) in the size of the visited values; no recursion.
    func forEachReference(in value: ObjectIndex, body: (UID) -> Void) {
        // Most values are references or scalars, and need no list of what is still to be looked at. Of a container
        // only the place is in it, as some have millions of members.
        var path = DepthFirstPath<BinaryReferences>()
        func visit(_ value: ObjectIndex) {
            if let number = reader.fastUID(at: value) {
                body(UID(UInt64(number)))
            } else if let uid = uid(at: value) {
                body(uid)
            } else if kind(of: value).isContainer {
                let members = references(at: value)
                path.enter(members, childCount: members.count)
            }
        }
        visit(value)
        while let step = path.next() {
            if case .child(let position, let members) = step { visit(reader.unchecked(position, of: members)) }
        }
    }
}

extension KeyedArchive {
    /// Goes through all references in a value, those in containers too.
    ///
    /// - Parameters:
    ///   - slot: The value.
    ///   - body: Called with each UID, whether or not there is such an entry.
    /// - Complexity: O(*n*) in the size of the visited values; no recursion but for a list's elements.
    func forEachReference(in slot: Slot, body: (UID) -> Void) {
        switch slot {
        case .stored(let value): index.forEachReference(in: value, body: body)
        case .list(let list):
            for element in list.elements { forEachReference(in: element, body: body) }
        case .new(let value):
            value.forEachValue { if case .uid(let uid) = $0 { body(uid) } }
        }
    }
}
