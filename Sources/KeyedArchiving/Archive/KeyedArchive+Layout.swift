internal import PropertyLists

extension KeyedArchive {
    /// The layout that the archive follows, as far as it tells.
    ///
    /// The order of the outer keys tells the generation. Within it, what is stored once and what several times tells
    /// which class names are one string and which numbers are one object on the system that wrote the archive. An
    /// archive in XML has no layout; ``ArchiveLayout/current`` stands for it.
    ///
    /// - Complexity: O(*n*) in the size of the archive.
    public var layout: ArchiveLayout {
        let keys = envelope.outer.compactMap { (try? reader.archiveString(at: $0.key))?.string }
        let generations: [ArchiveLayout] = [.current, .macOS10_14, .macOSX10_6_32bit, .macOSX10_5, .macOSX10_4]
        guard format == .binary, var layout = generations.first(where: { $0.outerKeys == keys }) else {
            return .current
        }
        if let source = try? BinaryObjectTableSource(reader) {
            if source.options.objectOrder == .depthFirst { layout.objectOrder = .depthFirst }
            layout.allowsThreeByteOffsets = source.options.allowsThreeByteOffsets
        }
        guard !layout.sharing.isByValue else { return layout }
        let entries = EntryCounts(of: reader, envelope.objects)
        entries.refine(&layout)
        if layout.keyOrder == KeyOrder() {
            let replay = EncodingReplay(reader, envelope.objects, envelope.top.values)
            let orders = [KeyOrder(), .roomy].map { (order: $0, count: matches(of: $0, replay)) }
            if orders[1].count > orders[0].count { layout.keyOrder = .roomy }
        }
        return layout
    }

    /// How many objects have their keys in the order that follows from the order of encoding.
    private func matches(of order: KeyOrder, _ replay: EncodingReplay) -> Int {
        // Many objects can have one long key.
        var hashes: [Int: UInt64] = [:]
        return replay.orders.count { uid, positions in
            let index = reader.unchecked(uid, of: envelope.objects)
            guard case .dictionary(let keys, _)? = try? reader.object(at: index), positions.count == keys.count,
                let last = positions.firstIndex(where: {
                    (try? reader.isString(at: reader.unchecked($0, of: keys), "$class")) == true
                })
            else { return false }
            var encoded = positions
            encoded.append(encoded.remove(at: last))
            let encodedHashes = encoded.map { position in
                let key = reader.unchecked(position, of: keys)
                if let known = hashes[key] { return known }
                let hash = KeyHash.hash((try? reader.archiveString(at: key))?.string ?? "")
                hashes[key] = hash
                return hash
            }
            return order.order(of: encodedHashes).map { encoded[$0] } == Array(0..<keys.count)
        }
    }
}

/// How many entries equal values have in an archive.
private struct EntryCounts {
    /// How often each entry is used as the name of a class.
    private var classNames: [Int: Int] = [:]
    /// The lists of class names that were counted: many classes can have one long list.
    private var countedLists: Set<Int> = []
    private var integers: [Int64: Int] = [:]
    /// The entries of the key of UUIDs, and how often it is used.
    private var keysOfUUIDs: (entries: Set<Int>, uses: Int) = ([], 0)
    private var wholeReals: [UInt64: Int] = [:]
    private let reader: BinaryPropertyListReader

    init(of reader: BinaryPropertyListReader, _ objects: BinaryReferences) {
        self.reader = reader
        for position in 0..<objects.count { addClass(at: reader.unchecked(position, of: objects)) }
        for index in 0..<reader.objectCount {
            switch try? reader.scalar(at: index) {
            case .integer(let value): integers[value, default: 0] += 1
            case .double(let value) where abs(value) < 0x1p55 && Double(Int64(value)) == value:
                wholeReals[value.bitPattern, default: 0] += 1
            default: break
            }
        }
    }

    private mutating func addClass(at index: Int) {
        // A class record has at most three keys.
        guard case .dictionary(let keys, let values)? = try? reader.object(at: index), keys.count <= 3 else { return }
        for position in 0..<keys.count {
            let value = reader.unchecked(position, of: values)
            let key = reader.unchecked(position, of: keys)
            if isString(key, "NS.uuidbytes") {
                keysOfUUIDs.entries.insert(key)
                keysOfUUIDs.uses += 1
            } else if isString(key, "$classname") {
                classNames[value, default: 0] += 1
            } else if isString(key, "$classes"), countedLists.insert(value).inserted,
                case .array(let names)? = try? reader.object(at: value)
            {
                for name in 0..<names.count { classNames[reader.unchecked(name, of: names), default: 0] += 1 }
            }
        }
    }

    private func isString(_ index: Int, _ text: String) -> Bool { (try? reader.isString(at: index, text)) == true }

    /// Changes a layout to what was counted.
    func refine(_ layout: inout ArchiveLayout) {
        var namesByText: [String: (entries: Int, uses: Int)] = [:]
        for (index, uses) in classNames {
            guard let name = (try? reader.archiveString(at: index))?.string else { continue }
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
        let small = ValueSharing.smallIntegers.integers
        if integers.contains(where: {
            !small.contains($0.key) && layout.sharing.integers.contains($0.key) && $0.value > 2
        }) {
            layout.sharing = .smallIntegers
        }
    }
}
