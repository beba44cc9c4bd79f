internal import PropertyLists

extension ArchiveComparer {
    typealias Item = ComparedArchive.Item

    /// Compares two objects, two lists or two dictionaries part by part.
    mutating func compareContents(_ oldItem: Item, _ newItem: Item, _ number: Int) throws(ArchiveError) {
        switch (oldItem, newItem) {
        case (.object(_, _, let oldFields), .object(_, _, let newFields)):
            let (oldClass, newClass) = (try old.archivedClass(of: oldFields), try new.archivedClass(of: newFields))
            if oldClass != newClass { try report(.objectClass, oldItem, newItem, at: number) }
            let families = (
                oldClass.flatMap { FoundationFamily(of: $0) }, newClass.flatMap { FoundationFamily(of: $0) }
            )
            let isSet = families == (.set, .set)
            try compareObjects(oldFields, newFields, isSet: isSet, number)
        case (.dictionary(_, let oldFields), .dictionary(_, let newFields)):
            try compareFields(old.fields(oldFields), new.fields(newFields), number)
        case (.list(let oldList), .list(let newList)):
            let isSet = old.index.kind(of: oldList) == .set && new.index.kind(of: newList) == .set
            let lists = (old.elements(at: oldList), new.elements(at: newList))
            try compareLists(lists.0, lists.1, isSet: isSet, number) { [.index($0)] }
        default: break
        }
    }

    // MARK: Fields

    private mutating func compareObjects(
        _ oldFields: BinaryFields,
        _ newFields: BinaryFields,
        isSet: Bool,
        _ number: Int
    ) throws(ArchiveError) {
        let (oldLists, newLists) = (old.collection(oldFields), new.collection(newFields))
        var parts: Set<String> = ["$class"]
        if let before = oldLists?.keys, let after = newLists?.keys, let oldLists, let newLists {
            parts.formUnion(["NS.keys", "NS.objects"])
            try compareEntries((before, oldLists.values), (after, newLists.values), number)
        } else if let oldLists, let newLists, oldLists.keys == nil, newLists.keys == nil {
            parts.insert("NS.objects")
            try compareLists(oldLists.values, newLists.values, isSet: isSet, number) { [.index($0)] }
        }
        try compareFields(old.fields(oldFields), new.fields(newFields), number, without: parts)
    }

    /// Compares fields by their keys; of keys that are there twice, the first with the first.
    mutating func compareFields(
        _ oldFields: [ArchiveIndex.Field],
        _ newFields: [ArchiveIndex.Field],
        _ number: Int?,
        without parts: Set<String> = []
    ) throws(ArchiveError) {
        var places: [PropertyListString: [Int]] = [:]
        for (position, field) in newFields.enumerated().reversed() {
            if let name = try new.text(at: field.key) { places[name, default: []].append(position) }
        }
        var isMatched = Array(repeating: false, count: newFields.count)
        try old.step(oldFields.count + newFields.count)
        for field in oldFields {
            guard let name = try old.text(at: field.key), !parts.contains(name.repaired) else { continue }
            let steps: Steps = [.key(name.repaired)]
            if let position = places[name]?.popLast() {
                isMatched[position] = true
                try compareValues(field.value, newFields[position].value, trail(number, steps, steps))
            } else {
                try report(.removed, old.item(at: field.value), nil, trail(number, steps, steps))
            }
        }
        for (position, field) in newFields.enumerated() where !isMatched[position] {
            guard let name = try new.text(at: field.key), !parts.contains(name.repaired) else { continue }
            let steps: Steps = [.key(name.repaired)]
            try report(.added, nil, new.item(at: field.value), trail(number, steps, steps))
        }
    }

