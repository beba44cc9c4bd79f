internal import PropertyLists

/// The elements of a list that is being changed, in order, with an index of those that are keys.
struct EditedList: Sendable {
    private(set) var elements: [KeyedArchive.Slot]
    /// Where each text is, in a list of keys with an index.
    private var texts: TextPlaces?
    /// How often plain values of the archive had been changed when the index was made.
    private var valueChanges = 0

    init(_ elements: [KeyedArchive.Slot]) {
        self.elements = elements
    }

    var count: Int { elements.count }

    /// An element; its position is below ``count``.
    subscript(position: Int) -> KeyedArchive.Slot {
        get { elements[position] }
        set { elements[position] = newValue }
    }

    /// Adds an element after the others.
    mutating func append(_ element: KeyedArchive.Slot) {
        elements.append(element)
    }

    /// Puts an element before the one at a position, which is ``count`` at most.
    mutating func insert(_ element: KeyedArchive.Slot, at position: Int) {
        texts = nil
        elements.insert(element, at: position)
    }

    /// Removes an element; its position is below ``count``.
    mutating func remove(at position: Int) {
        elements.remove(at: position)
    }
}

// MARK: - Keys

extension EditedList {
    /// From how many keys on they have an index: fewer are looked at one by one.
    private static let minimumIndexedCount = 16

    /// The position of a text among keys; nil if they have no index that is up to date.
    ///
    /// - Parameter valueChanges: How often plain values of the archive were changed.
    /// - Returns: Nil inside if the text isn't there.
    func position(ofKey text: String, _ valueChanges: Int) -> Int?? {
        guard let texts, self.valueChanges == valueChanges else { return .none }
        return .some(texts.position(of: PropertyListString(text)))
    }

    /// Adds a key after the others.
    mutating func append(_ element: KeyedArchive.Slot, key: PropertyListString) {
        elements.append(element)
        texts?.append(key)
    }

    /// Removes the key at a position.
    mutating func remove(at position: Int, key: PropertyListString?) {
        elements.remove(at: position)
        if texts?.hasDuplicates == true { texts = nil }
        texts?.remove(at: position, key)
    }

    /// Finds out where the keys are, unless that is known or they are few.
    ///
    /// - Parameters:
    ///   - valueChanges: How often plain values of the archive were changed.
    ///   - text: The text of a key; nil if it isn't text. What throws leaves the keys without an index.
    mutating func indexKeys(
        _ valueChanges: Int,
        _ text: (KeyedArchive.Slot) throws(ArchiveError) -> PropertyListString?
    ) {
        guard texts == nil || self.valueChanges != valueChanges else { return }
        texts = nil
        guard count >= Self.minimumIndexedCount else { return }
        var found = TextPlaces(capacity: count)
        for element in elements {
            do throws(ArchiveError) {
                found.append(try text(element))
            } catch {
                return
            }
        }
        (texts, self.valueChanges) = (found, valueChanges)
    }
}
