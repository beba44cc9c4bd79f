internal import PropertyLists

/// Which objects of an archive that was just encoded are which of the archive that they were decoded from.
///
/// Some objects carry their identity. From these, and from the top level, the others follow: what an object holds under
/// a key is what the stored object held there, as long as it is an object of the same class. Only one instance can be a
/// stored object; values that have no identity of their own may be several times what was stored once, as long as they
/// are still equal.
struct IdentityMatching {
    let written: IdentifiedArchive
    let stored: IdentifiedArchive
    var contents: ScalarContents
    /// For each written object with fields, the stored one that its fields are compared with; else -1.
    private(set) var templates: [Int]
    /// For each written object, the stored one that it is; -1 if it is new, or a plain value.
    private(set) var identities: [Int]
    /// For each stored object, the first written one that it is; else -1.
    private(set) var owners: [Int]
    /// For each written object, whether it is an instance: it must not become one with another.
    let isInstance: [Bool]
    private var pending: [Int] = []
    /// The objects that are values, not instances.
    private var values: [Int] = []
    /// For each stored object, the values that differ among those that were compared with it.
    private var equalValues: [Int: [Int]] = [:]
    /// For each value, the one among those that it is equal to.
    private var firstEqual: [Int: Int] = [:]
    /// How many stored fields may still be compared: many values may stand where one large object was stored.
    private var budget: Int

