internal import PropertyLists

extension PathPlace {
    /// A place one step from another; two steps where a dictionary's key isn't text.
    typealias Member = (steps: [ArchivePath.Step], place: PathPlace)

    /// An entry of a dictionary of an archive.
    typealias Entry = (key: Member, value: Member)

    /// The elements of an array or a set.
    func elementMembers(charging budget: inout Budget) throws(ArchiveError) -> [Member] {
        try elementMembers(try elements(of: object(charging: &budget)), charging: &budget)
    }

    private func elementMembers(_ elements: Elements?, charging budget: inout Budget) throws(ArchiveError) -> [Member] {
        guard let elements else { return [] }
        try archive?.checkContent(ofCount: elements.count)
        try charge(elements.count, from: &budget)
        return elements.enumerated().map { ([.index($0)], $1) }
    }

    /// The top-level values, the fields of an object, the values of a dictionary.
    ///
    /// The fields in which a collection keeps its contents aren't among them, nor is the later of two with one key, to
    /// which no path leads.
    func namedMembers(charging budget: inout Budget) throws(ArchiveError) -> [Member] {
        try namedMembers(in: contents(charging: &budget), charging: &budget)
    }

    /// All that is one step from here: named members, the keys of a dictionary that are objects, elements.
    func members(charging budget: inout Budget) throws(ArchiveError) -> [Member] {
        let contents = try contents(charging: &budget)
        return try namedMembers(in: contents, charging: &budget) + Self.keyMembers(contents.entries)
            + elementMembers(contents.elements, charging: &budget)
    }

    /// The content of the place, read once for all members.
    private struct Contents {
        var object: Object?
        var layout: CollectionLayout?
        var entries: [Entry]?
        var elements: Elements?
    }

    private func contents(charging budget: inout Budget) throws(ArchiveError) -> Contents {
        let object = try object(charging: &budget)
        let layout = object.flatMap { archive?.soundLayout(of: $0.fields, $0.classUID) }
        let entries = try entries(of: object, layout, charging: &budget)
        return Contents(object: object, layout: layout, entries: entries, elements: try elements(of: object))
    }

    /// Charges looking for one member: the fields of an object, or the keys of a dictionary, are gone through.
    func chargeLook(from budget: inout Budget) throws(ArchiveError) {
        let count: Int
        switch self {
        case .topLevel: count = 0
        case .value(let value, _): count = value.dictionaryValue?.count ?? 0
        case .slot(let slot, let shared): count = try shared.archive.fieldCount(at: slot)
        }
        try budget.step(through: count)
    }

    private func namedMembers(in contents: Contents, charging budget: inout Budget) throws(ArchiveError) -> [Member] {
        switch self {
        case .topLevel(let shared):
            return try fieldMembers(shared.archive.topFields, shared, isObject: false, charging: &budget)
        case .value(let value, let bounds):
            guard let dictionary = value.dictionaryValue else { return [] }
            try charge(dictionary.count, from: &budget)
            var seen: Set<PropertyListString> = []
            var members: [Member] = []
            for (key, value) in dictionary {
                guard case .string(let text) = key else { continue }
                // A key that many dictionaries share is hashed for each.
                try budget.step(text.size / 16)
                guard let key = text.string, seen.insert(text).inserted else { continue }
                members.append(([.key(key)], .value(value, bounds)))
            }
            return members
        case .slot(let slot, let shared):
            guard let (fields, _) = contents.object else {
                try chargeLook(from: &budget)
                guard let fields = try shared.archive.inlineFields(at: slot) else { return [] }
                return try fieldMembers(fields, shared, isObject: false, charging: &budget)
            }
            let members = contents.entries?.map(\.value) ?? []
            return try fieldMembers(fields, shared, in: contents.layout, charging: &budget) + members
        }
    }

    /// The keys of a dictionary that are objects, and so have no separate step.
    private static func keyMembers(_ entries: [Entry]?) -> [Member] {
        guard let entries else { return [] }
        return entries.lazy.map(\.key).filter { key in
            guard let uid = try? key.place.reference else { return false }
            if case .dictionary? = try? key.place.archive?.content(at: uid) { return true }
            return false
        }
    }

