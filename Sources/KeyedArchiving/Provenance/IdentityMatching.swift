internal import PropertyLists

/// Which objects of an archive that was just encoded are which of the archive that they were decoded from.
///
/// Some objects carry their identity. From these, and from the top level, the others follow: what an object holds under
/// a key is what the stored object held there, as long as it is an object of the same class. Only one instance can be a
/// stored object; values that have no identity of their own may be several times what was stored once, as long as they
/// are still equal.
struct IdentityMatching {
    let written: ArchiveIndex
    let stored: ArchiveIndex
    var contents: ScalarContents
    /// For each written object with fields, the stored one that its fields are compared with, or null.
    private(set) var templates: [EntryUID]
    /// For each written object, the stored one that it is; null if it is new, or a plain value.
    private(set) var identities: [EntryUID]
    /// For each stored object, the first written one that it is, or null.
    private(set) var owners: [EntryUID]
    /// For each written object, whether it is an instance: it must not become one with another.
    let isInstance: [Bool]
    private var pending: [EntryUID] = []
    /// The objects that are values, not instances.
    private var values: [EntryUID] = []
    /// For each stored object, the values that differ among those that were compared with it.
    private var equalValues: [EntryUID: [EntryUID]] = [:]
    /// For each value, the one among those that it is equal to.
    private var firstEqual: [EntryUID: EntryUID] = [:]
    /// What comparing stored objects is paid from.
    ///
    /// Many values can be where one large object was stored; those that it isn't enough for are new objects.
    private var budget: Budget

    /// - Parameters:
    ///   - carried: The identities that objects carry.
    ///   - instances: The UIDs of the instances that were written.
    init(
        _ written: ArchiveIndex,
        _ stored: ArchiveIndex,
        carried: [(written: EntryUID, stored: EntryUID)],
        instances: [EntryUID]
    ) {
        self.written = written
        self.stored = stored
        contents = ScalarContents(written.reader, stored.reader)
        templates = Array(repeating: .null, count: written.entries.count)
        identities = templates
        owners = Array(repeating: .null, count: stored.entries.count)
        var isInstance = Array(repeating: false, count: written.entries.count)
        for uid in instances where uid.number < isInstance.count { isInstance[uid] = true }
        self.isInstance = isInstance
        budget = Budget(of: stored.reader)
        for (uid, storedUID) in carried { claim(uid, storedUID) }
        compare(written.top, stored.top)
        while let uid = pending.popLast() {
            guard let fields = writtenDictionary(uid), let storedFields = storedDictionary(templates[uid]) else {
                continue
            }
            compare(fields, storedFields)
        }
        unite()
    }

    /// The fields of a written object.
    func writtenDictionary(_ uid: EntryUID) -> BinaryFields? {
        written.fields(at: written[uid])
    }

    /// The fields of a stored object.
    func storedDictionary(_ uid: EntryUID) -> BinaryFields? { stored.fields(at: stored[uid]) }

    /// Lets a written object be a stored one, if both are objects with fields, or both are not.
    private mutating func claim(_ uid: EntryUID, _ storedUID: EntryUID) {
        guard uid != .null, uid.number < identities.count, storedUID != .null, storedUID.number < owners.count,
            identities[uid] == .null, owners[storedUID] == .null
        else { return }
        let hasFields = writtenDictionary(uid) != nil
        guard hasFields == (storedDictionary(storedUID) != nil) else { return }
        identities[uid] = storedUID
        owners[storedUID] = uid
        guard hasFields else { return }
        templates[uid] = storedUID
        pending.append(uid)
        if !isInstance[uid] { values.append(uid) }
    }

    // MARK: Fields

    /// Compares what two dictionaries hold under each key.
    private mutating func compare(_ fields: BinaryFields, _ storedFields: BinaryFields) {
        for (position, place) in zip(fields.positions, positions(of: fields, in: storedFields)) {
            guard let place else { continue }
            let value = written.reader.value(position, of: fields)
            let storedValue = stored.reader.value(place, of: storedFields)
            if let uid = written.entryUID(at: value) {
                if let storedUID = stored.entryUID(at: storedValue) { match(uid, storedUID) }
            } else if let list = written.elements(at: value), let storedList = stored.elements(at: storedValue) {
                for (position, _) in zip(0..<list.count, 0..<storedList.count) {
                    guard let uid = written.entryUID(at: written.reader.unchecked(position, of: list)),
                        let storedUID = stored.entryUID(at: stored.reader.unchecked(position, of: storedList))
                    else { continue }
                    match(uid, storedUID)
                }
            }
        }
    }

    /// Compares two objects that are in the same place.
    private mutating func match(_ uid: EntryUID, _ storedUID: EntryUID) {
        guard uid != .null, storedUID != .null, identities[uid] == .null, templates[uid] == .null else { return }
        guard let fields = writtenDictionary(uid) else {
            if isInstance[uid], contents.areEqual(written[uid], stored: stored[storedUID]) {
                claim(uid, storedUID)
            }
            return
        }
        guard let storedFields = storedDictionary(storedUID), pays(for: storedFields),
            areOfOneClass(fields, storedFields)
        else { return }
        if isInstance[uid] { return claim(uid, storedUID) }
        templates[uid] = storedUID
        values.append(uid)
        pending.append(uid)
    }

