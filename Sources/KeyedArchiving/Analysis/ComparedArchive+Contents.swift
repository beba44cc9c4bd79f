internal import PropertyLists

// What objects hold, in whichever form.

extension ComparedArchive {
    /// The contents of a collection.
    struct Collection {
        let layout: CollectionLayout
        /// The keys of a dictionary; nil for an array or a set.
        let keys: [ObjectIndex]?
        /// The elements, or the values of a dictionary.
        let values: [ObjectIndex]
        /// How often a counted set holds each element; nil for other collections.
        let counts: [ObjectIndex]?

        func steps(toKey position: Int) -> ArchiveComparer.Steps { layout.steps(toKey: position) }
    }

    /// The fields of the outer dictionary that archives usually don't have.
    var extraFields: [ArchiveIndex.Field] {
        index.pairs(of: archive.envelope.outer).filter { index.outerKey(at: $0.key) == nil }
    }

    func fields(_ fields: BinaryFields) -> [ArchiveIndex.Field] { Array(index.pairs(of: fields)) }

    func elements(at list: ObjectIndex) -> [ObjectIndex] { Array(index.members(at: list)) }

    func isScalar(_ value: ObjectIndex) -> Bool {
        switch item(at: value) {
        case .null, .scalar: true
        default: false
        }
    }

    /// The layout of an object that is a collection; nil for other objects, and for damaged ones, which are compared by
    /// their fields.
    func layout(of fields: BinaryFields, _ family: FoundationFamily?) -> CollectionLayout? {
        (try? index.layout(of: fields, family)) ?? nil
    }

    /// The lists of a collection that has all it holds in two fields, or in one; nil for other collections.
    func lists(of layout: CollectionLayout?, in fields: BinaryFields) -> (keys: ObjectIndex?, values: ObjectIndex)? {
        func list(_ part: CollectionLayout.Part) -> ObjectIndex? {
            if case .list(let key) = part.place { index.value(of: key, in: fields) } else { nil }
        }
        guard let layout, let values = list(layout.values) else { return nil }
        guard let keys = layout.keys else { return (nil, values) }
        return list(keys).map { ($0, values) }
    }

    /// The contents of a collection.
    func collection(_ layout: CollectionLayout) -> Collection {
        Collection(
            layout: layout, keys: layout.keys.map { objects($0.slots) }, values: objects(layout.values.slots),
            counts: layout.counts.map { objects($0.slots) })
    }

    /// The elements of a list of the file.
    private func objects(_ list: SlotList) -> [ObjectIndex] {
        if case .stored(let run) = list { return Array(index.members(of: run)) }
        return (0..<list.count).compactMap { position in
            if case .stored(let object) = index.slot(position, of: list) { object } else { nil }
        }
    }

    /// The number that keys with one name share: that of the text for a string object.
    func nameFingerprint(at key: ObjectIndex) -> Int {
        guard let uid = index.entryUID(at: key) else { return fingerprint(at: key) }
        let text = index.characters(ofStringAt: index[uid])
        return index.kind(of: text) == .string ? fingerprint(at: text) : fingerprint(at: key)
    }

    /// The names of the fields of an object, of long ones none.
    private mutating func shortNames(of fields: BinaryFields) throws(ArchiveError) -> Set<PropertyListString> {
        try step(through: fields.count)
        var names: Set<PropertyListString> = []
        for field in index.pairs(of: fields) {
            if let name = index.shortText(at: field.key) { names.insert(PropertyListString(name)) }
        }
        return names
    }

    /// The steps to an entry of a dictionary: its key if that is an integer or a short text and leads there; otherwise
    /// its position.
    ///
    /// - Parameter names: The steps to the entries that have names.
    func steps(toEntry position: Int, of collection: Collection, _ names: EntryNames) -> ArchiveComparer.Steps {
        let step = names.steps.step(toEntryAt: position) { names.fields.contains(PropertyListString($0)) }
        return step.map { [$0] } ?? collection.layout.steps(toValue: position)
    }

    /// The path steps to the entries of a dictionary that have names.
    struct EntryNames {
        fileprivate let steps: EntrySteps
        /// The names of the fields of its object, of long ones none.
        fileprivate let fields: Set<PropertyListString>
    }

    /// The path steps to the entries of a dictionary that have names.
    mutating func entryNames(_ keys: [ObjectIndex], in fields: BinaryFields) throws(ArchiveError) -> EntryNames {
        let names = keys.map { key in index.entryUID(at: key).flatMap { index.shortName(ofKeyAt: index[$0]) } }
        return EntryNames(steps: EntrySteps(names: names), fields: try shortNames(of: fields))
    }
}