    /// Compares the entries of two dictionaries by their keys.
    private mutating func compareEntries(
        _ before: (keys: [ObjectIndex], values: [ObjectIndex]),
        _ after: (keys: [ObjectIndex], values: [ObjectIndex]),
        _ number: Int
    ) throws(ArchiveError) {
        var places: [Int: [Int]] = [:]
        for (position, key) in after.keys.enumerated().reversed() {
            places[new.fingerprint(at: key), default: []].append(position)
        }
        var isMatched = Array(repeating: false, count: after.keys.count)
        try old.step(before.keys.count + after.keys.count)
        for (position, key) in before.keys.enumerated() {
            let oldSteps = old.steps(toEntry: position, key)
            guard let place = places[old.fingerprint(at: key)]?.popLast() else {
                try report(.removed, old.item(at: before.values[position]), nil, trail(number, oldSteps, oldSteps))
                continue
            }
            isMatched[place] = true
            let newSteps = new.steps(toEntry: place, after.keys[place])
            try compareValues(key, after.keys[place], trail(number, Self.key(position), Self.key(place)))
            try compareValues(before.values[position], after.values[place], trail(number, oldSteps, newSteps))
        }
        for (place, key) in after.keys.enumerated() where !isMatched[place] {
            let steps = new.steps(toEntry: place, key)
            try report(.added, nil, new.item(at: after.values[place]), trail(number, steps, steps))
        }
    }

    private static func key(_ position: Int) -> Steps { [.key("NS.keys"), .index(position)] }

    // MARK: Lists

    /// Compares elements that were matched, and reports the others.
    private mutating func compareLists(
        _ before: [ObjectIndex],
        _ after: [ObjectIndex],
        isSet: Bool,
        _ number: Int,
        _ steps: (Int) -> Steps
    ) throws(ArchiveError) {
        try old.step(before.count + after.count)
        let oldMarks = before.map { old.fingerprint(at: $0) }
        let newMarks = after.map { new.fingerprint(at: $0) }
        var matches = isSet ? ListMatching.ofSets(oldMarks, newMarks) : ListMatching.ofArrays(oldMarks, newMarks)
        if isSet {
            matches.pairRest {
                old.isScalar(before[$0])
            } isNewScalar: {
                new.isScalar(after[$0])
            }
        }
        for (position, place) in matches.partners.enumerated() {
            if let place {
                try compareValues(before[position], after[place], trail(number, steps(position), steps(place)))
            } else {
                let steps = steps(position)
                try report(.removed, old.item(at: before[position]), nil, trail(number, steps, steps))
            }
        }
        for place in matches.added {
            try report(.added, nil, new.item(at: after[place]), trail(number, steps(place), steps(place)))
        }
    }
}

extension ComparedArchive {
    /// The keys of the outer dictionary that archives usually don't have.
    var extraFields: [ArchiveIndex.Field] {
        index.pairs(of: archive.envelope.outer).filter { archive.outerKey(at: $0.key) == nil }
    }

    func fields(_ fields: BinaryFields) -> [ArchiveIndex.Field] { Array(index.pairs(of: fields)) }

    func elements(at list: ObjectIndex) -> [ObjectIndex] { Array(index.members(at: list)) }

    func isScalar(_ value: ObjectIndex) -> Bool {
        switch item(at: value) {
        case .null, .scalar: true
        default: false
        }
    }

    /// The elements of a collection, or the keys and values of one; nil for what isn't stored as one.
    func collection(_ fields: BinaryFields) -> (keys: [ObjectIndex]?, values: [ObjectIndex])? {
        guard let values = index.value(of: "NS.objects", in: fields).flatMap({ index.elements(at: $0) }) else {
            return nil
        }
        guard let keys = index.value(of: "NS.keys", in: fields) else { return (nil, Array(index.members(of: values))) }
        guard let keys = index.elements(at: keys), keys.count == values.count else { return nil }
        return (Array(index.members(of: keys)), Array(index.members(of: values)))
    }

    /// The steps to an entry of a dictionary: its key if that is a short text; otherwise its position.
    func steps(toEntry position: Int, _ key: ObjectIndex) -> ArchiveComparer.Steps {
        let byPosition: ArchiveComparer.Steps = [.key("NS.objects"), .index(position)]
        guard let uid = index.entryUID(at: key), let text = index.shortText(at: index[uid]), !text.hasPrefix("$"),
            text != "NS.keys", text != "NS.objects"
        else { return byPosition }
        return [.key(text)]
    }
}