    /// Whether the budget suffices for looking at the fields of a stored object: for one key, and for each.
    private mutating func pays(for storedFields: BinaryFields) -> Bool {
        (try? budget.step(through: storedFields.count, looks: 2)) != nil
    }

    /// Whether two objects are of classes of the same name.
    private mutating func areOfOneClass(
        _ fields: BinaryFields,
        _ storedFields: BinaryFields
    ) -> Bool {
        guard let uid = written.value(of: ClassFields.instanceClass, in: fields).flatMap({ written.entryUID(at: $0) }),
            let storedUID = stored.value(of: ClassFields.instanceClass, in: storedFields).flatMap({
                stored.entryUID(at: $0)
            }),
            let record = writtenDictionary(uid), let storedRecord = storedDictionary(storedUID),
            pays(for: storedRecord),
            let name = written.value(of: ClassFields.name, in: record),
            let storedName = stored.value(of: ClassFields.name, in: storedRecord)
        else { return false }
        return contents.areEqual(name, stored: storedName)
    }

    /// For each written field, the position of the stored one with the same key; each of these is used once.
    mutating func positions(of fields: BinaryFields, in storedFields: BinaryFields) -> [FieldPosition?] {
        var result: [FieldPosition?] = []
        result.reserveCapacity(fields.count)
        // Usually both have the same keys in the same order.
        for position in fields.positions.prefix(storedFields.count) {
            guard
                contents.areEqual(
                    written.reader.key(position, of: fields), stored: stored.reader.key(position, of: storedFields))
            else { break }
            result.append(position)
        }
        guard result.count < fields.count else { return result }
        var positionsByContent: [Int32: [FieldPosition]] = [:]
        for position in storedFields.positions.dropFirst(result.count).reversed() {
            let number = contents.number(of: stored.reader.key(position, of: storedFields), .stored)
            positionsByContent[number, default: []].append(position)
        }
        for position in fields.positions.dropFirst(result.count) {
            let number = contents.number(of: written.reader.key(position, of: fields), .written)
            result.append(number > 0 ? positionsByContent[number]?.popLast() : nil)
        }
        return result
    }

    // MARK: Values

    /// Lets values be the stored objects that they were compared with; of several in one place those that are equal.
    private mutating func unite() {
        // A value is numbered after the one that holds it, so those inside come first.
        values.sort(by: >)
        for uid in values {
            let known = equalValues[templates[uid], default: []]
            // What is decoded from one object is usually the same, and never has many variants.
            if let equal = known.prefix(4).first(where: { areEqual(uid, $0) }) {
                firstEqual[uid] = equal
            } else {
                firstEqual[uid] = uid
                equalValues[templates[uid], default: []].append(uid)
            }
        }
        for uid in values.reversed() where identities[uid] == .null {
            let owner = owners[templates[uid]]
            if owner == .null { owners[templates[uid]] = uid }
            if owner == .null || firstEqual[owner] == firstEqual[uid] { identities[uid] = templates[uid] }
        }
    }

    /// Whether two values hold the same.
    private mutating func areEqual(_ first: EntryUID, _ second: EntryUID) -> Bool {
        guard let firstFields = writtenDictionary(first), let secondFields = writtenDictionary(second),
            areEqual(firstFields.keys, secondFields.keys)
        else { return false }
        return areEqual(firstFields.values, secondFields.values)
    }

    /// Whether two runs refer to the same.
    mutating func areEqual(_ first: BinaryReferences, _ second: BinaryReferences) -> Bool {
        guard first.count == second.count else { return false }
        for position in 0..<first.count {
            let (one, other) = (
                written.reader.unchecked(position, of: first), written.reader.unchecked(position, of: second)
            )
            if contents.areEqual(one, other) { continue }
            if let uid = written.entryUID(at: one), let otherUID = written.entryUID(at: other) {
                guard areSame(uid, otherUID) else { return false }
            } else if let list = written.elements(at: one), let otherList = written.elements(at: other) {
                guard list.count == otherList.count else { return false }
                for position in 0..<list.count {
                    let (one, other) = (
                        written.reader.unchecked(position, of: list), written.reader.unchecked(position, of: otherList)
                    )
                    if contents.areEqual(one, other) { continue }
                    guard let uid = written.entryUID(at: one), let otherUID = written.entryUID(at: other),
                        areSame(uid, otherUID)
                    else { return false }
                }
            } else {
                return false
            }
        }
        return true
    }

    /// Whether two references lead to one object, or to equal plain values.
    private mutating func areSame(_ first: EntryUID, _ second: EntryUID) -> Bool {
        if first == second { return true }
        if let value = firstEqual[first] { return value == firstEqual[second] }
        if identities[first] != .null || identities[second] != .null { return identities[first] == identities[second] }
        guard !isInstance[first], !isInstance[second] else { return false }
        return contents.areEqual(written[first], written[second])
    }
}
