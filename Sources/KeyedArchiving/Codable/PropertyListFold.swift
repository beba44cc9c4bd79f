internal import PropertyLists

/// Makes a property list of the objects that store it.
///
/// Arrays and dictionaries of the library's own types are followed from reference to reference, and no objects are made
/// for them. Anything of another shape is decoded as an object, which is then walked: old-style arrays, mutable
/// strings, dates, data, objects that have been decoded already, and everything if a delegate must see it.
///
/// A container that several others hold is made once. Who gets the list walks it each time, though, so that all its
/// values count against ``PropertyLists/Limits/expansion`` as often as they are reached, text by its length.
///
/// A list has each key of a dictionary once: of two entries with one key the last counts, as for all readers.
final class PropertyListFold {
    private typealias Opened = OpenedNode<Node, [PropertyList]?, PropertyList>

    /// An element of a container: an entry, or an object by its index in `objects`.
    private enum Node: BitwiseCopyable {
        case entry(EntryUID)
        case object(Int)
    }

    /// A container.
    private enum Place: Hashable {
        case entry(EntryUID)
        case object(ObjectIdentifier)
    }

    /// How far a container is: it is made with a number of values, itself and each as often as it is reached.
    private enum Progress {
        case isOpen(any Codingable.Type)
        case isMade(PropertyList, total: Int)
    }

    /// The cost of an element, in bytes: its node, its value, and the value in the list.
    private static let nodeCost = 56

    private let unarchiver: KeyedUnarchiver
    /// Whether references may be followed without making objects.
    private let isDirect: Bool
    /// Whether the unarchiver's user is told of entries that are lost; otherwise they are errors.
    private let hasWarnings: Bool
    /// How many values the list may have.
    private let maximumTotal: Int
    /// How many it has so far.
    private var total = 0
    private var progress: [Place: Progress] = [:]
    /// The containers around the next node, and the total when each was entered.
    private var open: [(place: Place, start: Int)] = []
    /// The decoded objects, retained so that their addresses stay unique.
    private var objects: [any Codingable] = []
    /// The types of classes, by the index of the class.
    private var types: [Int: any Codingable.Type] = [:]

    private init(_ unarchiver: KeyedUnarchiver, hasWarnings: Bool) {
        self.unarchiver = unarchiver
        self.hasWarnings = hasWarnings
        isDirect = !unarchiver.state.hasDelegate && !unarchiver.state.preservesIdentity
        maximumTotal = unarchiver.limits.mostContent(ofInputOf: unarchiver.state.reader.bytes.count)
    }

    /// The property list that the object at a UID represents; nil if it represents nil.
    ///
    /// - Parameter hasWarnings: Whether a warning says that an entry of a dictionary is lost, rather than an error.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidValue`` if an object has no place in a property list,
    ///   ``/PropertyLists/ArchiveError/Code/cycle`` if a container holds itself,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded``, and otherwise as decoding the objects does.
    static func list(
        at uid: UID,
        of unarchiver: KeyedUnarchiver,
        hasWarnings: Bool = true
    ) throws -> PropertyList? {
        let fold = PropertyListFold(unarchiver, hasWarnings: hasWarnings)
        let root = Node.entry(try unarchiver.state.entry(uid))
        let list = try foldFromLeaves(root, open: fold.opened, close: fold.closed)
        return list == .null ? nil : list
    }

    private func opened(_ node: Node) throws -> Opened {
        switch node {
        case .entry(let uid): try opened(uid)
        case .object(let index): try opened(objects[index])
        }
    }

    private func closed(_ keys: [PropertyList]?, _ values: [PropertyList]) -> PropertyList {
        let list =
            keys.map { PropertyList.dictionary(PropertyListDictionary(keysThenValues: $0 + values)) }
            ?? .array(PropertyListArray(values))
        if let (place, start) = open.popLast() { progress[place] = .isMade(list, total: total - start) }
        return list
    }
}

// MARK: - Values and containers

extension PropertyListFold {
    /// A value without others in it; one by itself is no expansion.
    private func leaf(_ value: PropertyList) throws(ArchiveError) -> Opened {
        if !open.isEmpty { try count(1 + Self.textCost(of: value)) }
        return .leaf(value)
    }

    /// Nil, which is a text in containers.
    private func null() throws(ArchiveError) -> Opened { try leaf(open.isEmpty ? .null : .nilText) }

    /// A container that is made already; nil if it is new.
    private func known(_ place: Place) throws(ArchiveError) -> Opened? {
        switch progress[place] {
        case nil: return nil
        case .isOpen(let type):
            throw ArchiveError(
                .cycle, "a container of a property list holds itself", className: type.codedClassName,
                remedy: "decode it as objects, which may refer to each other in a cycle")
        case .isMade(let list, let total):
            try count(total)
            try checkDepth(below: list.level)
            return .leaf(list)
        }
    }

