internal import PropertyLists

extension KeyedArchive {
    /// Goes through all references in a value, those in containers too.
    ///
    /// - Parameters:
    ///   - slot: The value.
    ///   - enters: Whether to go through a container of the file, which many places can share.
    ///   - body: Called with each UID, whether or not there is such an entry.
    /// - Complexity: O(*n*) in the size of what is gone through; no recursion but for a list's elements.
    func forEachReference(in slot: Slot, entering enters: (ObjectIndex) -> Bool, body: (UID) -> Void) {
        switch slot {
        case .stored(let value):
            var pending = [value]
            while let value = pending.popLast() {
                if let uid = index.uid(at: value) {
                    body(uid)
                } else if index.kind(of: value).isContainer, enters(value) {
                    pending += index.members(at: value)
                }
            }
        case .list(let list):
            for element in list.elements { forEachReference(in: element, entering: enters, body: body) }
        case .new(let value):
            var pending = [value]
            while let value = pending.popLast() {
                switch value {
                case .uid(let uid): body(uid)
                case .array(let elements), .set(let elements), .orderedSet(let elements): pending += elements
                case .dictionary(let dictionary): pending += dictionary.values
                default: break
                }
            }
        }
    }
}
