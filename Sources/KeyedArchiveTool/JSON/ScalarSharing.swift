import KeyedArchiving
import PropertyLists

/// The rule for which equal scalars of a binary property list are one object.
///
/// Scalars, all values but containers, UIDs and booleans, are counted from 0 in the order of the envelope form, keys
/// too. Equal keys are one object, and so are the equal values that the generation of the archiver shares; in a property
/// list that is no archive all are. Where a file differs, lists of places say which are one, and all others of that
/// value are apart.
struct ScalarSharing {
    /// The layout of an archive; nil if all equal values are one.
    private let layout: ArchiveLayout?

    init(of root: PropertyList) {
        guard case .dictionary(let outer) = root, root.isArchiveForEnvelope else {
            layout = nil
            return
        }
        let keys = outer.keys.compactMap(\.stringValue).filter { $0.utf8.count <= 16 }
        layout = ArchiveLayout(outerKeys: keys, of: outer.count)
    }

    /// Whether a value is one object with those equal to it that aren't said to be apart.
    func isShared(_ value: PropertyList, asKey: Bool) -> Bool { asKey || layout?.shares(value) != false }

    // MARK: - Of a file

    /// The exceptions from the rule in a file.
    struct Exceptions {
        /// Places of scalars that are one object.
        var scalars: [[Int]] = []
        /// Places of containers that are one object.
        var containers: [[Int]] = []
        /// Whether UIDs of one number are separate objects.
        var separatesUIDs = false
    }

    func exceptions(in reader: BinaryPropertyListReader, charging budget: DocumentBudget) throws(ArchiveError)
        -> Exceptions
    {
        var places = Places()
        try places.find(in: reader, charging: budget)
        var byValue: [PropertyList: [[Place]]] = [:]
        for (object, places) in places.scalars {
            let header = try reader.header(at: object)
            try budget.step(1 + header.scalarSize / 16)
            byValue[try reader.scalar(of: header), default: []].append(places)
        }
        var exceptions = Exceptions()
        for (value, objects) in byValue where !follows(objects, value) {
            let shared = objects.filter { $0.count > 1 }.map { $0.map(\.number) }
            // One place is enough to say that all are apart.
            exceptions.scalars += shared.isEmpty ? [[objects.map { $0[0].number }.min() ?? 0]] : shared
        }
        exceptions.scalars.sort { $0[0] < $1[0] }
        exceptions.containers = places.containers.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
        exceptions.separatesUIDs = places.uids.values.contains { $0.count > 1 }
        return exceptions
    }

    /// Whether objects of one value are as the rule has them.
    private func follows(_ objects: [[Place]], _ value: PropertyList) -> Bool {
        let isShared = isShared(value, asKey: false)
        var sharedCount = 0
        for places in objects {
            let shared = places.count { $0.isKey || isShared }
            if shared > 0 { sharedCount += 1 }
            guard shared == places.count || (shared == 0 && places.count == 1) else { return false }
        }
        return sharedCount <= 1
    }

    private struct Place {
        var number: Int
        var isKey: Bool
    }

    /// The places of each object, in the order of the envelope form.
    private struct Places {
        var scalars: [ObjectIndex: [Place]] = [:]
        var containers: [ObjectIndex: [Int]] = [:]
        /// The objects of each number.
        var uids: [UInt64: Set<ObjectIndex>] = [:]

        mutating func find(
            in reader: BinaryPropertyListReader,
            charging budget: DocumentBudget
        ) throws(ArchiveError) {
            var (scalarCount, containerCount) = (0, 0)
            var pending = [(object: reader.topObject, isKey: false)]
            while let (object, isKey) = pending.popLast() {
                let header = try reader.header(at: object)
                if header.kind == .uid {
                    uids[try reader.uid(of: header), default: []].insert(object)
                } else if header.boolean != nil {
                    continue
                } else if !header.kind.isContainer {
                    scalars[object, default: []].append(Place(number: scalarCount, isKey: isKey))
                    scalarCount += 1
                } else {
                    containers[object, default: []].append(containerCount)
                    containerCount += 1
                    // What several places hold is looked at in each of them, as it is printed.
                    try budget.make(values: header.references.count)
                    try push(header, of: reader, to: &pending)
                }
            }
        }

        /// Pushes the contents of a container for the walk, its first value on top.
        private func push(
            _ header: BinaryObjectHeader,
            of reader: BinaryPropertyListReader,
            to pending: inout [(object: ObjectIndex, isKey: Bool)]
        ) throws(ArchiveError) {
            guard header.kind == .dictionary else {
                for position in (0..<header.references.count).reversed() {
                    pending.append((try reader.reference(position, of: header.references), false))
                }
                return
            }
            let fields = reader.fields(of: header)
            for position in fields.positions.reversed() {
                pending.append((reader.value(position, of: fields), false))
                pending.append((reader.key(position, of: fields), true))
            }
        }
    }
}

// MARK: - Writing

/// Writes a property list with equal scalars as one object or apart, as an envelope says.
struct SharedScalarWriter: ~Copyable {
    typealias Entry = BinaryObjectTable.Entry

