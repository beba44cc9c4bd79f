internal import PropertyLists

extension KeyedArchive {
    /// The layout that the archive follows, as far as its bytes show it.
    ///
    /// The order of the outer keys shows the generation. Within it, values stored once and values stored repeatedly
    /// show which class names are one string and which numbers are one object on the system that wrote the archive. An
    /// archive in XML shows only its document type; otherwise it has the layout ``ArchiveLayout/current``.
    ///
    /// ```swift
    /// let archiver = KeyedArchiver(layout: archive.layout)
    /// ```
    ///
    /// The layout is ``ArchiveLayout/current``, too, if the archive holds more than ``/PropertyLists/Limits/expansion``
    /// allows.
    ///
    /// - Complexity: O(*n*) in the size of the archive.
    public var layout: ArchiveLayout {
        guard isWithinLimit else { return .current }
        guard format == .binary, var layout = generation else {
            var layout = ArchiveLayout.current
            layout.documentType = documentType
            layout.numbersElements = numbersElements
            return layout
        }
        layout.numbersElements = numbersElements
        if let source = try? BinaryObjectTableSource(reader) {
            if source.options.objectOrder == .depthFirst { layout.objectOrder = .depthFirst }
            layout.allowsThreeByteOffsets = source.options.allowsThreeByteOffsets
        }
        guard !layout.sharing.isByValue else { return layout }
        ReferenceLayout(of: index).refine(&layout)
        if layout.keyOrder == KeyOrder(), startsTablesWithRoom { layout.keyOrder = .macOSX10_6 }
        return layout
    }

    /// Whether the first array, set or dictionary has fields for its objects, as only subclasses of Apple's archiver
    /// write them.
    ///
    /// One with nothing but a class is empty, and would have an empty list otherwise.
    private var numbersElements: Bool {
        guard archiver != ArchiveEnvelope.usualArchiver else { return false }
        for uid in index.uids {
            let entry = index[uid]
            guard let fields = index.fields(at: entry),
                let value = index.value(of: ClassFields.instanceClass, in: fields),
                let family = family(ofClassAt: index.uid(at: value)),
                [.array, .set, .dictionary].contains(family)
            else { continue }
            switch ((try? index.layout(of: fields, family)) ?? nil)?.values.place {
            case .list: return false
            case .fields, .nowhere: return true
            case .array, nil: break
            }
        }
        return false
    }

    /// The generation that the order of the outer keys stands for.
    private var generation: ArchiveLayout? {
        // Longer keys are those of no generation.
        let keys = index.pairs(of: envelope.outer).compactMap { key, _ in
            index.count(of: key) <= 16 ? index.text(at: key) : nil
        }
        return ArchiveLayout(outerKeys: keys, of: envelope.outer.count)
    }

    /// Whether more objects have their keys in the order of tables that start with room for many keys than of others.
    private var startsTablesWithRoom: Bool {
        // Many objects have the same keys.
        var hashes: [ObjectIndex: UInt64] = [:]
        var (natural, withRoom) = (0, 0)
        var budget = budget
        for uid in index.uids {
            guard let fields = index.fields(at: index[uid]), fields.count > 1, fields.count < 20 else { continue }
            // What exceeds the budget says nothing about the layout.
            guard
                var order = try? index.positionsInEncodingOrder(of: fields, ofObjectAt: uid.uid, charging: &budget)
            else { break }
            // The class of an object is encoded after its fields.
            if let place = order.firstIndex(where: {
                index.isText(reader.key($0, of: fields), ClassFields.instanceClass)
            }) {
                order.append(order.remove(at: place))
            }
            var encodedHashes: [UInt64] = []
            for position in order {
                let key = reader.key(position, of: fields)
                let hash: UInt64
                if let known = hashes[key] {
                    hash = known
                } else {
                    hash = KeyHash.hash(index.text(at: key) ?? "")
                    hashes[key] = hash
                }
                encodedHashes.append(hash)
            }
            let written = Array(fields.positions)
            if KeyOrder().order(of: encodedHashes).map({ order[$0] }) == written { natural += 1 }
            if KeyOrder.macOSX10_6.order(of: encodedHashes).map({ order[$0] }) == written { withRoom += 1 }
        }
        return withRoom > natural
    }
}

/// How an archive refers to equal values: by how many entries.
private struct ReferenceLayout: ~Copyable {
    /// How often each entry is used as the name of a class.
    private var classNames: [ObjectIndex: Int] = [:]
    /// The lists of class names that were counted: a list that classes share is one.
    private var countedLists: Set<ObjectIndex> = []
    private var integers: [Int64: Int] = [:]
    /// The entries of the key of UUIDs, and how often it is used.
    private var keysOfUUIDs: (entries: Set<ObjectIndex>, uses: Int) = ([], 0)
    private var wholeReals: [UInt64: Int] = [:]
    private let index: ArchiveIndex

    init(of index: ArchiveIndex) {
        self.index = index
        for uid in index.uids { addClass(at: index[uid]) }
        for object in index.reader.objectIndices {
            // Only numbers are read: many objects of a hostile file can be one long text.
            let kind = index.kind(of: object)
            switch kind == .integer || kind == .real ? try? index.reader.scalar(at: object) : nil {
            case .integer(let value): integers[value, default: 0] += 1
            case .double(let value) where SharingPolicy.isWholeAndTagged(value):
                wholeReals[value.bitPattern, default: 0] += 1
            default: break
            }
        }
    }

    private mutating func addClass(at entry: ObjectIndex) {
        // A class record has at most three keys.
        guard let fields = index.fields(at: entry), fields.count <= 3 else { return }
        for position in fields.positions {
            let key = index.reader.key(position, of: fields)
            let value = index.reader.value(position, of: fields)
            if index.isText(key, UUIDFields.bytes) {
                keysOfUUIDs.entries.insert(key)
                keysOfUUIDs.uses += 1
            } else if index.isText(key, ClassFields.name) {
                classNames[value, default: 0] += 1
            } else if index.isText(key, ClassFields.hierarchy), let names = index.elements(at: value),
                countedLists.insert(value).inserted
            {
                for name in index.members(of: names) { classNames[name, default: 0] += 1 }
            }
        }
    }

    /// Adapts a layout to the counts.
    func refine(_ layout: inout ArchiveLayout) {
        var namesByText: [String: (entries: Int, uses: Int)] = [:]
        for (text, uses) in classNames {
            guard let name = index.text(at: text) else { continue }
            namesByText[name, default: (0, 0)].entries += 1
            namesByText[name]?.uses += uses
        }
        for (name, counts) in namesByText where counts.uses > 1 {
            if counts.entries == 1 {
                layout.commonClassNames.insert(name)
            } else {
                layout.commonClassNames.remove(name)
                if CommonStrings.isTagged(name) { layout.sharing.tagsStrings = false }
            }
        }
        if keysOfUUIDs.entries.count < keysOfUUIDs.uses { layout.makesKeysAtRunTime = false }
        if wholeReals.values.contains(where: { $0 > 1 }) { layout.sharing.sharesWholeReals = false }
        let small = SharingPolicy.smallIntegers.integers
        // A number has an entry for each type that it is stored as, of which archives hardly ever have more than two.
        if integers.contains(where: {
            !small.contains($0.key) && layout.sharing.integers.contains($0.key) && $0.value > 2
        }) {
            layout.sharing = .smallIntegers
        }
    }
}
