internal import PropertyLists

// How what was decoded and not changed is written as it was stored. An object that is encoded stands in the place of an
// entry: the one that it carries, or the one that its holder has under the same key or at the same position.

extension KeyedArchiver {
    /// Whether the object that is being encoded stands in the place of an entry.
    @usableFromInline
    var hasPlace: Bool { @inline(__always) get { !state.frame.place.isNone } }

    /// Whether the entry in whose place an object is encoded has a field with a stored key.
    package func holds(_ key: String) -> Bool {
        let place = state.frame.place
        guard !place.isNone else { return false }
        return state.origins.sources[place.source].value(forKey: key, at: place.uid, depth: state.depth) != nil
    }

    /// Whether that field is a reference that stands for nil.
    package func holdsNil(_ key: String) -> Bool {
        let place = state.frame.place
        guard !place.isNone else { return false }
        let source = state.origins.sources[place.source]
        guard let index = source.value(forKey: key, at: place.uid, depth: state.depth) else { return false }
        return source.origin.archive.entryUID(at: index) == .null
    }

    /// The value that the field decodes to as a type; nil if there is no such field, or it can't be decoded as the
    /// type.
    package func storedValue<Value: StoredValue>(_ type: Value.Type, forKey key: String) -> Value? {
        storedEntry(forKey: key).flatMap { $0.source.value(type, at: $0.uid) }
    }

    /// The name of the class of the object that the field refers to; nil for a plain value, and if there is none.
    package func storedClassName(forKey key: String) -> String? {
        storedEntry(forKey: key).flatMap { $0.source.record(ofObjectAt: $0.uid)?.name }
    }

    /// The entry that the field refers to.
    private func storedEntry(forKey key: String) -> (source: StoredSource, uid: EntryUID)? {
        let place = state.frame.place
        guard !place.isNone else { return nil }
        let source = state.origins.sources[place.source]
        return (source, source.entry(forKey: key, at: place.uid, depth: state.depth))
    }

    // MARK: References

    /// Encodes a reference to an object that is encoded under a key.
    @usableFromInline
    @inline(never)
    func reference(to object: (any Codingable)?, inPlaceOf key: String, isStored: Bool = false) throws -> UID {
        guard let object else { return .null }
        let place = state.frame.place
        guard !place.isNone else { return try reference(to: object) }
        let key = isStored ? key : CodingKeyRules.stored(key)
        let uid = state.origins.sources[place.source].entry(forKey: key, at: place.uid, depth: state.depth)
        return try reference(to: object, at: place.part(uid))
    }

    /// Encodes a reference to an object in the place of an entry.
    func reference(to object: any Codingable, at place: StoredPlace) throws -> UID {
        guard !place.isNone, place.uid != .null else { return try reference(to: object) }
        let source = state.origins.sources[place.source]
        if let value = object as? any StoredValue {
            guard state.classNames[ObjectIdentifier(type(of: value))] == nil, source.holds(value, at: place.uid) else {
                // A changed value is a new object; only its parts can be those that are stored in its place.
                guard source.origin.fields(at: place.uid) != nil else { return try reference(to: object) }
                var place = place
                place.isOfChangedValue = true
                return try encodeReference(to: object, at: place)
            }
            return try reference(toUnchanged: value, at: StoredPlace(source: place.source, uid: place.uid))
        }
        return try encodeReference(to: object, at: place)
    }

    private func encodeReference(to object: any Codingable, at place: StoredPlace) throws -> UID {
        let outer = state.place
        state.place = place
        defer { state.place = outer }
        return try reference(to: object)
    }

    /// Encodes a value that carries its entry in its stored form; nil if the entry is a plain value that wasn't written
    /// yet.
    func reference(to value: any Codingable, storedAt entry: StoredEntry) throws -> UID? {
        let place = place(of: entry)
        let source = state.origins.sources[place.source]
        if let written = source.written[entry.uid] { return written.uid.uid }
        guard !entry.isOfCopy, source.origin.fields(at: entry.uid) != nil,
            state.classNames[ObjectIdentifier(type(of: value))] == nil
        else { return nil }
        return try reference(toUnchanged: value, at: place)
    }

