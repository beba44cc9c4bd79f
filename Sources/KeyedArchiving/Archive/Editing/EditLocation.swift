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
    case newEntry(UID, EntryName)
    /// The element of an array or a set at a position; the position after the last is where one can be added.
    case element(UID, Int)
    /// The position in an array that is inline at another place.
    case inlineElement(EditLocation, Int)
    /// The place of an element in a collection of a form in which nothing is added or removed.
    case fixed(EditLocation, FixedForm)
}

/// The reason why nothing can be added to a list or removed from it.
enum FixedForm {
    /// It has the members of a counted set, which has a count for each.
    case countedSet
    /// It is part of a hash table or of a dictionary with known keys.
    case other
    /// It has the keys of a dictionary, without their values.
    case keys

    /// The error for a change of how much there is.
    func error(_ change: String) -> ArchiveError {
        switch self {
        case .countedSet:
            return ArchiveError(
                .unrepresentable, "a counted set can't be \(change)",
                remedy: "set the collection as a whole, to an `ArchivedCountedSet` of KeyedArchivingFoundation")
        case .other:
            return ArchiveError(
                .unrepresentable, "a collection that is stored in this form can't be \(change)",
                remedy: "replace it by an array, a set or a dictionary, which changes its class")
        case .keys:
            return ArchiveError(
                .unrepresentable, "the list of a dictionary's keys can't be \(change) by itself",
                remedy: "remove the value by its key, which removes both")
        }
    }
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
            case .key(let key): return try location(ofKey: key, isText: !PathText.isPlain(key), in: parent, path)
            case .text(let key): return try location(ofKey: key, isText: true, in: parent, path)
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

    /// Whether a dictionary is at a place itself, rather than a reference to one.
    private func isDictionary(_ slot: Slot) -> Bool {
        switch slot {
        case .stored(let object): index.kind(of: object) == .dictionary
        case .new(.dictionary): true
        case .new, .list: false
        }
    }

    private func location(
        ofKey key: String,
        isText: Bool,
        in parent: PathPlace,
        _ path: ArchivePath
    ) throws(ArchiveError) -> EditLocation {
        if case .topLevel = parent {
            if try parent.member(key) == nil, let root = try parent.impliedRoot,
                try root.member(key, isText: isText) != nil
            {
                return try location(ofKey: key, isText: isText, in: root, path)
            }
            return .topLevel(key)
        }
        guard let uid = try parent.reference, let (fields, classUID) = try parent.object else {
            guard case .slot(let slot, _) = parent, isDictionary(slot) else { throw try parent.missing(.key(key)) }
            throw ArchiveError(
                .unrepresentable, "the dictionary isn't an object of its own, and is changed only as a whole",
                remedy: "set a new dictionary in its place")
        }
        guard key != ClassFields.instanceClass else {
            throw ArchiveError(
                .invalidPath, "a path doesn't change the class of an object",
                remedy: "use setValue(_:forKey:ofObjectAt:)")
        }
        if try slot(key, in: fields) != nil { return .field(uid, key) }
        let family = family(ofClassAt: classUID)
        let layout: CollectionLayout?
        do throws(CollectionDamage) {
            layout = try self.layout(of: .slots(fields), family)
        } catch {
            var damage = error.error
            damage.uid = uid
            throw damage
        }
        guard let layout else {
            // A dictionary with other fields only has no entries yet.
            return family == .dictionary ? .newEntry(uid, .text(PropertyListString(key))) : .field(uid, key)
        }
        guard let keys = layout.keys else { throw try parent.missing(.key(key)) }
        if let position = try position(of: key, isText: isText, among: keys.slots) {
            return place(of: position, in: layout, uid)
        }
        return .newEntry(uid, try newKey(key, isText: isText, in: layout, path))
    }

