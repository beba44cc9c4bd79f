internal import PropertyLists

/// The elements of a list that is being changed, in order, with an index of those that are keys.
struct ChangedList: Sendable {
    private(set) var elements: [KeyedArchive.Slot]
    /// The positions of the keys, in a list of keys with an index.
    private var places: KeyPlaces?
    /// How often keys of the archive had been changed when the index was made.
    private var keyChanges = 0

    init(_ elements: [KeyedArchive.Slot]) {
        self.elements = elements
    }

    var count: Int { elements.count }

    /// An element; its position is below ``count``.
    subscript(position: Int) -> KeyedArchive.Slot {
        get { elements[position] }
        set {
            places = nil
            elements[position] = newValue
        }
    }

    /// Adds an element after the others.
    mutating func append(_ element: KeyedArchive.Slot) {
        elements.append(element)
    }

    /// Puts an element before the one at a position, which is ``count`` at most.
    mutating func insert(_ element: KeyedArchive.Slot, at position: Int) {
        places = nil
        elements.insert(element, at: position)
    }

    /// Removes an element; its position is below ``count``.
    mutating func remove(at position: Int) {
        elements.remove(at: position)
    }
}

// MARK: - Keys

extension ChangedList {
    /// The number of keys from which on they are indexed: fewer are searched one by one.
    private static let minimumIndexedCount = 16

    /// The position of a name among keys; nil if they have no index that is up to date.
    ///
    /// - Parameter keyChanges: How often keys of the archive were changed.
    /// - Returns: Nil inside if the key isn't there.
    func position(ofKey name: EntryName, _ keyChanges: Int) -> Int?? {
        guard let places, self.keyChanges == keyChanges else { return .none }
        return .some(places.position(of: name))
    }

    /// Adds a key after the others.
    mutating func append(_ element: KeyedArchive.Slot, key: EntryName) {
        elements.append(element)
        places?.append(key)
    }

    /// Removes the key at a position.
    mutating func remove(at position: Int, key: EntryName?) {
        elements.remove(at: position)
        if places?.hasDuplicates == true { places = nil }
        places?.remove(at: position, key)
    }

    /// Makes an index of the positions of the keys, unless there is one already or the keys are few.
    ///
    /// - Parameters:
    ///   - keyChanges: How often keys of the archive were changed.
    ///   - name: The name of a key; nil if it has none. If it throws, the keys stay without an index.
    /// - Returns: Whether an index was made.
    @discardableResult
    mutating func indexKeys(
        _ keyChanges: Int,
        _ name: (KeyedArchive.Slot) throws(ArchiveError) -> EntryName?
    ) -> Bool {
        guard places == nil || self.keyChanges != keyChanges else { return false }
        places = nil
        guard count >= Self.minimumIndexedCount else { return false }
        var found = KeyPlaces(.last, capacity: count)
        for element in elements {
            do throws(ArchiveError) {
                found.append(try name(element))
            } catch {
                return false
            }
        }
        (places, self.keyChanges) = (found, keyChanges)
        return true
    }
}