    /// Encodes a value that equals the decoded value of a place.
    ///
    /// If its type writes exactly the stored fields, the value is encoded: the type knows the layout of Apple's class.
    /// Otherwise the stored object is copied.
    private func reference(toUnchanged value: any Codingable, at place: StoredPlace) throws -> UID {
        let source = state.origins.sources[place.source]
        if let written = source.written[place.uid] { return written.uid.uid }
        guard source.isWhatTypeWrites(value, at: place.uid, layout) else {
            return try copy(at: place, insteadOf: value)
        }
        let uid = try encodeReference(to: value, at: place)
        if uid != .null { source.note(EntryUID(uid), at: place.uid, isCopy: true) }
        return uid
    }

    /// Copies the stored object of a place.
    private func copy(at place: StoredPlace, insteadOf object: any Codingable) throws -> UID {
        let source = state.origins.sources[place.source]
        return try storing(object) { try copy(of: place.uid, from: source) }
    }

    /// Stores an object in another way than its type does.
    ///
    /// The delegate is asked about the object, but not about its parts.
    func storing(_ object: any Codingable, _ store: () throws -> UID) throws -> UID {
        guard let held = heldDelegate else { return try store() }
        return try callingHooks(of: object) {
            let objectCount = state.objects.count
            guard let final = try ask(held, about: object, replacedBy: object) else { return .null }
            guard Substitution.isSame(object, final) else {
                return try encode(final, for: object, false, objectCount: objectCount).uid
            }
            state.hasDelegate = false
            defer { state.hasDelegate = true }
            let uid = try store()
            held.archiver(self, didEncode: object)
            return uid
        }
    }

    private func copy(of uid: EntryUID, from source: StoredSource) throws -> UID {
        // Secure coding is about what code a reader runs, and copies hold what was there.
        let requiredSecureCoding = state.requiresSecureCoding
        state.requiresSecureCoding = false
        defer { state.requiresSecureCoding = requiredSecureCoding }
        guard let copy = try source.copy(of: uid) else { return .null }
        return try reference(to: copy)
    }

    // MARK: Objects

    /// Begins to write the fields of an object that carries its entry.
    package func begin(_ object: some Codingable & AnyObject, at entry: StoredEntry?) {
        guard let entry, let known = known(object) else { return }
        note(known.uid, at: entry)
        guard !entry.isOfCopy else { return }
        let place = place(of: entry)
        state.frame.place = place
    }

    /// Keeps which entry an object that was written was decoded from.
    func note(_ uid: EntryUID, at entry: StoredEntry) {
        // The place first: finding it may add an archive, and no access to the state is open meanwhile.
        let place = place(of: entry)
        let source = state.origins.sources[place.source]
        // A copy that refers to what a program has doesn't take its place.
        if entry.isOfCopy, source.written[entry.uid]?.uid == uid { return }
        source.note(uid, at: entry.uid, isCopy: entry.isOfCopy)
    }

    /// The place of an entry that an object carries.
    private func place(of entry: StoredEntry) -> StoredPlace {
        StoredPlace(source: state.origins.number(of: entry.source), uid: entry.uid)
    }

    /// Begins to write the fields of an object in the place of an entry, if its type reads the class of that.
    func begin(_ type: any Codingable.Type, _ uid: EntryUID, at place: StoredPlace) {
        guard !place.isNone, place.uid != .null else { return }
        let source = state.origins.sources[place.source]
        guard let record = source.record(ofObjectAt: place.uid), reads(type, record, source.origin.registry) else {
            return
        }
        if !place.isOfChangedValue {
            guard source.written[place.uid] == nil || source.written[place.uid]?.uid == uid else { return }
            source.note(uid, at: place.uid, isCopy: false)
        }
        state.frame.place = place
    }

