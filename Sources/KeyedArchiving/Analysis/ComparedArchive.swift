internal import PropertyLists

/// One of two archives that are compared: its objects with their texts, classes and fingerprints.
struct ComparedArchive: ~Copyable {
    let archive: KeyedArchive
    let index: ArchiveIndex
    private(set) var reader: FieldReader
    /// A fingerprint of each object of the container, over some levels of its contents: equal objects have equal
    /// fingerprints.
    private(set) var fingerprints: [Int] = []
    /// Of containers at one place of the file the first object that each is.
    private var firstObjects: [ObjectIndex: ObjectIndex] = [:]
    private var texts: [ObjectIndex: PropertyListString] = [:]
    private var classes: [UID: ArchivedClass?] = [:]

    /// How many levels of references a fingerprint takes in, at least and where that tells more objects apart.
    private static let rounds = 3...8

    init(_ archive: KeyedArchive) throws(ArchiveError) {
        self.archive = archive
        index = archive.index
        reader = FieldReader(archive.reader, chargedTo: archive.budget)
        findFirstObjects()
        try takeFingerprints()
    }

    /// The content of a place.
    enum Item {
        case null
        /// A plain value.
        case scalar(ObjectIndex)
        /// An object, or another dictionary in an entry.
        case object(EntryUID, ObjectIndex, BinaryFields)
        /// An array or a set in a field.
        case list(ObjectIndex)
        /// A dictionary in a field.
        case dictionary(ObjectIndex, BinaryFields)
    }

    func item(at value: ObjectIndex) -> Item {
        guard let uid = index.entryUID(at: value) else { return item(value, of: nil) }
        return index.isNil(uid) ? .null : item(index[uid], of: uid)
    }

    private func item(_ object: ObjectIndex, of uid: EntryUID?) -> Item {
        switch index.kind(of: object) {
        case .dictionary:
            guard let fields = index.fields(at: object) else { return .scalar(object) }
            return uid.map { .object($0, object, fields) } ?? .dictionary(object, fields)
        case .array, .set: return .list(object)
        default: return .scalar(object)
        }
    }

    // MARK: Reading

    /// Charges going through containers with so many members together.
    mutating func step(through count: Int) throws(ArchiveError) {
        try reader.budget.step(through: count)
    }

    /// Charges looks that aren't at members of one container.
    mutating func step(_ count: Int) throws(ArchiveError) {
        try reader.budget.step(count)
    }

    /// Charges the path of a change.
    mutating func chargePath(of count: Int) throws(ArchiveError) {
        try reader.budget.step(count)
        try reader.chargeFields(count)
    }

    /// Charges a pair of objects with its steps.
    mutating func chargePair() throws(ArchiveError) {
        try reader.chargeFields(6)
    }

    /// The text of a key; nil for a key that isn't a string.
    mutating func text(at key: ObjectIndex) throws(ArchiveError) -> PropertyListString? {
        if let known = texts[key] {
            // It is hashed each time.
            try step(1 + known.size / 16)
            return known
        }
        let text = try reader.readableString(at: key)
        if let text { texts[key] = text }
        return text
    }

    /// The value of a scalar; null if it can't be read.
    mutating func value(at object: ObjectIndex) throws(ArchiveError) -> PropertyList {
        try reader.readable(at: object) ?? .null
    }

    /// The UID of the class of an object; nil if there is none.
    func classUID(of fields: BinaryFields) -> UID? {
        index.value(of: ClassFields.instanceClass, in: fields).flatMap { index.uid(at: $0) }
    }

    /// The class of an object; nil if there is none or it can't be read.
    mutating func archivedClass(of fields: BinaryFields) throws(ArchiveError) -> ArchivedClass? {
        try classUID(of: fields).flatMap { uid throws(ArchiveError) in try archivedClass(at: uid) }
    }

