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
        try pay(elements.count, from: &budget)
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

    /// What is here, read once for all members.
    private struct Contents {
        var object: Object?
        var entries: [Entry]?
        var elements: Elements?
    }

    private func contents(charging budget: inout Budget) throws(ArchiveError) -> Contents {
        let object = try object(charging: &budget)
        let entries = try entries(of: object, charging: &budget)
        return Contents(object: object, entries: entries, elements: try elements(of: object))
    }

    /// Pays for looking for one member: the fields of an object, or the keys of a dictionary, are gone through.
    func payForLook(from budget: inout Budget) throws(ArchiveError) {
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
            return try fieldMembers(shared.archive.topFields, shared, charging: &budget)
        case .value(let value, let bounds):
            guard let dictionary = value.dictionaryValue else { return [] }
            try pay(dictionary.count, from: &budget)
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
                try payForLook(from: &budget)
                guard let fields = try shared.archive.inlineFields(at: slot) else { return [] }
                return try fieldMembers(fields, shared, charging: &budget)
            }
            var content = [ClassFields.instanceClass]
            if contents.entries != nil || contents.elements != nil {
                content.append(try shared.archive.contentField(CollectionFields.elements, in: fields))
            }
            if contents.entries != nil {
                content.append(try shared.archive.contentField(CollectionFields.keys, in: fields))
            }
            let members = contents.entries?.map(\.value) ?? []
            return try fieldMembers(fields, shared, except: content, charging: &budget) + members
        }
    }

    /// The keys of a dictionary that are objects, and so have no step of their own.
    private static func keyMembers(_ entries: [Entry]?) -> [Member] {
        guard let entries else { return [] }
        return entries.lazy.map(\.key).filter { key in
            guard let uid = try? key.place.reference else { return false }
            if case .dictionary? = try? key.place.archive?.content(at: uid) { return true }
            return false
        }
    }

    /// The fields of an object or of a top level, except those of some keys; one that ends in a dot stands for all
    /// keys that begin with it.
    func fieldMembers(
        _ fields: Fields,
        _ shared: SharedArchive,
        except content: [String] = [],
        charging budget: inout Budget
    ) throws(ArchiveError) -> [Member] {
        try pay(fields.count, from: &budget)
        var seen: Set<PropertyListString> = []
        var members: [Member] = []
        for field in fields {
            let text = try shared.archive.key(field.key, charging: &budget)
            guard let key = text.string, seen.insert(text).inserted,
                !content.contains(where: {
                    $0.hasSuffix(".") ? key.utf8.starts(with: $0.utf8) : $0.isIdentical(to: key)
                })
            else { continue }
            members.append(([.key(key)], .slot(field.value, shared)))
        }
        return members
    }

    /// The entries of a dictionary of an archive, with the steps that lead to them; nil if there is none here.
    func entries(charging budget: inout Budget) throws(ArchiveError) -> [Entry]? {
        try entries(of: object(charging: &budget), charging: &budget)
    }

    private func entries(of object: Object?, charging budget: inout Budget) throws(ArchiveError) -> [Entry]? {
        guard case .slot(_, let shared) = self, let (fields, classUID) = object else { return nil }
        guard let (keys, values) = try shared.archive.entries(in: fields) else {
            // An empty one of the old form, which has fields for each entry.
            return fields.count == 1 && shared.archive.family(ofClassAt: classUID) == .dictionary ? [] : nil
        }
        let archive = shared.archive
        try archive.checkContent(ofCount: 2 * keys.count)
        let hasNumberedKeys = try archive.slot(CollectionFields.keys, in: fields) == nil
        let hasNumberedValues = try archive.slot(CollectionFields.elements, in: fields) == nil
        try pay(2 * keys.count, from: &budget)
        // A field comes before the key of an entry.
        var names: Set<PropertyListString> = []
        for field in fields { names.insert(try archive.key(field.key, charging: &budget)) }
        var seen: Set<PropertyListString> = []
        var entries: [Entry] = []
        entries.reserveCapacity(keys.count)
        for position in 0..<keys.count {
            let key = PathPlace.slot(archive.slot(position, of: keys), shared)
            var steps = ArchivePath.steps(toElement: position, isNumbered: hasNumberedValues)
            if let text = try key.plainText(charging: &budget) {
                let name = PropertyListString(text)
                let isRepeated = !seen.insert(name).inserted
                let step = ArchivePath.step(toEntry: text, isField: names.contains(name), isRepeated: isRepeated)
                steps = step.map { [$0] } ?? steps
            }
            let value = PathPlace.slot(archive.slot(position, of: values), shared)
            entries.append(((ArchivePath.steps(toKey: position, isNumbered: hasNumberedKeys), key), (steps, value)))
        }
        return entries
    }

    /// The text of an entry that is a plain string.
    func plainText(charging budget: inout Budget) throws(ArchiveError) -> String? {
        guard let uid = try reference, let archive, case .scalar(let slot)? = try? archive.content(at: uid) else {
            return nil
        }
        if case .stored(let index) = slot, archive.index.kind(of: index) != .string { return nil }
        guard case .value(.string(let text)) = try archive.entry(at: uid, charging: &budget) else { return nil }
        return text.string
    }

    /// What a member takes: itself, and its steps, which have memory of their own.
    private static let memberSize =
        MemoryLayout<Member>.stride + Budget.containerSize + MemoryLayout<ArchivePath.Step>.stride

    private func pay(_ count: Int, from budget: inout Budget) throws(ArchiveError) {
        try budget.step(through: count)
        try budget.allocate(count, of: Self.memberSize, at: nil)
        try budget.allocateContainer(of: 0)
    }
}

extension KeyedArchive {
    /// The key of the field that a list of a collection is in, or what the keys of its numbered fields begin with.
    fileprivate func contentField(_ key: String, in fields: PathPlace.Fields) throws(ArchiveError) -> String {
        try slot(key, in: fields) == nil ? CollectionFields.prefix(insteadOf: key) : key
    }

    /// How many fields, keys or elements are gone through where something is looked for in what a slot leads to.
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