    private func reads(_ type: any Codingable.Type, _ record: ArchivedClass, _ registry: ClassRegistry) -> Bool {
        let isNamed = { (name: String) in
            record.isKind(ofClassNamed: name) || record.fallbacks.contains { $0.isIdentical(to: name) }
        }
        if isNamed(type.codedClassName) || type.codedClassAliases.contains(where: isNamed) { return true }
        return registry.type(forClassName: record.name).map { ObjectIdentifier($0) == ObjectIdentifier(type) } ?? false
    }

    /// The place of an object: that of the entry that it carries, or the one in which it is encoded.
    func place(of object: some Codingable, orElse place: StoredPlace) -> StoredPlace {
        if ObjectIdentifier(type(of: object)) == ObjectIdentifier(ArchivedObject.self) { return .none }
        guard let entry = (object as? any StoredContainer)?.entry else { return place }
        return entry.isOfCopy ? .none : self.place(of: entry)
    }

    /// The class record of an object of a type of the library's own: that of its entry, if that stands for the same
    /// class.
    func storedRecord(
        of type: any Codingable.Type,
        insteadOf own: ArchivedClass,
        at place: StoredPlace
    ) -> ArchivedClass {
        guard !place.isNone else { return own }
        let source = state.origins.sources[place.source]
        guard let stored = source.record(ofObjectAt: place.uid), reads(type, stored, source.origin.registry) else {
            return own
        }
        if let value = type as? any StoredValue.Type { return value.keepsClass(stored) ? stored : own }
        guard let container = type as? any StoredContainer.Type,
            container.isMutable(stored) == container.isMutable(own)
        else { return own }
        return stored
    }

    /// Writes the fields of the entry in whose place an object is encoded that its type doesn't write.
    @inline(never)
    @usableFromInline
    func encodeOtherFields(of object: some Codingable) throws {
        // An object of a class that isn't known has all fields that were stored.
        guard let container = object as? any StoredContainer, !(container is ArchivedObject) else { return }
        let place = state.frame.place
        let source = state.origins.sources[place.source]
        let archive = source.origin.archive
        let owns = type(of: container).owns
        guard let fields = source.origin.fields(at: place.uid),
            fields.positions.contains(where: { position in
                let key = archive.reader.key(position, of: fields)
                return !archive.isText(key, ClassFields.instanceClass) && archive.shortText(at: key).map(owns) != true
            }),
            let copy = try source.copy(of: place.uid) as? ArchivedObject
        else { return }
        state.frame.place = .none
        for field in copy.fields where !owns(field.key) { try encode(field) }
    }

    /// The UID of an object that was written for an entry before, if that is to be this one.
    ///
    /// An object takes the place of a copy of its entry; a copy is never written beside the object.
    func takeWritten(_ object: some Codingable & AnyObject) throws -> EntryUID? {
        var place = state.place.isOfChangedValue ? .none : state.place
        var isCopy = false
        if let entry = (object as? any StoredContainer)?.entry {
            isCopy = entry.isOfCopy
            place = self.place(of: entry)
        }
        guard !place.isNone, let written = state.origins.sources[place.source].written[place.uid],
            isCopy || written.isCopy
        else { return nil }
        remember(object, written.uid, isEncoded: true)
        if isCopy { return written.uid }
        try encodeNowOrLater(object, type(of: object), original: nil, uid: written.uid)
        return written.uid
    }

    // MARK: Lists

    /// Encodes the elements of a collection in the places of those that were stored.
    @inline(never)
    @usableFromInline
    func encodeInPlace(_ elements: [(any Codingable)?], forKey key: String) throws {
        try encode(elements, at: places(of: elements, forKey: key), forKey: key)
    }

    /// The places in which the elements of a list under a stored key are encoded.
    func places(of elements: [(any Codingable)?], forKey key: String) -> [StoredPlace] {
        places(of: elements) { source, uid in source.entries(forKey: key, at: uid, depth: state.depth) }
    }

    /// The places in which elements are encoded that have a stored key each.
    func places(of elements: [(any Codingable)?], forKeys key: (Int) -> String) -> [StoredPlace] {
        places(of: elements) { source, uid in source.entries(forKeys: key, at: uid, depth: state.depth) }
    }

