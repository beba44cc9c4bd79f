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
            let layouts = (old.layout(of: oldFields, families.0), new.layout(of: newFields, families.1))
            if let before = layouts.0, let after = layouts.1, (before.keys == nil) == (after.keys == nil),
                (before.counts == nil) == (after.counts == nil)
            {
                if !areListsCompared((oldFields, before), (newFields, after)) {
                    try compareCollections(before, after, in: (oldFields, newFields), number)
                }
                return try compareFields(
                    old.fields(oldFields), new.fields(newFields), number, without: (old: before, new: after))
            }
            try compareFields(old.fields(oldFields), new.fields(newFields), number, isObject: true)
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
    private mutating func areListsCompared(
        _ before: (fields: BinaryFields, layout: CollectionLayout),
        _ after: (fields: BinaryFields, layout: CollectionLayout)
    ) -> Bool {
        let isOrdered = before.layout.kind != .set || after.layout.kind != .set
        guard let before = old.lists(of: before.layout, in: before.fields),
            let after = new.lists(of: after.layout, in: after.fields)
        else { return false }
        let lists = ComparedLists(
            old: before.values, oldKeys: before.keys, new: after.values, newKeys: after.keys, isOrdered: isOrdered)
        return !comparedLists.insert(lists).inserted
    }

    // MARK: Fields

    @inline(never)
    private mutating func compareCollections(
        _ before: CollectionLayout,
        _ after: CollectionLayout,
        in fields: (old: BinaryFields, new: BinaryFields),
        _ number: Int
    ) throws(ArchiveError) {
        let (oldContent, newContent) = (old.collection(before), new.collection(after))
        guard before.keys == nil else { return try compareEntries(oldContent, newContent, in: fields, number) }
        let isSet = before.kind == .set && after.kind == .set
        let partners = try compareLists(oldContent.values, newContent.values, isSet: isSet, number) { [.index($0)] }
        guard let oldCounts = oldContent.counts, let newCounts = newContent.counts else { return }
        for (position, place) in partners.enumerated() {
            guard let place, position < oldCounts.count, place < newCounts.count else { continue }
            let steps = (before.steps(toCount: position), after.steps(toCount: place))
            try compareValues(oldCounts[position], newCounts[place], trail(number, steps.0, steps.1))
        }
    }

    /// Compares fields by their keys; of keys that are there twice, the first with the first.
    ///
    /// - Parameters:
    ///   - isObject: Whether they are those of objects, whose classes are passed over.
    ///   - layouts: The contents of the objects as collections, whose fields are skipped, too.
    mutating func compareFields(
        _ oldFields: [ArchiveIndex.Field],
        _ newFields: [ArchiveIndex.Field],
        _ number: Int?,
        isObject: Bool = false,
        without layouts: (old: CollectionLayout, new: CollectionLayout)? = nil
    ) throws(ArchiveError) {
        func isPassedOver(_ name: PropertyListString, _ layout: CollectionLayout?) -> Bool {
            let name = name.repaired
            if isObject || layout != nil, name == ClassFields.instanceClass { return true }
            return layout?.stores(name) == true
        }
        var places: [PropertyListString: [Int]] = [:]
        for (position, field) in newFields.enumerated().reversed() {
            guard let name = try new.text(at: field.key), !isPassedOver(name, layouts?.new) else { continue }
            places[name, default: []].append(position)
        }
        var isMatched = Array(repeating: false, count: newFields.count)
        try old.step(through: oldFields.count + newFields.count)
        for field in oldFields {
            guard let name = try old.text(at: field.key), !isPassedOver(name, layouts?.old) else { continue }
            let steps: Steps = [.key(name.repaired)]
            if let position = places[name]?.popLast() {
                isMatched[position] = true
                try compareValues(field.value, newFields[position].value, trail(number, steps, steps))
            } else {
                try report(.removed, old.item(at: field.value), nil, trail(number, steps, steps))
            }
        }
        for (position, field) in newFields.enumerated() where !isMatched[position] {
            guard let name = try new.text(at: field.key), !isPassedOver(name, layouts?.new) else { continue }
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
        // Of two entries with one key the last counts: the last is compared with the last, one before with one before.
        var places: [Int: [Int]] = [:]
        for (place, key) in newKeys.enumerated() { places[new.nameFingerprint(at: key), default: []].append(place) }
        try old.step(through: oldKeys.count + newKeys.count)
        var partners: [Int?] = Array(repeating: nil, count: oldKeys.count)
        for (position, key) in oldKeys.enumerated().reversed() {
            partners[position] = places[old.nameFingerprint(at: key)]?.popLast()
        }
        let (oldNames, newNames) = (
            try old.entryNames(oldKeys, in: fields.old), try new.entryNames(newKeys, in: fields.new)
        )
        var isMatched = Array(repeating: false, count: newKeys.count)
        for (position, key) in oldKeys.enumerated() {
            let oldSteps = old.steps(toEntry: position, of: before, oldNames)
            guard let place = partners[position] else {
                try report(.removed, old.item(at: before.values[position]), nil, trail(number, oldSteps, oldSteps))
                continue
            }
            isMatched[place] = true
            let newSteps = new.steps(toEntry: place, of: after, newNames)
            let keySteps = (before.steps(toKey: position), after.steps(toKey: place))
            try compareValues(key, newKeys[place], trail(number, keySteps.0, keySteps.1))
            try compareValues(before.values[position], after.values[place], trail(number, oldSteps, newSteps))
        }
        for place in newKeys.indices where !isMatched[place] {
            let steps = new.steps(toEntry: place, of: after, newNames)
            try report(.added, nil, new.item(at: after.values[place]), trail(number, steps, steps))
        }
    }

    // MARK: Lists

    /// Compares elements that were matched, and reports the others.
    ///
    /// - Returns: For each old element the position of its partner.
    @discardableResult
    private mutating func compareLists(
        _ before: [ObjectIndex],
        _ after: [ObjectIndex],
        isSet: Bool,
        _ number: Int,
        _ steps: (Int) -> Steps
    ) throws(ArchiveError) -> [Int?] {
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
        return matches.partners
    }
}