    /// Enters a container; a dictionary has keys.
    private func entered(
        _ place: Place,
        _ type: any Codingable.Type,
        _ keys: [PropertyList]?,
        _ nodes: [Node]
    ) throws(ArchiveError) -> Opened {
        var (keys, nodes) = (keys, nodes)
        if let all = keys, let counting = try positionsThatCount(all) {
            (keys, nodes) = (counting.map { all[$0] }, counting.map { nodes[$0] })
        }
        progress[place] = .isOpen(type)
        open.append((place, total))
        try count(1 + (keys ?? []).reduce(0) { $0 + Self.textCost(of: $1) })
        try checkDepth(below: 0)
        return .container(keys, of: nodes)
    }

    /// The positions of the entries that no later one with an equal key hides; nil if that is all of them.
    private func positionsThatCount(_ keys: [PropertyList]) throws(ArchiveError) -> [Int]? {
        guard keys.count > 1 else { return nil }
        var (later, counting): (Set<PropertyList>, [Int]) = ([], [])
        for position in keys.indices.reversed() {
            if later.insert(keys[position]).inserted {
                counting.append(position)
            } else {
                let key = if case .string(let text) = keys[position] { text.repaired } else { "" }
                guard hasWarnings else { throw CollectionDamage.lostEntry(CollectionDamage.twoEntries, key) }
                unarchiver.warn(CollectionDamage.twoEntries, key)
            }
        }
        return counting.count == keys.count ? nil : counting.reversed()
    }

    private func count(_ values: Int) throws(ArchiveError) {
        let (sum, overflow) = total.addingReportingOverflow(values)
        guard !overflow, sum <= maximumTotal else { throw .limit("expansion", unarchiver.limits.expansion) }
        total = sum
    }

    private func checkDepth(below levels: Int) throws(ArchiveError) {
        guard open.count + levels <= unarchiver.limits.depth else { throw .limit("depth", unarchiver.limits.depth) }
    }

    /// The cost of a text or data besides its place, in values: the receiver of the list reads it at each place.
    private static func textCost(of value: PropertyList) -> Int {
        switch value {
        case .string(let text): text.size / Budget.valueSize
        case .data(let bytes): bytes.count / Budget.valueSize
        default: 0
        }
    }
}

// MARK: - Entries

extension PropertyListFold {
    private func opened(_ uid: EntryUID) throws -> Opened {
        if uid == .null { return try null() }
        guard isDirect else { return try decoded(uid) }
        guard let stored = try unarchiver.state.storedObject(at: uid) else { return try plainValue(at: uid) }
        if let known = try known(.entry(uid)) { return known }
        guard unarchiver.state.entries[uid].stage.isUnkept else { return try decoded(uid) }
        let type = try listType(ofClass: stored.classIndex, at: uid)
        if type == ArchivedNull.self { return try null() }
        if type == ArchivedArray.self || type == ArchivedDictionary.self {
            guard unarchiver.state.depth < unarchiver.limits.depth else { throw unarchiver.tooDeep(type, at: uid) }
            if let container = try container(at: uid, stored, type) { return container }
        }
        return try decoded(uid)
    }

    private func plainValue(at uid: EntryUID) throws -> Opened {
        let (reader, index) = (unarchiver.state.reader, unarchiver.state.archive[uid])
        if let value = reader.fastInteger(at: index) { return try leaf(.integer(value)) }
        if let value = reader.fastDouble(at: index) { return try leaf(.double(value)) }
        guard let text = try unarchiver.state.text(at: uid) else { return try decoded(uid) }
        return text.isNullText ? try null() : try leaf(.string(text))
    }

    /// The type that a class stands for in property lists.
    private func listType(ofClass classIndex: Int, at uid: EntryUID) throws -> any Codingable.Type {
        if let known = types[classIndex] { return known }
        let allowed = AllowedTypes.list(unsafe PropertyList.objectTypes)
        let type = try unarchiver.resolve(classIndex, allowed, at: uid)
        if type != ArchivedNull.self { try unarchiver.checkAllowed(type, allowed, at: uid) }
        types[classIndex] = type
        return type
    }