    private func places(
        of elements: [(any Codingable)?],
        in entries: (StoredSource, EntryUID) -> [EntryUID]
    ) -> [StoredPlace] {
        let place = state.frame.place
        guard !place.isNone else { return Array(repeating: .none, count: elements.count) }
        let source = state.origins.sources[place.source]
        return aligned(elements, with: entries(source, place.uid), of: source).map { place.part($0) }
    }

    /// Encodes the entries of a dictionary in the places of those with the same keys.
    @inline(never)
    @usableFromInline
    func encodeEntriesInPlace(_ keys: [any Codingable], _ values: [any Codingable]) throws {
        let place = state.frame.place
        let source = state.origins.sources[place.source]
        let storedKeys = source.entries(forKey: CollectionPart.keys.key, at: place.uid, depth: state.depth)
        let storedValues = source.entries(forKey: CollectionPart.values.key, at: place.uid, depth: state.depth)
        var positions = StoredPositions(storedKeys, source, areKeys: true)
        let found = found(keys, in: &positions, of: source)
        func places(_ stored: [EntryUID]) -> [StoredPlace] {
            found.map { position in
                place.part(position.flatMap { $0 < stored.count ? stored[$0] : nil } ?? .null)
            }
        }
        let (keyPlaces, valuePlaces) = (places(storedKeys), places(storedValues))
        guard numbersElements else {
            try encode(keys, at: keyPlaces, forKey: CollectionPart.keys.key)
            return try encode(values, at: valuePlaces, forKey: CollectionPart.values.key)
        }
        // Keys and values take turns, each in a separate field.
        for position in keys.indices {
            let (key, value) = ((keys[position], keyPlaces[position]), (values[position], valuePlaces[position]))
            try encodeEntry(key, value, at: position)
        }
    }

    private func encode(_ elements: [(any Codingable)?], at places: [StoredPlace], forKey key: String) throws {
        try encodeReferences(forKey: key) {
            for (element, place) in zip(elements, places) {
                appendElement(try reference(toElement: element, at: place, forKey: key))
            }
        }
    }

    /// The stored elements that correspond to those of a list.
    ///
    /// Inserting, removing or moving an element leaves the others matched. In a list of unchanged length, an element
    /// that isn't found corresponds to the stored one at its position.
    ///
    /// - Complexity: O(*n*) in the number of elements.
    private func aligned(
        _ elements: [(any Codingable)?],
        with stored: [EntryUID],
        of source: StoredSource
    ) -> [EntryUID] {
        let isAsLong = elements.count == stored.count
        let staying = isAsLong ? zip(elements, stored).map { isInPlace($0, $1, of: source) } : []
        if isAsLong, staying.allSatisfy({ $0 }) { return stored }
        var positions = StoredPositions(stored, source)
        // An element that stayed keeps its place, though an equal one before it may have changed.
        for (position, stays) in staying.enumerated() where stays { positions.take(position) }
        let found = found(elements, in: &positions, of: source, staying: staying)
        var result = found.map { $0.map { stored[$0] } ?? .null }
        guard isAsLong else { return result }
        for position in elements.indices where found[position] == nil && !positions.isTaken(position) {
            result[position] = stored[position]
        }
        return result
    }

    /// The positions at which the elements of a list were stored; nil for elements that weren't.
    ///
    /// - Parameter staying: For each element, whether its place is taken for it already; empty if none is.
    private func found(
        _ elements: [(any Codingable)?],
        in positions: inout StoredPositions,
        of source: StoredSource,
        staying: [Bool] = []
    ) -> [Int?] {
        let stored = positions.stored
        var next = 0
        return elements.enumerated().map { place, element in
            if staying.indices.contains(place), staying[place] {
                next = max(next, place + 1)
                return place
            }
            let element = element.map(asStored)
            let isNext =
                next < stored.count && !positions.isTaken(next) && isSame(element, as: stored[next], of: source)
            guard let position = isNext ? next : positions.next(for: element) else { return nil }
            positions.take(position)
            next = max(next, position + 1)
            return position
        }
    }

