internal import PropertyLists

/// The objects that are being decoded, each as a type, so that cycles are found.
///
/// A cycle is an object that is reached from itself as the same type: as another type it may be asked for something
/// else, such as only its name.
struct OpenObjects: ~Copyable {
    private struct Object: BitwiseCopyable {
        var uid: EntryUID
        var type: ObjectIdentifier
        /// How many keys lead to it.
        var depth: Int
        /// The previous value for the entry.
        var outer: UInt32
    }

    /// The objects, outermost first.
    private var objects = GrowingTable<Object>()
    /// One more than the place of the innermost object that is an entry; 0 for an entry that isn't being decoded.
    private var places: LazyTable<UInt32>

    init(entryCount: Int) {
        places = LazyTable(repeating: 0, count: entryCount)
    }

    /// Begins to decode an entry as a type.
    ///
    /// - Returns: If that is going on already, how many keys lead to where; otherwise nil.
    @inline(__always)
    mutating func enter(_ uid: EntryUID, as type: ObjectIdentifier, depth: Int) -> Int? {
        let outer = places[uid.number]
        if outer != 0, let start = start(of: type, outer) { return start }
        objects.append(Object(uid: uid, type: type, depth: depth, outer: outer))
        places[uid.number] = UInt32(truncatingIfNeeded: objects.count)
        return nil
    }

    /// Ends decoding the entry that was entered last.
    @inline(__always)
    mutating func leave() {
        let last = objects[objects.count &- 1]
        places[last.uid.number] = last.outer
        objects.truncate(to: objects.count &- 1)
    }

    private func start(of type: ObjectIdentifier, _ place: UInt32) -> Int? {
        var place = place
        while place != 0 {
            let object = objects[Int(place) - 1]
            if object.type == type { return object.depth }
            place = object.outer
        }
        return nil
    }
}