    /// The key that a name makes which a dictionary doesn't have.
    private func newKey(
        _ name: String,
        isText: Bool,
        in layout: CollectionLayout,
        _ path: ArchivePath
    ) throws(ArchiveError) -> EntryName {
        guard layout.isResizable else { throw layout.fixedForm.error("added to") }
        guard !isText, let keys = layout.keys, try areIntegers(keys.slots) else {
            return .text(PropertyListString(name))
        }
        if let integer = EntryName.integer(of: name), EntryName.integer(integer).value != nil {
            return .integer(integer)
        }
        throw ArchiveError(
            .invalidPath,
            "the keys of the dictionary are integers, and \(name.quotedForDisplay) is none",
            remedy: "quote the name for a key that is text: \(ArchivePath(path.steps.dropLast() + [.text(name)]))"
        )
    }

    /// The place of an element or of the value of an entry.
    private func place(of position: Int, in layout: CollectionLayout, _ uid: UID) -> EditLocation {
        guard !layout.isResizable else { return layout.keys == nil ? .element(uid, position) : .entry(uid, position) }
        switch layout.values.place {
        case .nowhere, .list: return .element(uid, position)
        case .fields(let prefix, let first):
            return .fixed(.field(uid, "\(prefix)\(first + position)"), layout.fixedForm)
        case .array(let path, let positions):
            let field = EditLocation.field(uid, path.first ?? "")
            if let array = try? slot(at: field), let uid = index.reference(array) {
                return .fixed(.element(uid, positions[position]), layout.fixedForm)
            }
            return .fixed(.inlineElement(field, positions[position]), layout.fixedForm)
        }
    }

    private func location(
        of position: Int,
        in parent: PathPlace,
        at path: ArchivePath,
        isInsertion: Bool
    ) throws(ArchiveError) -> EditLocation {
        let object = try parent.object
        guard let count = try parent.elements(of: object)?.count else { throw try parent.missing(.index(position)) }
        let place = position < 0 ? count + position : position
        guard place >= 0, place < count || (isInsertion && place == count) else {
            throw try parent.missing(.index(position))
        }
        if let uid = try parent.reference {
            guard let layout = try layout(ofObjectAt: uid) else { return .element(uid, place) }
            guard layout.isResizable || place < count else { throw layout.fixedForm.error("added to") }
            return self.place(of: place, in: layout, uid)
        }
        let list = try location(of: path)
        return try placeOfCollection(place, in: list, isInsertion: isInsertion) ?? .inlineElement(list, place)
    }

    /// The place in a collection that a position in one of its lists is, which has its own path too; nil for a list
    /// that is no part of a collection.
    private func placeOfCollection(
        _ position: Int,
        in list: EditLocation,
        isInsertion: Bool
    ) throws(ArchiveError) -> EditLocation? {
        guard case .field(let uid, let key) = list, let layout = try layout(ofObjectAt: uid) else { return nil }
        let isValue = layout.values.place.isList(key)
        guard isValue || layout.keys?.place.isList(key) == true else { return nil }
        guard layout.keys != nil else { return .element(uid, position) }
        guard !isInsertion else {
            throw ArchiveError(
                .unrepresentable, "a dictionary has as many keys as values, which are added together",
                remedy: "set the value by its key, which adds both")
        }
        return isValue ? .entry(uid, position) : .fixed(.inlineElement(list, position), .keys)
    }

    /// The value at a place; nil if there is none.
    func slot(at location: EditLocation) throws(ArchiveError) -> Slot? {
        switch location {
        case .topLevel(let key): return try topLevelSlot(key)
        case .field(let uid, let key):
            guard case .dictionary(let fields) = try content(at: uid) else { return nil }
            return try slot(key, in: fields)
        case .entry(let uid, let position), .element(let uid, let position):
            guard let values = try layout(ofObjectAt: uid)?.values, position < values.count else { return nil }
            return index.slot(position, of: values.slots)
        case .newEntry: return nil
        case .inlineElement(let list, let position):
            guard let list = try slot(at: list), let elements = index.elements(of: list), position < elements.count
            else { return nil }
            return index.slot(position, of: elements)
        case .fixed(let place, _): return try slot(at: place)
        }
    }
}

extension CollectionLayout {
    /// The form of a collection to which nothing can be added and from which nothing can be removed.
    fileprivate var fixedForm: FixedForm { counts == nil ? .other : .countedSet }
}
