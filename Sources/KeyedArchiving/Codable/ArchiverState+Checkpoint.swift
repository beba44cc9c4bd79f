internal import PropertyLists

// What writing trees needs beside what objects need.

extension ArchiverState {
    /// How far an archiver got.
    struct Checkpoint {
        fileprivate let scope: Scope
        fileprivate let fieldCount: Int
        fileprivate let elementCount: Int
        fileprivate let depth: Int
    }

    var checkpoint: Checkpoint {
        Checkpoint(scope: scope, fieldCount: fields.count, elementCount: elements.count, depth: depth)
    }

    /// Forgets what was begun since, as leaving one object after the other does.
    mutating func rollBack(to checkpoint: Checkpoint) {
        fields.truncate(to: checkpoint.fieldCount)
        elements.truncate(to: checkpoint.elementCount)
        scope = checkpoint.scope
        depth = checkpoint.depth
    }

    /// Whether a string is one object however often it is encoded.
    func isOneObject(_ string: String) -> Bool {
        guard let packed = PackedString(string), packed != .null else { return false }
        return sharing.key(of: packed) != nil
    }
}

extension KeyedArchiver {
    /// Whether objects lie so deep that their contents may have to wait, which only objects can.
    var defersObjects: Bool { state.depth >= deferringDepth }
}