    /// The class with a record at a UID; nil if it can't be read.
    mutating func archivedClass(at uid: UID) throws(ArchiveError) -> ArchivedClass? {
        if let known = classes[uid] { return known }
        var found: ArchivedClass?
        do throws(ArchiveError) {
            found = try archive.archivedClass(at: uid)
        } catch {
            if error.endsWork { throw error }
        }
        classes[uid] = .some(found)
        return found
    }

    /// How objects of a class lay out their fields; nil if that isn't known.
    mutating func family(ofClassAt uid: UID?) throws(ArchiveError) -> FoundationFamily? {
        guard let uid, try archivedClass(at: uid) != nil else { return nil }
        return archive.family(ofClassAt: uid)
    }

    /// Its description for a change.
    mutating func content(of item: Item) throws(ArchiveError) -> ArchiveDifference.Content {
        switch item {
        case .null: .null
        case .scalar(let object), .list(let object), .dictionary(let object, _): .value(try value(at: object))
        case .object(let uid, _, let fields): .object(uid.uid, try archivedClass(of: fields))
        }
    }

    // MARK: Containers that are one

    /// The object itself, or the first one that is the same container of the file.
    ///
    /// Objects of a hostile file can be one container under many numbers, which would be compared as often.
    func firstObject(_ object: ObjectIndex) -> ObjectIndex {
        firstObjects.isEmpty ? object : firstObjects[object] ?? object
    }

    /// Finds the containers that are at one place of the file.
    private mutating func findFirstObjects() {
        let objects = index.reader.objectIndices
        // Writers put one object after the other, so that there is nothing to find in most files.
        var end = -1
        let isAscending = objects.allSatisfy { object in
            let run = index.references(at: object)
            guard run.count > 0 else { return true }
            defer { end = run.position }
            return run.position > end
        }
        guard !isAscending else { return }
        var known: [BinaryReferences: ObjectIndex] = [:]
        for object in objects {
            let run = index.references(at: object)
            guard run.count > 0 else { continue }
            guard let first = known[run] else {
                known[run] = object
                continue
            }
            if index.kind(of: first) == index.kind(of: object) { firstObjects[object] = first }
        }
    }

    // MARK: Fingerprints

    /// The fingerprint of the content of a place.
    func fingerprint(at value: ObjectIndex) -> Int {
        guard index.reader.contains(value) else { return 0 }
        guard let uid = index.entryUID(at: value) else { return fingerprints[firstObject(value)] }
        let entry = index[uid]
        return index.reader.contains(entry) ? fingerprints[firstObject(entry)] : 0
    }

    private mutating func takeFingerprints() throws(ArchiveError) {
        let objects = index.reader.objectIndices
        fingerprints = Array(repeating: 0, count: objects.count)
        for object in objects {
            let kind = index.kind(of: object)
            try step(1)
            guard !kind.isContainer, kind != .unreadable else { continue }
            // A UID stands for the entry that it leads to, and else for itself.
            guard index.entryUID(at: object) == nil else { continue }
            fingerprints[object] = try value(at: object).asCompared.hashValue
        }
        let collections = try unorderedCollections()
        var partCount = 0
        for round in 1...Self.rounds.upperBound {
            var next = fingerprints
            // Long lists that many objects share are gone through once.
            var known: [Lists: Int] = [:]
            for object in objects {
                let kind = index.kind(of: object)
                guard kind.isContainer, firstObjects[object] == nil else { continue }
                let members = index.members(at: object)
                var hasher = Hasher()
                hasher.combine(kind.rawValue)
                if let collection = collections[object] {
                    hasher.combine(fingerprint(at: collection.record))
                    let lists = collection.values.count > 8 ? collection.lists : nil
                    if let lists, let sum = known[lists] {
                        hasher.combine(sum)
                    } else {
                        try step(through: 2 * collection.values.count)
                        let sum = fingerprint(of: collection)
                        if let lists { known[lists] = sum }
                        hasher.combine(sum)
                    }
                } else {
                    try step(through: members.count)
                    switch kind {
                    case .dictionary: hasher.combine(fingerprint(of: members))
                    case .set: hasher.combine(members.reduce(0) { $0 &+ fingerprint(at: $1) })
                    default: for member in members { hasher.combine(fingerprint(at: member)) }
                    }
                }
                next[object] = hasher.finalize()
            }
            fingerprints = next
            guard round >= Self.rounds.lowerBound else { continue }
            // Another level is of use only as long as it tells objects apart that were alike.
            try step(objects.count)
            let count = Set(fingerprints).count
            if count == partCount { break }
            partCount = count
        }
    }

