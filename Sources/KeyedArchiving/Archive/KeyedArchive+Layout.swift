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
        replay.orders.count { uid, positions in
            let index = reader.unchecked(uid, of: envelope.objects)
            guard case .dictionary(let keys, _)? = try? reader.object(at: index) else { return false }
            var names = positions.compactMap { (try? reader.archiveString(at: reader.unchecked($0, of: keys)))?.string }
            guard let last = names.firstIndex(of: "$class") else { return false }
            names.append(names.remove(at: last))
            let written = order.order(of: names.map { KeyHash.hash($0) }).map { names[$0] }
            let read = (0..<keys.count).map { (try? reader.archiveString(at: reader.unchecked($0, of: keys)))?.string }
            return written == read
        }
    }
}

/// How many entries equal values have in an archive.
private struct EntryCounts {
    /// The entries of each class name, and how often it is used.
    private var classNames: [String: (entries: Set<Int>, uses: Int)] = [:]
    private var integers: [Int64: Int] = [:]
    /// The entries of the key of UUIDs, and how often it is used.
    private var keysOfUUIDs: (entries: Set<Int>, uses: Int) = ([], 0)
    private var wholeReals: [UInt64: Int] = [:]

    init(of reader: BinaryPropertyListReader, _ objects: BinaryReferences) {
        for position in 0..<objects.count { addClass(at: reader.unchecked(position, of: objects), reader) }
        for index in 0..<reader.objectCount {
            switch try? reader.scalar(at: index) {
            case .integer(let value): integers[value, default: 0] += 1
            case .double(let value) where abs(value) < 0x1p55 && Double(Int64(value)) == value:
                wholeReals[value.bitPattern, default: 0] += 1
            default: break
            }
        }
    }

    private mutating func addClass(at index: Int, _ reader: BinaryPropertyListReader) {
        // A class record has at most three keys.
        guard case .dictionary(let keys, let values)? = try? reader.object(at: index), keys.count <= 3 else { return }
        for position in 0..<keys.count {
            let value = reader.unchecked(position, of: values)
            let key = reader.unchecked(position, of: keys)
            switch (try? reader.archiveString(at: key))?.string {
            case "NS.uuidbytes":
                keysOfUUIDs.entries.insert(key)
                keysOfUUIDs.uses += 1
            case "$classname": add(value, reader)
            case "$classes":
                guard case .array(let names)? = try? reader.object(at: value) else { break }
                for name in 0..<names.count { add(reader.unchecked(name, of: names), reader) }
            default: break
            }
        }
    }

    private mutating func add(_ index: Int, _ reader: BinaryPropertyListReader) {
        guard let name = (try? reader.archiveString(at: index))?.string else { return }
        classNames[name, default: ([], 0)].entries.insert(index)
        classNames[name]?.uses += 1
    }

    /// Changes a layout to what was counted.
    func refine(_ layout: inout ArchiveLayout) {
        for (name, counts) in classNames where counts.uses > 1 {
            if counts.entries.count == 1 {
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
