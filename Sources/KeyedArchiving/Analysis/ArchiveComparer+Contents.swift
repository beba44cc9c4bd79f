internal import PropertyLists

extension ArchiveComparer {
    typealias Item = ComparedArchive.Item

    /// Compares two objects, two lists or two dictionaries part by part.
    mutating func compareContents(_ oldItem: Item, _ newItem: Item, _ number: Int) throws(ArchiveError) {
        switch (oldItem, newItem) {
        case (.object(_, _, let oldFields), .object(_, _, let newFields)):
            let (oldClass, newClass) = (old.classUID(of: oldFields), new.classUID(of: newFields))
            if try !isSameClass(oldClass, newClass) { try report(.objectClass, oldItem, newItem, at: number) }
            let families = (try old.family(ofClassAt: oldClass), try new.family(ofClassAt: newClass))
            if areListsCompared(oldFields, newFields) {
                let parts = ComparedArchive.Parts(names: [
                    ClassFields.instanceClass, CollectionFields.elements, CollectionFields.keys,
                ])
                return try compareFields(
                    old.fields(oldFields), new.fields(newFields), number, without: (old: parts, new: parts))
            }
            let lists = (old.collection(oldFields, families.0), new.collection(newFields, families.1))
            try compareObjects((oldFields, lists.0), (newFields, lists.1), isSet: families == (.set, .set), number)
        case (.dictionary(_, let oldFields), .dictionary(_, let newFields)):
            try compareFields(old.fields(oldFields), new.fields(newFields), number)
        case (.list(let oldList), .list(let newList)):
            let isSet = old.index.kind(of: oldList) == .set && new.index.kind(of: newList) == .set
            let lists = (old.elements(at: oldList), new.elements(at: newList))
            try compareLists(lists.0, lists.1, isSet: isSet, number) { [.index($0)] }
        default: break
        }
    }

    /// Whether the lists of two collections were compared before, for others that share them; from now on they were.
    private mutating func areListsCompared(_ before: BinaryFields, _ after: BinaryFields) -> Bool {
        guard let before = old.lists(of: before), let after = new.lists(of: after) else { return false }
        switch (before.keys, after.keys) {
        case (nil, nil): return !join(before.values, after.values)
        case (let oldKeys?, let newKeys?):
            let (areKeysNew, areValuesNew) = (join(oldKeys, newKeys), join(before.values, after.values))
            return !areKeysNew && !areValuesNew
        default: return false
        }
    }

    // MARK: Fields

    private mutating func compareObjects(
        _ before: (fields: BinaryFields, content: ComparedArchive.Collection?),
        _ after: (fields: BinaryFields, content: ComparedArchive.Collection?),
        isSet: Bool,
        _ number: Int
    ) throws(ArchiveError) {
        let ownClass = ComparedArchive.Parts(names: [ClassFields.instanceClass])
        var parts = (old: ownClass, new: ownClass)
        let fields = (old: before.fields, new: after.fields)
        if let before = before.content, let after = after.content, (before.keys == nil) == (after.keys == nil) {
            parts = (old: before.parts, new: after.parts)
            if before.keys != nil {
                try compareEntries(before, after, in: fields, number)
            } else {
                try compareLists(before.values, after.values, isSet: isSet, number) { [.index($0)] }
            }
        }
        try compareFields(old.fields(before.fields), new.fields(after.fields), number, without: parts)
    }

    /// Compares fields by their keys; of keys that are there twice, the first with the first.
    ///
    /// - Parameter parts: Which fields of each archive are passed over.
    mutating func compareFields(
        _ oldFields: [ArchiveIndex.Field],
        _ newFields: [ArchiveIndex.Field],
        _ number: Int?,
        without parts: (old: ComparedArchive.Parts, new: ComparedArchive.Parts) = (.init(), .init())
    ) throws(ArchiveError) {
        var places: [PropertyListString: [Int]] = [:]
        for (position, field) in newFields.enumerated().reversed() {
            guard let name = try new.text(at: field.key), !parts.new.contains(name.repaired) else { continue }
            places[name, default: []].append(position)
        }
        var isMatched = Array(repeating: false, count: newFields.count)
        try old.step(through: oldFields.count + newFields.count)
        for field in oldFields {
            guard let name = try old.text(at: field.key), !parts.old.contains(name.repaired) else { continue }
            let steps: Steps = [.key(name.repaired)]
            if let position = places[name]?.popLast() {
                isMatched[position] = true
                try compareValues(field.value, newFields[position].value, trail(number, steps, steps))
            } else {
                try report(.removed, old.item(at: field.value), nil, trail(number, steps, steps))
            }
        }
        for (position, field) in newFields.enumerated() where !isMatched[position] {
            guard let name = try new.text(at: field.key), !parts.new.contains(name.repaired) else { continue }
            let steps: Steps = [.key(name.repaired)]
            try report(.added, nil, new.item(at: field.value), trail(number, steps, steps))
        }
    }

    /// Compares the entries of two dictionaries by their keys.
    private mutating func compareEntries(
        _ before: ComparedArchive.Collection,
        _ after: ComparedArchive.Collection,
        in fields: (old: BinaryFields, new: BinaryFields),
        _ number: Int
    ) throws(ArchiveError) {
        guard let oldKeys = before.keys, let newKeys = after.keys else { return }
        var places: [Int: [Int]] = [:]
        for (position, key) in newKeys.enumerated().reversed() {
            places[new.fingerprint(at: key), default: []].append(position)
        }
        let firstPlaces = places.compactMapValues(\.last)
        let (oldNames, newNames) = (try old.shortNames(of: fields.old), try new.shortNames(of: fields.new))
        var seen: Set<Int> = []
        var isMatched = Array(repeating: false, count: newKeys.count)
        try old.step(through: oldKeys.count + newKeys.count)
        for (position, key) in oldKeys.enumerated() {
            let fingerprint = old.fingerprint(at: key)
            let oldSteps = old.steps(
                toEntry: position, of: before, oldNames, isRepeated: !seen.insert(fingerprint).inserted)
            guard let place = places[fingerprint]?.popLast() else {
                try report(.removed, old.item(at: before.values[position]), nil, trail(number, oldSteps, oldSteps))
                continue
            }
            isMatched[place] = true
            let newSteps = new.steps(
                toEntry: place, of: after, newNames, isRepeated: firstPlaces[fingerprint] != place)
            let keySteps = (before.steps(toKey: position), after.steps(toKey: place))
            try compareValues(key, newKeys[place], trail(number, keySteps.0, keySteps.1))
            try compareValues(before.values[position], after.values[place], trail(number, oldSteps, newSteps))
        }
        for (place, key) in newKeys.enumerated() where !isMatched[place] {
            let isRepeated = firstPlaces[new.fingerprint(at: key)] != place
            let steps = new.steps(toEntry: place, of: after, newNames, isRepeated: isRepeated)
            try report(.added, nil, new.item(at: after.values[place]), trail(number, steps, steps))
        }
    }

    // MARK: Lists

    /// Compares elements that were matched, and reports the others.
    private mutating func compareLists(
        _ before: [ObjectIndex],
        _ after: [ObjectIndex],
        isSet: Bool,
        _ number: Int,
        _ steps: (Int) -> Steps
    ) throws(ArchiveError) {
        try old.step(through: before.count + after.count)
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