    /// The raw value of an object that is stored as its raw value; otherwise the object itself.
    private func asStored(_ object: any Codingable) -> any Codingable {
        guard type(of: object)._kind.isInline, let value = object as? any RawRepresentable else { return object }
        return value.rawValue as? any Codingable ?? object
    }

    /// Whether an object is the entry, or a plain value where a plain value is, which is written alike in any place.
    private func isInPlace(_ object: (any Codingable)?, _ uid: EntryUID, of source: StoredSource) -> Bool {
        if object is any StoredValue, source.origin.fields(at: uid) == nil { return true }
        return isSame(object, as: uid, of: source)
    }

    /// Whether an object is the entry, as far as can be told without encoding it.
    private func isSame(_ object: (any Codingable)?, as uid: EntryUID, of source: StoredSource) -> Bool {
        switch object {
        case nil: return uid == .null || source.isEqual(ArchivedNull(), at: uid)
        case let value as IdentifiedValue: return value.entry?.origin === source.origin && value.entry?.uid == uid
        case let value as any StoredValue: return source.isEqual(value, at: uid)
        case let object?:
            if let entry = (object as? any StoredContainer)?.entry {
                return entry.origin === source.origin && entry.uid == uid
            }
            return source.record(ofObjectAt: uid).map { reads(type(of: object), $0, source.origin.registry) } ?? false
        }
    }
}

/// The positions of the elements of a stored list, by their identity or content.
private struct StoredPositions {
    let stored: [EntryUID]
    private let source: StoredSource
    /// Whether they are keys, which are looked up by their values even where these are plain.
    private let areKeys: Bool
    private var taken: [Bool]
    /// The positions of entries, from the last to the first; nil as long as no one asked.
    private var entries: [EntryUID: [Int]]?
    /// The positions of objects by their values, for each type that was asked for.
    private var values: [ObjectIdentifier: [AnyHashable: [Int]]] = [:]

    init(_ stored: [EntryUID], _ source: StoredSource, areKeys: Bool = false) {
        (self.stored, self.source, self.areKeys) = (stored, source, areKeys)
        taken = Array(repeating: false, count: stored.count)
    }

    /// Whether an element of the list has the place already.
    func isTaken(_ position: Int) -> Bool { taken[position] }

    /// Gives a place to an element of the list.
    mutating func take(_ position: Int) { taken[position] = true }

    /// The first place of an object that isn't taken; nil if there is none, or the object can't be told from others.
    ///
    /// - Complexity: amortized O(1), and O(*n*) for the first object of each type.
    mutating func next(for object: (any Codingable)?) -> Int? {
        if areKeys, let text = object.flatMap({ PropertyListString.converted($0) }) { return next(forValue: text) }
        switch object {
        case nil: return nil
        case let value as IdentifiedValue: return next(for: value.entry) ?? (areKeys ? next(for: value.value) : nil)
        case let value as any StoredValue: return next(forValue: value)
        case let object?: return next(for: (object as? any StoredContainer)?.entry)
        }
    }

    private mutating func next(for entry: StoredEntry?) -> Int? {
        guard let entry, entry.origin === source.origin else { return nil }
        if entries == nil {
            entries = [:]
            for (position, uid) in stored.enumerated().reversed() { entries?[uid, default: []].append(position) }
        }
        while let position = entries?[entry.uid]?.popLast() {
            if !taken[position] { return position }
        }
        return nil
    }

    private mutating func next<Value: StoredValue>(forValue value: Value) -> Int? {
        guard let key = Self.key(of: value) else { return nil }
        let type = ObjectIdentifier(Value.self)
        if values[type] == nil {
            values[type] = [:]
            for (position, uid) in stored.enumerated().reversed() {
                // Plain elements need no place of their own.
                guard areKeys || source.origin.fields(at: uid) != nil else { continue }
                guard let key = source.value(Value.self, at: uid).flatMap(Self.key) else { continue }
                values[type]?[key, default: []].append(position)
            }
        }
        while let position = values[type]?[key]?.popLast() {
            if !taken[position] { return position }
        }
        return nil
    }

    private static func key(of value: any StoredValue) -> AnyHashable? {
        (value as? any Hashable).map { AnyHashable($0) }
    }
}