    /// The fields of an object or of a top level; of an object without its class.
    ///
    /// - Parameter layout: The layout of its elements as a collection, whose fields are left out, too.
    func fieldMembers(
        _ fields: Fields,
        _ shared: SharedArchive,
        isObject: Bool = true,
        in layout: CollectionLayout? = nil,
        charging budget: inout Budget
    ) throws(ArchiveError) -> [Member] {
        try charge(fields.count, from: &budget)
        var seen: Set<PropertyListString> = []
        var members: [Member] = []
        for field in fields {
            let text = try shared.archive.key(field.key, charging: &budget)
            guard let key = text.string, seen.insert(text).inserted,
                !isObject || !key.isIdentical(to: ClassFields.instanceClass), layout?.stores(key) != true
            else { continue }
            members.append(([.key(key)], .slot(field.value, shared)))
        }
        return members
    }

    /// The entries of a dictionary of an archive, with the steps that lead to them; nil if there is none here.
    func entries(charging budget: inout Budget) throws(ArchiveError) -> [Entry]? {
        let object = try object(charging: &budget)
        let layout = object.flatMap { archive?.soundLayout(of: $0.fields, $0.classUID) }
        return try entries(of: object, layout, charging: &budget)
    }

    private func entries(
        of object: Object?,
        _ layout: CollectionLayout?,
        charging budget: inout Budget
    ) throws(ArchiveError) -> [Entry]? {
        guard case .slot(_, let shared) = self, let fields = object?.fields, let layout, let keys = layout.keys else {
            return nil
        }
        let archive = shared.archive
        try archive.checkContent(ofCount: 2 * keys.count)
        try charge(2 * keys.count, from: &budget)
        // A field comes before the key of an entry.
        var names: Set<PropertyListString> = []
        for field in fields { names.insert(try archive.key(field.key, charging: &budget)) }
        var keyNames: [EntryName?] = []
        for position in 0..<keys.count {
            keyNames.append(
                try? archive.name(ofKey: archive.index.slot(position, of: keys.slots), charging: &budget))
        }
        let named = EntrySteps(names: keyNames)
        var entries: [Entry] = []
        entries.reserveCapacity(keys.count)
        for position in 0..<keys.count {
            let step = named.step(toEntryAt: position) { names.contains(PropertyListString($0)) }
            let steps = step.map { [$0] } ?? layout.steps(toValue: position)
            let key = PathPlace.slot(archive.index.slot(position, of: keys.slots), shared)
            let value = PathPlace.slot(archive.index.slot(position, of: layout.values.slots), shared)
            entries.append(((layout.steps(toKey: position), key), (steps, value)))
        }
        return entries
    }

    /// The memory of a member in bytes: itself, and its steps, which have separate memory.
    private static let memberSize =
        MemoryLayout<Member>.stride + Budget.containerSize + MemoryLayout<ArchivePath.Step>.stride

    private func charge(_ count: Int, from budget: inout Budget) throws(ArchiveError) {
        try budget.step(through: count)
        try budget.allocate(count, of: Self.memberSize, at: nil)
        try budget.allocateContainer(of: 0)
    }
}

extension KeyedArchive {
    /// The number of fields, keys or elements that a search in the object of a slot visits.
    fileprivate func fieldCount(at slot: Slot) throws(ArchiveError) -> Int {
        switch slot {
        case .stored(let object):
            return try reference(slot).map { fieldCount(of: $0) } ?? index.members(at: object).count
        case .new(.uid(let uid)): return fieldCount(of: uid)
        case .new(let value): return value.arrayValue?.count ?? value.dictionaryValue?.count ?? 0
        case .list(let list): return list.count
        }
    }

    /// The steps for the names of a class record: a look at one reads them all, and takes about so much for each.
    private func nameSteps(at entry: ObjectIndex) -> Int {
        guard let fields = index.classRecord(at: entry), let chain = index.value(of: ClassFields.hierarchy, in: fields)
        else {
            return 0
        }
        return index.members(at: chain).count.multipliedOrMaximum(by: 8)
    }

    private func fieldCount(of uid: UID) -> Int {
        guard let content = edits.content(at: uid, sourceCount: index.entries.count) else {
            return index[uid].map { (index.members(at: $0).count / 2).addingOrMaximum(nameSteps(at: $0)) } ?? 0
        }
        guard case .dictionary(let slots) = content else { return 0 }
        // The keys of a dictionary that was changed may be looked at one by one.
        return slots.reduce(slots.count) { count, slot in
            switch slot.value {
            case .new(.array(let elements)): count + elements.count
            case .list(let list): count + list.count
            case .new, .stored: count
            }
        }
    }
}