    /// A set or a dictionary, whose members have no order.
    private struct Unordered {
        let record: ObjectIndex
        let values: SlotList
        let keys: SlotList?
        let counts: SlotList?

        /// The lists of the file that it has all in; nil for other forms.
        var lists: Lists? {
            guard counts == nil, case .stored(let values) = values else { return nil }
            guard let keys else { return Lists(values: values, keys: nil) }
            if case .stored(let keys) = keys { return Lists(values: values, keys: keys) }
            return nil
        }
    }

    /// Lists of values and keys, which several collections may share.
    private struct Lists: Hashable {
        let values: BinaryReferences
        let keys: BinaryReferences?
    }

    /// The contents of the collections without an order, by object.
    private mutating func unorderedCollections() throws(ArchiveError) -> [ObjectIndex: Unordered] {
        var collections: [ObjectIndex: Unordered] = [:]
        for object in index.reader.objectIndices where firstObjects[object] == nil {
            guard index.kind(of: object) == .dictionary, let fields = index.fields(at: object),
                let record = index.value(of: ClassFields.instanceClass, in: fields), let uid = index.uid(at: record),
                let family = try family(ofClassAt: uid)
            else { continue }
            switch family {
            case .set, .countedSet, .hashTable, .dictionary: break
            default: continue
            }
            guard let layout = (try? index.layout(of: fields, family)) ?? nil else { continue }
            try step(through: fields.count)
            try reader.chargeFields(fields.count)
            collections[object] = Unordered(
                record: record, values: layout.values.slots, keys: layout.keys?.slots, counts: layout.counts?.slots)
        }
        return collections
    }

    /// The fingerprint of the contents of a set or a dictionary, regardless of their order.
    private func fingerprint(of collection: Unordered) -> Int {
        func fingerprint(_ position: Int, of list: SlotList) -> Int {
            if case .stored(let object) = index.slot(position, of: list) { self.fingerprint(at: object) } else { 0 }
        }
        var sum = 0
        for position in 0..<collection.values.count {
            var hasher = Hasher()
            if let keys = collection.keys { hasher.combine(fingerprint(position, of: keys)) }
            hasher.combine(fingerprint(position, of: collection.values))
            if let counts = collection.counts { hasher.combine(fingerprint(position, of: counts)) }
            sum = sum &+ hasher.finalize()
        }
        return sum
    }

    /// The fingerprint of fields, regardless of their order.
    private func fingerprint(of members: some RandomAccessCollection<ObjectIndex>) -> Int {
        let count = members.count / 2
        var sum = 0
        for (key, value) in zip(members.prefix(count), members.suffix(count)) {
            var hasher = Hasher()
            hasher.combine(fingerprint(at: key))
            hasher.combine(fingerprint(at: value))
            sum = sum &+ hasher.finalize()
        }
        return sum
    }
}

extension PropertyList {
    /// The value without details that some file formats don't keep: the widths of numbers, the sign of zero, the bits
    /// of NaN.
    var asCompared: PropertyList {
        switch self {
        case .float(let value): return PropertyList.double(Double(value)).asCompared
        // XML has one zero and one NaN.
        case .double(let value): return .double(value == 0 ? 0 : value.isNaN ? .nan : value)
        case .integer128(let value):
            if let small = Int64(exactly: value) { return .integer(small) }
            return UInt64(exactly: value).map { .unsignedInteger($0) } ?? self
        default: return self
        }
    }
}