    /// - Parameters:
    ///   - carried: The identities that objects carry.
    ///   - instances: The UIDs of the instances that were written.
    init(
        _ written: IdentifiedArchive,
        _ stored: IdentifiedArchive,
        carried: [(written: Int, stored: Int)],
        instances: [Int]
    ) {
        self.written = written
        self.stored = stored
        contents = ScalarContents(written.reader, stored.reader)
        templates = Array(repeating: -1, count: written.objects.count)
        identities = templates
        owners = Array(repeating: -1, count: stored.objects.count)
        var isInstance = Array(repeating: false, count: written.objects.count)
        for uid in instances where uid < isInstance.count { isInstance[uid] = true }
        self.isInstance = isInstance
        let (product, overflow) = stored.reader.bytes.count.multipliedReportingOverflow(by: 64)
        budget = overflow ? .max : product
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
    func writtenDictionary(_ uid: Int) -> IdentifiedArchive.Dictionary? {
        written.dictionary(at: written.index(of: uid))
    }

    /// The fields of a stored object.
    func storedDictionary(_ uid: Int) -> IdentifiedArchive.Dictionary? { stored.dictionary(at: stored.index(of: uid)) }

    /// Lets a written object be a stored one, if both are objects with fields, or both are not.
    private mutating func claim(_ uid: Int, _ storedUID: Int) {
        guard uid > 0, uid < identities.count, storedUID > 0, storedUID < owners.count, identities[uid] < 0,
            owners[storedUID] < 0
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
    private mutating func compare(_ fields: IdentifiedArchive.Dictionary, _ storedFields: IdentifiedArchive.Dictionary)
    {
        for (position, place) in places(of: fields.keys, in: storedFields.keys).enumerated() where place >= 0 {
            let value = written.index(position, of: fields.values)
            let storedValue = stored.index(place, of: storedFields.values)
            if let uid = written.uid(at: value) {
                if let storedUID = stored.uid(at: storedValue) { meet(uid, storedUID) }
            } else if let list = written.array(at: value), let storedList = stored.array(at: storedValue) {
                for position in 0..<min(list.count, storedList.count) {
                    guard let uid = written.uid(at: written.index(position, of: list)),
                        let storedUID = stored.uid(at: stored.index(position, of: storedList))
                    else { continue }
                    meet(uid, storedUID)
                }
            }
        }
    }

    /// Compares two objects that stand in the same place.
    private mutating func meet(_ uid: Int, _ storedUID: Int) {
        guard uid > 0, storedUID > 0, identities[uid] < 0, templates[uid] < 0 else { return }
        guard let fields = writtenDictionary(uid) else {
            if isInstance[uid], contents.areEqual(written.index(of: uid), stored: stored.index(of: storedUID)) {
                claim(uid, storedUID)
            }
            return
        }
        guard let storedFields = storedDictionary(storedUID), budget >= storedFields.keys.count else { return }
        budget -= storedFields.keys.count
        guard areOfOneClass(fields, storedFields) else { return }
        if isInstance[uid] { return claim(uid, storedUID) }
        templates[uid] = storedUID
        values.append(uid)
        pending.append(uid)
    }

    /// Whether two objects are of classes of the same name.
    private mutating func areOfOneClass(
        _ fields: IdentifiedArchive.Dictionary,
        _ storedFields: IdentifiedArchive.Dictionary
    ) -> Bool {
        guard let uid = written.value(of: "$class", in: fields).flatMap({ written.uid(at: $0) }),
            let storedUID = stored.value(of: "$class", in: storedFields).flatMap({ stored.uid(at: $0) }),
            let record = writtenDictionary(uid), let storedRecord = storedDictionary(storedUID),
            let name = written.value(of: "$classname", in: record),
            let storedName = stored.value(of: "$classname", in: storedRecord)
        else { return false }
        return contents.areEqual(name, stored: storedName)
    }

    /// For each of some written keys, the place of the same key among stored ones, or -1; each is used once.
    mutating func places(of keys: BinaryReferences, in storedKeys: BinaryReferences) -> [Int] {
        var result = Array(repeating: -1, count: keys.count)
        var next = 0
        // Mostly both have the same keys in the same order.
        while next < min(keys.count, storedKeys.count),
            contents.areEqual(written.index(next, of: keys), stored: stored.index(next, of: storedKeys))
        {
            result[next] = next
            next += 1
        }
        guard next < keys.count else { return result }
        var placesByContent: [Int32: [Int]] = [:]
        for place in (next..<max(next, storedKeys.count)).reversed() {
            placesByContent[contents.number(of: stored.index(place, of: storedKeys), .stored), default: []].append(
                place)
        }
        for position in next..<keys.count {
            let number = contents.number(of: written.index(position, of: keys), .written)
            if number > 0, let place = placesByContent[number]?.popLast() { result[position] = place }
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
            // What is decoded from one object is mostly the same, and never has many variants.
            if let equal = known.prefix(4).first(where: { areEqual(uid, $0) }) {
                firstEqual[uid] = equal
            } else {
                firstEqual[uid] = uid
                equalValues[templates[uid], default: []].append(uid)
            }
        }
        for uid in values.reversed() where identities[uid] < 0 {
            let owner = owners[templates[uid]]
            if owner < 0 { owners[templates[uid]] = uid }
            if owner < 0 || firstEqual[owner] == firstEqual[uid] { identities[uid] = templates[uid] }
        }
    }

    /// Whether two values hold the same.
    private mutating func areEqual(_ first: Int, _ second: Int) -> Bool {
        guard let firstFields = writtenDictionary(first), let secondFields = writtenDictionary(second),
            areEqual(firstFields.keys, secondFields.keys)
        else { return false }
        return areEqual(firstFields.values, secondFields.values)
    }

    /// Whether two runs refer to the same.
    mutating func areEqual(_ first: BinaryReferences, _ second: BinaryReferences) -> Bool {
        guard first.count == second.count else { return false }
        for position in 0..<first.count {
            let (one, other) = (written.index(position, of: first), written.index(position, of: second))
            if contents.areEqual(one, other) { continue }
            if let uid = written.uid(at: one), let otherUID = written.uid(at: other) {
                guard areSame(uid, otherUID) else { return false }
            } else if let list = written.array(at: one), let otherList = written.array(at: other) {
                guard list.count == otherList.count else { return false }
                for position in 0..<list.count {
                    let (one, other) = (written.index(position, of: list), written.index(position, of: otherList))
                    if contents.areEqual(one, other) { continue }
                    guard let uid = written.uid(at: one), let otherUID = written.uid(at: other), areSame(uid, otherUID)
                    else { return false }
                }
            } else {
                return false
            }
        }
        return true
    }

    /// Whether two references lead to one object, or to equal plain values.
    private mutating func areSame(_ first: Int, _ second: Int) -> Bool {
        if first == second { return true }
        if let value = firstEqual[first] { return value == firstEqual[second] }
        if identities[first] >= 0 || identities[second] >= 0 { return identities[first] == identities[second] }
        guard !isInstance[first], !isInstance[second] else { return false }
        return contents.areEqual(written.index(of: first), written.index(of: second))
    }

    /// Whether a written object is a class.
    func isClass(_ uid: Int) -> Bool {
        guard let fields = writtenDictionary(uid) else { return false }
        return written.value(of: "$classname", in: fields) != nil && written.value(of: "$class", in: fields) == nil
    }
}