    /// Enters a container; nil if it must be decoded as an object: its fields don't list references, or its keys aren't
    /// plain texts.
    private func container(
        at uid: EntryUID,
        _ stored: UnarchiverState.StoredObject,
        _ type: any Codingable.Type
    ) throws -> Opened? {
        let entries = type == ArchivedArray.self ? nil : try unarchiver.state.listedEntries(of: stored)
        let elements = type == ArchivedArray.self ? try unarchiver.state.listedElements(of: stored) : entries?.values
        guard let elements else { return nil }
        // What another call of the user walked was charged. Inside an object that does not count: many objects could
        // hold the same list.
        let isOutermost = unarchiver.state.depth == 0
        if !isOutermost || !unarchiver.state.chargedLists.contains(uid) {
            try unarchiver.state.charge(for: stored)
            try unarchiver.state.chargeElements((entries?.count ?? 0) + elements.count, of: Self.nodeCost)
            if isOutermost { unarchiver.state.chargedLists.insert(uid) }
        }
        var keys: [PropertyList]?
        if let entries {
            guard let texts = try texts(entries.keys) else { return nil }
            keys = texts
        }
        guard let uids = try uids(elements) else { return nil }
        return try entered(.entry(uid), type, keys, uids.map { .entry($0) })
    }

    /// The plain texts that a run of references leads to; nil if something else is among them.
    private func texts(_ run: BinaryReferences) throws(ArchiveError) -> [PropertyList]? {
        guard let uids = try uids(run) else { return nil }
        var texts: [PropertyList] = []
        texts.reserveCapacity(uids.count)
        for uid in uids {
            guard let text = try unarchiver.state.text(at: uid) else { return nil }
            texts.append(.string(text))
        }
        return texts
    }

    /// The entries that a run of references leads to; nil if something else is among them.
    private func uids(_ run: BinaryReferences) throws(ArchiveError) -> [EntryUID]? {
        var uids: [EntryUID] = []
        uids.reserveCapacity(run.count)
        for position in 0..<run.count {
            let index = unarchiver.state.reader.unchecked(position, of: run)
            if let uid = unarchiver.state.archive.fastEntry(at: index) {
                uids.append(uid)
            } else {
                guard let uid = try unarchiver.state.uid(at: index) else { return nil }
                uids.append(try unarchiver.state.entry(uid))
            }
        }
        return uids
    }
}

// MARK: - Objects

extension PropertyListFold {
    private func decoded(_ uid: EntryUID) throws -> Opened {
        guard let object = try unarchiver.decodePropertyListObject(uid.uid) else { return try null() }
        return try opened(object)
    }

    private func opened(_ object: any Codingable) throws(ArchiveError) -> Opened {
        if object is OmittedObject { return try null() }
        if let identified = object as? IdentifiedValue { return try value(identified.value) }
        guard let instance = object.instance else { return try value(object) }
        if let known = try known(.object(ObjectIdentifier(instance))) { return known }
        if let array = instance as? ArchivedArray { return try entered(array, nil, array.elements) }
        guard let dictionary = instance as? ArchivedDictionary else { return try value(object) }
        var keys: [PropertyList] = []
        let entries = dictionary.entries
        for entry in entries {
            guard let key = PropertyListString.converted(entry.key) else { throw notInPropertyLists(entry.key) }
            keys.append(.string(key))
        }
        return try entered(dictionary, keys, entries.map(\.value))
    }

    private func entered(
        _ container: any Codingable & AnyObject,
        _ keys: [PropertyList]?,
        _ values: [any Codingable]
    ) throws(ArchiveError) -> Opened {
        // The nodes are made besides the object, which was charged when it was decoded.
        try unarchiver.state.chargeElements((keys?.count ?? 0) + values.count, of: Self.nodeCost)
        objects.append(container)
        let nodes = objects.count..<objects.count + values.count
        objects += values
        return try entered(
            .object(ObjectIdentifier(container)), type(of: container), keys, nodes.map { .object($0) })
    }

    /// An object that isn't a container.
    ///
    /// A type of the user's may stand for an array or a dictionary, which is walked as any other.
    private func value(_ object: any Codingable) throws(ArchiveError) -> Opened {
        if let text = PropertyListString.converted(object) { return try leaf(.string(text)) }
        if let data = object as? MutableArchivedData { return try leaf(.data(data.bytes)) }
        if let number = ArchivedNumber.converted(object) { return try leaf(PropertyList(number)) }
        guard let value = object as? any PropertyListValue else { throw notInPropertyLists(object) }
        let list = value.propertyListValue
        switch list {
        case .array, .dictionary: return try opened(list.object())
        // A type that keeps its bytes in another form makes a copy for each place.
        case .data(let bytes): try unarchiver.charge(bytes.count)
        default: break
        }
        return try leaf(list)
    }

    private func notInPropertyLists(_ object: any Codingable) -> ArchiveError {
        let name = type(of: object).codedClassName
        return ArchiveError(
            .invalidValue, "an object of class \(name.quotedForDisplay) has no place in a property list",
            className: name, remedy: "decode it as an object")
    }
}