    private let rule: ScalarSharing
    private let budget: DocumentBudget
    private var table = BinaryObjectTable()
    /// The scalars that are one object by the rule.
    private var shared: [PropertyList: Entry] = [:]
    /// The values of which some places are said to be one.
    private var exceptional: Set<PropertyList> = []
    /// The group of places that each of those is in.
    private var groups: [Int: Int] = [:]
    private var groupEntries: [Int: Entry] = [:]
    private var count = 0
    /// The group of places that a container is in, and the first of each.
    private var containerGroups: [Int: Int] = [:]
    private var groupContainers: [Int: (value: PropertyList, entry: Entry)] = [:]
    private var containerCount = 0
    private var separatesUIDs = false

    init(_ root: PropertyList, charging budget: DocumentBudget) {
        rule = ScalarSharing(of: root)
        self.budget = budget
    }

    /// Writes the file.
    ///
    /// - Throws: ``ArchiveError/Code/unrepresentable`` if a key is a container.
    consuming func write(_ root: PropertyList, _ envelope: Envelope) throws(ArchiveError) -> [UInt8] {
        try note(envelope.exceptions.scalars, in: root)
        for (group, places) in envelope.exceptions.containers.enumerated() {
            for place in places { containerGroups[place] = group }
        }
        separatesUIDs = envelope.exceptions.separatesUIDs
        let top = try add(root)
        var options = BinaryWritingOptions()
        options.objectOrder = envelope.hasOrphans ? .depthFirstWithOrphans : .depthFirst
        options.allowsThreeByteOffsets = envelope.allowsThreeByteOffsets
        return try table.write(top: top, options: options)
    }

    /// Notes which places are one object; those whose values aren't equal to that of the first are ignored.
    private mutating func note(_ sharing: [[Int]], in root: PropertyList) throws(ArchiveError) {
        guard !sharing.isEmpty else { return }
        var scalars: [PropertyList] = []
        try list(root, in: &scalars)
        for (group, places) in sharing.enumerated() {
            guard let first = places.first, scalars.indices.contains(first) else { continue }
            exceptional.insert(scalars[first])
            for place in places where scalars.indices.contains(place) && scalars[place] == scalars[first] {
                groups[place] = group
            }
        }
    }

    private func list(_ value: PropertyList, in scalars: inout [PropertyList]) throws(ArchiveError) {
        try budget.make(values: 1)
        switch value {
        case .array(let elements), .set(let elements), .orderedSet(let elements):
            for element in elements { try list(element, in: &scalars) }
        case .dictionary(let entries):
            for entry in entries {
                try list(entry.key, in: &scalars)
                try list(entry.value, in: &scalars)
            }
        case .uid, .boolean: break
        default: scalars.append(value)
        }
    }

    private mutating func add(_ value: PropertyList, asKey: Bool = false) throws(ArchiveError) -> Entry {
        switch value {
        case .array, .set, .orderedSet, .dictionary: break
        default: return scalar(value, asKey)
        }
        guard !asKey else {
            throw ArchiveError(.unrepresentable, "a dictionary key is a container", remedy: "use strings as keys")
        }
        let group = containerGroups[containerCount]
        containerCount += 1
        let entry = try addContainer(value)
        guard let group else { return entry }
        // Containers are one object only if they hold the same.
        if let first = groupContainers[group] { return first.value == value ? first.entry : entry }
        groupContainers[group] = (value, entry)
        return entry
    }

    private mutating func addContainer(_ value: PropertyList) throws(ArchiveError) -> Entry {
        switch value {
        case .set(let elements): return table.addSet(try add(elements))
        case .orderedSet(let elements): return table.addOrderedSet(try add(elements))
        case .dictionary(let entries):
            var (keys, values): ([Entry], [Entry]) = ([], [])
            for entry in entries {
                keys.append(try add(entry.key, asKey: true))
                values.append(try add(entry.value))
            }
            return table.addDictionary(keys: keys, values: values)
        case .array(let elements): return table.addArray(try add(elements))
        default: return table.addArray([])
        }
    }

    private mutating func add(_ elements: PropertyListArray) throws(ArchiveError) -> [Entry] {
        var entries: [Entry] = []
        for element in elements { entries.append(try add(element)) }
        return entries
    }

    /// The entry of a value that is no container.
    private mutating func scalar(_ value: PropertyList, _ asKey: Bool) -> Entry {
        if case .uid(let uid) = value { return separatesUIDs ? table.addUID(uid) : table.add(value) }
        if case .boolean = value { return table.add(value) }
        let place = count
        count += 1
        if exceptional.contains(value) {
            guard let group = groups[place] else { return table.add(value) }
            if let entry = groupEntries[group] { return entry }
            let entry = table.add(value)
            groupEntries[group] = entry
            return entry
        }
        guard rule.isShared(value, asKey: asKey) else { return table.add(value) }
        if let entry = shared[value] { return entry }
        let entry = table.add(value)
        shared[value] = entry
        return entry
    }
}
