internal import PropertyLists

/// The elements of a list that is being changed, in order.
///
/// Setting, adding and removing one costs the same however many there are: one that is removed leaves its place empty,
/// until half of the places are.
struct EditedList: Sendable {
    private var places: [KeyedArchive.Slot?]
    /// How many places are filled, as a binary indexed tree; empty while all of them are.
    ///
    /// The number at *i* is for the last places up to *i*, as many as the lowest bit of *i* + 1 says.
    private var filled: [Int32] = []
    private(set) var count: Int
    /// Where each text is, in a list of keys with an index.
    private var texts: TextPlaces?

    /// The places of texts.
    private struct TextPlaces {
        /// Of two with one text, the first.
        var places: [PropertyListString: Int]
        var hasDuplicates: Bool
        /// How often plain values of the archive had been changed.
        var valueChanges: Int
    }

    init(_ elements: [KeyedArchive.Slot]) {
        places = elements
        count = elements.count
    }

    /// The elements in their order.
    var elements: [KeyedArchive.Slot] { places.compactMap { $0 } }

    /// An element; its position is below ``count``.
    subscript(position: Int) -> KeyedArchive.Slot {
        get { places[place(of: position)] ?? .new(.null) }
        set { places[place(of: position)] = newValue }
    }

    /// Adds an element after the others.
    mutating func append(_ element: KeyedArchive.Slot) {
        places.append(element)
        count += 1
        if !filled.isEmpty { filled.append(filledCount(endingAt: places.count)) }
    }

    /// Puts an element before the one at a position, which is ``count`` at most.
    ///
    /// - Complexity: O(*n*) unless it is added after the others.
    mutating func insert(_ element: KeyedArchive.Slot, at position: Int) {
        guard position < count else { return append(element) }
        compact()
        texts = nil
        places.insert(element, at: position)
        count += 1
    }

    /// Removes an element; its position is below ``count``.
    mutating func remove(at position: Int) {
        let place = place(of: position)
        count -= 1
        guard place < places.count - 1 else {
            places.removeLast()
            if filled.isEmpty { return }
            filled.removeLast()
            while let last = places.last, last == nil {
                places.removeLast()
                filled.removeLast()
            }
            return
        }
        if filled.isEmpty {
            filled.reserveCapacity(places.count)
            for end in 1...places.count { filled.append(Int32(truncatingIfNeeded: end & -end)) }
        }
        places[place] = nil
        var end = place + 1
        while end <= places.count {
            filled[end - 1] -= 1
            end += end & -end
        }
        if count < places.count / 2 { compact() }
    }

    // MARK: Places

    /// The place of the element at a position.
    private func place(of position: Int) -> Int {
        if filled.isEmpty { return position }
        var place = 0
        var rest = Int32(truncatingIfNeeded: position) + 1
        var width = 1
        while width <= places.count / 2 { width *= 2 }
        while width > 0 {
            if place + width <= places.count, filled[place + width - 1] < rest {
                rest -= filled[place + width - 1]
                place += width
            }
            width /= 2
        }
        return place
    }

    /// How many elements are before a place.
    private func position(of place: Int) -> Int {
        if filled.isEmpty { return place }
        var position = 0
        var end = place
        while end > 0 {
            position += Int(filled[end - 1])
            end -= end & -end
        }
        return position
    }

    /// How many of the places that the tree's last number is for are filled; the last is.
    private func filledCount(endingAt end: Int) -> Int32 {
        var count: Int32 = 1
        var inner = end - 1
        while inner > end - (end & -end) {
            count += filled[inner - 1]
            inner -= inner & -inner
        }
        return count
    }

    /// Drops the empty places.
    private mutating func compact() {
        guard !filled.isEmpty else { return }
        if var moved = texts.take() {
            moved.places = moved.places.mapValues { position(of: $0) }
            texts = moved
        }
        places = places.filter { $0 != nil }
        filled = []
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
        guard let texts, texts.valueChanges == valueChanges else { return .none }
        return .some(texts.places[PropertyListString(text)].map { position(of: $0) })
    }

    /// Adds a key after the others.
    mutating func append(_ element: KeyedArchive.Slot, key: PropertyListString) {
        append(element)
        guard var texts = texts.take() else { return }
        if texts.places[key] == nil { texts.places[key] = places.count - 1 } else { texts.hasDuplicates = true }
        self.texts = texts
    }

    /// Removes the key at a position.
    mutating func remove(at position: Int, key: PropertyListString?) {
        if var texts = texts.take(), !texts.hasDuplicates {
            if let key { texts.places[key] = nil }
            self.texts = texts
        }
        remove(at: position)
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
        guard texts?.valueChanges != valueChanges else { return }
        texts = nil
        guard count >= Self.minimumIndexedCount else { return }
        var found = TextPlaces(places: [:], hasDuplicates: false, valueChanges: valueChanges)
        found.places.reserveCapacity(count)
        for (place, element) in places.enumerated() {
            guard let element else { continue }
            do throws(ArchiveError) {
                guard let text = try text(element) else { continue }
                if found.places[text] == nil { found.places[text] = place } else { found.hasDuplicates = true }
            } catch {
                return
            }
        }
        texts = found
    }
}
