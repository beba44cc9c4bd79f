internal import PropertyLists

/// A place in an archive that an edit changes, which may not be there yet.
indirect enum EditLocation {
    /// A top-level key.
    case topLevel(String)
    /// A field of an object, or of a class record.
    case field(UID, String)
    /// The entry of a dictionary at a position.
    case entry(UID, Int)
    /// A key that a dictionary doesn't have.
    case newEntry(UID, String)
    /// The element of an array or a set at a position; the position after the last is where one can be added.
    case element(UID, Int)
    /// The position in an array that is inline at another place.
    case inlineElement(EditLocation, Int)
}

extension KeyedArchive {
    /// The place that a path leads to, without nested archives.
    ///
    /// - Parameter isInsertion: Whether the last position may be the one after the last element.
    func location(of path: ArchivePath, isInsertion: Bool = false) throws(ArchiveError) -> EditLocation {
        guard let last = path.steps.last else {
            throw ArchiveError(.invalidPath, "the path is empty", remedy: "start it with a top-level key such as root")
        }
        let parentPath = ArchivePath(path.steps.dropLast())
        let (parent, concrete) = try PathPlace.topLevel(SharedArchive(self)).following(parentPath)
        do throws(ArchiveError) {
            switch last {
            case .key(let key): return try location(ofKey: key, in: parent)
            case .index(let position):
                return try location(of: position, in: parent, at: concrete, isInsertion: isInsertion)
            case .nestedArchive, .anyElement, .anyKey, .descendants, .ofClass: throw try parent.missing(last)
            }
        } catch {
            var error = error
            error.path = path
            throw error
        }
    }

    private func location(ofKey key: String, in parent: PathPlace) throws(ArchiveError) -> EditLocation {
        if case .topLevel = parent {
            if try parent.member(key) == nil, let root = try parent.impliedRoot, try root.member(key) != nil {
                return try location(ofKey: key, in: root)
            }
            return .topLevel(key)
        }
        guard let uid = try parent.reference, let (fields, classUID) = try parent.object else {
            throw try parent.missing(.key(key))
        }
        guard key != ClassFields.instanceClass else {
            throw ArchiveError(
                .invalidPath, "a path doesn't change the class of an object",
                remedy: "use setValue(_:forKey:ofObjectAt:)")
        }
        if try slot(key, in: fields) != nil { return .field(uid, key) }
        if let (keys, _) = try entries(in: fields) {
            return try position(of: key, among: keys).map { .entry(uid, $0) } ?? .newEntry(uid, key)
        }
        switch family(ofClassAt: classUID) {
        case .dictionary:
            try checkEmpty(fields, uid)
            return .newEntry(uid, key)
        case .array, .orderedSet, .set, .countedSet: throw try parent.missing(.key(key))
        default: return .field(uid, key)
        }
    }

    private func location(
        of position: Int,
        in parent: PathPlace,
        at path: ArchivePath,
        isInsertion: Bool
    ) throws(ArchiveError) -> EditLocation {
        guard let count = try parent.elements?.count else { throw try parent.missing(.index(position)) }
        let place = position < 0 ? count + position : position
        guard place >= 0, place < count || (isInsertion && place == count) else {
            throw try parent.missing(.index(position))
        }
        if let uid = try parent.reference { return .element(uid, place) }
        return .inlineElement(try location(of: path), place)
    }

    /// What is at a place; nil if nothing is.
    func slot(at location: EditLocation) throws(ArchiveError) -> Slot? {
        switch location {
        case .topLevel(let key): return try topLevelSlot(key)
        case .field(let uid, let key):
            guard case .dictionary(let fields) = try content(at: uid) else { return nil }
            return try slot(key, in: fields)
        case .entry(let uid, let position), .element(let uid, let position):
            guard case .dictionary(let fields) = try content(at: uid) else { return nil }
            var values = try elements(in: fields)
            if let entries = try entries(in: fields) { values = entries.values }
            guard let values, position < values.count else { return nil }
            return slot(position, of: values)
        case .newEntry: return nil
        case .inlineElement(let list, let position):
            guard let list = try slot(at: list), let elements = try elements(at: list), position < elements.count
            else { return nil }
            return slot(position, of: elements)
        }
    }

    /// Refuses to change a dictionary whose keys and values aren't as many: what it holds would be lost.
    private func checkEmpty(_ fields: [(key: Slot, value: Slot)], _ uid: UID) throws(ArchiveError) {
        for field in fields {
            let name = try (
                isKeys: isKey(field.key, CollectionFields.keys), isValues: isKey(field.key, CollectionFields.elements)
            )
            let isNumbered =
                hasPrefix(field.key, CollectionFields.keyPrefix) || hasPrefix(field.key, CollectionFields.elementPrefix)
            guard name.isKeys || name.isValues || isNumbered else { continue }
            throw ArchiveError(
                .invalidValue,
                "the dictionary can't be changed: it doesn't have as many keys as values",
                uid: uid,
                remedy: ArchiveError.damageRemedy
            )
        }
    }
}

extension FoundationFamily {
    /// Whether objects hold elements without keys.
    var isList: Bool {
        switch self {
        case .array, .orderedSet, .set: true
        default: false
        }
    }
}
