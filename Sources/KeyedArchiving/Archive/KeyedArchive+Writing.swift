public import PropertyLists

extension KeyedArchive {
    /// Writes the archive.
    ///
    /// An archive that was not changed and that an Apple system wrote comes out as the same bytes, in either form. XML
    /// has one kind of reals, not two, and says nothing about which values share an entry; converting from
    /// binary to XML and back keeps the values.
    ///
    /// ```swift
    /// let xml = try archive.bytes(format: .xml)
    /// ```
    ///
    /// - Parameter format: The form to write; nil for the form in which the archive was opened.
    /// - Throws: ``/PropertyLists/ArchiveError`` if a part of the file cannot be read; with the code
    ///   ``/PropertyLists/ArchiveError/Code/unrepresentable`` if the archive holds something that XML cannot express,
    ///   or if the form is OpenStep text; ``/PropertyLists/ArchiveError/Code/limitExceeded``.
    /// - Complexity: O(*n*) in the size of the archive.
    public func bytes(format: PropertyListFormat? = nil) throws(ArchiveError) -> [UInt8] {
        switch format ?? self.format {
        case .binary:
            let bytes = try binaryBytes()
            try BinaryPropertyListReader.check(bytes, within: limits)
            return bytes
        case .xml:
            let source = edits.isEmpty ? reader : try BinaryPropertyListReader(try binaryBytes(), limits: limits)
            let writer = XMLPropertyListWriter(documentType: documentType, limits: limits)
            var budget = Budget(of: source)
            return try writer.write(try source.treeForXML(), charging: &budget)
        case .openStep: throw ArchiveError.archiveInOpenStep
        }
    }

    /// The archive with its changes as part of the file, for code that reads all of it.
    var asWritten: KeyedArchive {
        get throws(ArchiveError) {
            guard !edits.isEmpty else { return self }
            return try KeyedArchive(
                bytes: try bytes(format: .binary), limits: limits, validation: .onAccess, nestingDepth: nestingDepth)
        }
    }

    private func binaryBytes() throws(ArchiveError) -> [UInt8] {
        var source = try BinaryObjectTableSource(reader)
        guard !edits.isEmpty else {
            return try source.table.write(top: source.entries[reader.topObject], options: source.options)
        }
        // Entries of the file keep their place in a list; where the file had its own order, changes break it.
        if case .listed = source.options.objectOrder { source.options.objectOrder = .depthFirst }
        var editor = TableEditor(archive: self, source: source)
        let top = editor.addOuterDictionary()
        return try editor.source.table.write(top: top, options: editor.source.options)
    }
}

/// Rebuilds the containers that edits touch: the outer dictionary, `$top`, `$objects`, and each changed entry.
private struct TableEditor: ~Copyable {
    typealias Entry = BinaryObjectTable.Entry

    let archive: KeyedArchive
    var source: BinaryObjectTableSource
    /// The entry of each key in use, so that a new field shares its key as a constant of a program would.
    var keys: [PropertyListString: Entry] = [:]

    init(archive: KeyedArchive, source: consuming BinaryObjectTableSource) {
        self.archive = archive
        // Many entries of a hostile file can be one dictionary, and all of its keys one long string.
        var visited: Set<ObjectIndex> = []
        let index = archive.index
        for uid in index.uids {
            let entry = index[uid]
            guard let fields = index.fields(at: entry), visited.insert(entry).inserted else { continue }
            for position in fields.positions {
                let key = index.reader.key(position, of: fields)
                guard visited.insert(key).inserted else { continue }
                if let name = try? index.reader.text(at: key), keys[name] == nil {
                    keys[name] = source.entries[key]
                }
            }
        }
        self.source = source
    }

    mutating func addOuterDictionary() -> Entry {
        var keys: [Entry] = []
        var values: [Entry] = []
        for (key, value) in archive.index.pairs(of: archive.envelope.outer) {
            keys.append(source.entries[key])
            values.append(addOuterValue(key: key, value: value))
        }
        return source.table.addDictionary(keys: keys, values: values)
    }

    private mutating func addOuterValue(key: ObjectIndex, value: ObjectIndex) -> Entry {
        switch archive.index.outerKey(at: key) {
        case .archiver: return archive.edits.archiver.map { source.table.addString($0) } ?? source.entries[value]
        case .top: return archive.edits.top.map { addDictionary($0.fields) } ?? source.entries[value]
        case .objects: return addObjects()
        case .version, nil: return source.entries[value]
        }
    }

    private mutating func addObjects() -> Entry {
        var elements: [Entry] = []
        elements.reserveCapacity(archive.objectCount)
        let index = archive.index
        for uid in index.uids {
            if let content = archive.edits.changed[uid.uid] {
                elements.append(add(content))
            } else {
                elements.append(source.entries[index[uid]])
            }
        }
        for content in archive.edits.added { elements.append(add(content)) }
        return source.table.addArray(elements)
    }

    private mutating func add(_ content: KeyedArchive.Content) -> Entry {
        switch content {
        // Apple's writer has one `$null` string in an archive.
        case .scalar(.new(.nilText)): return source.entries[archive.envelope.null]
        case .scalar(let slot): return add(slot)
        case .dictionary(let slots): return addDictionary(slots)
        case .other: return source.entries[archive.envelope.null]
        }
    }

    private mutating func addDictionary(_ slots: [(key: KeyedArchive.Slot, value: KeyedArchive.Slot)]) -> Entry {
        let keys = slots.map { addKey($0.key) }
        let values = slots.map { add($0.value) }
        return source.table.addDictionary(keys: keys, values: values)
    }

    private mutating func addKey(_ slot: KeyedArchive.Slot) -> Entry {
        guard case .new(.string(let name)) = slot else { return add(slot) }
        if let entry = keys[name] { return entry }
        let entry = source.table.addString(name)
        keys[name] = entry
        return entry
    }

    private mutating func add(_ slot: KeyedArchive.Slot) -> Entry {
        switch slot {
        case .stored(let index): source.entries[index]
        case .new(let value): source.table.add(value)
        case .list(let list): source.table.addArray(list.elements.map { add($0) })
        }
    }
}
