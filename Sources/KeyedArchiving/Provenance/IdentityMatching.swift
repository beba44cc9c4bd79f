internal import PropertyLists

/// Matches the objects of a newly encoded archive with those of the archive they were decoded from.
///
/// The archiver recorded the pairs while it encoded them. Each stored object matches at most one.
struct IdentityMatching: ~Copyable {
    let written: ArchiveIndex
    let stored: ArchiveIndex
    var contents: ScalarContents
    /// For each written object, the stored one that it is; null if it is new, or a plain value.
    private(set) var identities: [EntryUID]
    /// For each stored object, the first written one that it is, or null.
    private(set) var owners: [EntryUID]
    /// For each written object, whether it is an instance: it must not become one with another.
    let isInstance: [Bool]

    /// - Parameters:
    ///   - pairs: Which objects were written for which stored ones.
    ///   - instances: The UIDs of the instances that were written.
    init(
        _ written: ArchiveIndex,
        _ stored: ArchiveIndex,
        pairs: [(written: EntryUID, stored: EntryUID)],
        instances: [EntryUID]
    ) {
        self.written = written
        self.stored = stored
        contents = ScalarContents(written.reader, stored.reader)
        identities = Array(repeating: .null, count: written.entries.count)
        owners = Array(repeating: .null, count: stored.entries.count)
        var isInstance = Array(repeating: false, count: written.entries.count)
        for uid in instances where uid.number < isInstance.count { isInstance[uid] = true }
        self.isInstance = isInstance
        for (uid, storedUID) in pairs { claim(uid, storedUID) }
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
        guard (writtenDictionary(uid) != nil) == (storedDictionary(storedUID) != nil) else { return }
        identities[uid] = storedUID
        owners[storedUID] = uid
    }

    // MARK: Fields

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
        if identities[first] != .null || identities[second] != .null { return identities[first] == identities[second] }
        guard !isInstance[first], !isInstance[second] else { return false }
        return contents.areEqual(written[first], written[second])
    }
}
