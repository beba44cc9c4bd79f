internal import PropertyLists

/// The references between the entries of an archive.
///
/// All references are in one array: 4 bytes for each, and 8 for each entry. The references of an entry are in the order
/// of its fields, those in containers in its fields included. The reference to its class is kept separately: it isn't
/// part of the content. References to nil and to entries that don't exist are left out.
///
/// The graph of a file is made once. The graph of an archive that was changed shares it, and has other references only
/// for the entries that were changed or added.
struct EntryGraph: Sendable {
    /// The references of an entry that was changed or added.
    private struct Edges: Sendable {
        var targets: [UInt32] = []
        var record: UInt32 = 0
    }

    /// How many entries there are.
    private(set) var count: Int
    /// The entries that the outer dictionary refers to: first those of `$top`.
    private(set) var roots: [EntryUID] = []
    /// How many of the roots are those of `$top`; keys of the outer dictionary beside the usual four refer to the others.
    private var topRootCount = 0
    /// The start of each object's references, an object being an entry of the file; one more than there are objects.
    private var starts: [UInt32] = [0]
    private var targets: [UInt32] = []
    /// The class record of each object; 0 for none.
    private var records: [UInt32] = []
    /// The object that each entry is; empty where no two entries are one, as in all genuine archives.
    private var objects: [UInt32] = []
    private var changed: [EntryUID: Edges] = [:]
    /// Whether a reference leads to an entry that doesn't exist.
    private(set) var hasMissing = false

    /// Stands for a class record that doesn't exist, and for that of an entry that can't be read.
    private static let unknownRecord = UInt32.max

    /// The entries that `$top` refers to, once for each reference.
    var topRoots: ArraySlice<EntryUID> { roots[..<topRootCount] }

    /// The entries that an entry refers to, once for each reference.
    func references(of uid: EntryUID) -> LazyMapSequence<ArraySlice<UInt32>, EntryUID> {
        slice(of: uid).lazy.map { EntryUID(Int(truncatingIfNeeded: $0)) }
    }

    private func slice(of uid: EntryUID) -> ArraySlice<UInt32> {
        if !changed.isEmpty, let edges = changed[uid] { return edges.targets[...] }
        guard let object = object(of: uid) else { return [] }
        return targets[Int(truncatingIfNeeded: starts[object])..<Int(truncatingIfNeeded: starts[object + 1])]
    }

    /// The object that an entry of the file is.
    private func object(of uid: EntryUID) -> Int? {
        let object = objects.isEmpty ? uid.number : uid.number < objects.count ? Int(objects[uid]) : records.count
        return object < records.count ? object : nil
    }

    /// The class record that an entry refers to: `$null` for none, nil if that can't be told.
    func classRecord(of uid: EntryUID) -> EntryUID? {
        let record = changed[uid]?.record ?? object(of: uid).map { records[$0] } ?? 0
        return record == Self.unknownRecord ? nil : EntryUID(Int(truncatingIfNeeded: record))
    }

    // MARK: Making

    /// A graph without entries, which are added one after the other.
    ///
    /// - Parameter count: How many there will be.
    init(count: Int) {
        self.count = count
        starts.reserveCapacity(count + 1)
        records.reserveCapacity(count)
    }

    /// Adds an entry.
    ///
    /// - Parameter references: The entries that the entry refers to.
    mutating func append(references: some Sequence<EntryUID>) {
        for uid in references where uid != .null && uid.number < count { targets.append(Self.number(uid)) }
        records.append(0)
        starts.append(UInt32(truncatingIfNeeded: targets.count))
    }

    /// The graph of a file.
    ///
    /// - Parameters:
    ///   - index: The entries of the file.
    ///   - count: How many entries the archive has with those that were added to it; nil for those of the file.
    /// - Returns: Nil if there are 2³² references or more.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/cancelled`` only.
    /// - Complexity: O(*n*) in the size of all entries together.
    init?(_ index: ArchiveIndex, count: Int? = nil) throws(ArchiveError) {
        self.init(count: count ?? index.entries.count)
        // Where references start: the values of the top level, and what is in the outer dictionary besides.
        var found: [UInt32] = []
        for field in index.pairs(of: index.top) { collect(field.value, of: index, in: &found) }
        topRootCount = found.count
        if let outer = index.outer {
            for field in index.pairs(of: outer) where index.outerKey(at: field.key) == nil {
                collect(field.value, of: index, in: &found)
            }
        }
        roots = found.map { EntryUID(Int(truncatingIfNeeded: $0)) }

        var references: [UInt32] = []
        swap(&references, &targets)
        // Many entries of a hostile file can be one object, which is gone through once.
        var known = Array(repeating: UInt32.max, count: index.reader.objectCount)
        for uid in index.uids {
            try Cancellation.check(atStep: uid.number)
            let object = index[uid]
            var number = UInt32(truncatingIfNeeded: records.count)
            if index.reader.contains(object), known[object] != .max {
                number = known[object]
                if objects.isEmpty { objects = Array(0..<UInt32(truncatingIfNeeded: uid.number)) }
            } else {
                if index.reader.contains(object) { known[object] = number }
                records.append(collect(entry: object, of: index, in: &references))
                guard let end = UInt32(exactly: references.count) else { return nil }
                starts.append(end)
            }
            if !objects.isEmpty { objects.append(number) }
        }
        targets = references
    }

    /// Collects the references of an entry.
    ///
    /// - Returns: The class record that the entry refers to.
    private mutating func collect(entry: ObjectIndex, of index: ArchiveIndex, in references: inout [UInt32]) -> UInt32 {
        guard let fields = index.fields(at: entry) else {
            // Anything but a dictionary with references is damaged, but what it refers to isn't lost.
            collect(entry, of: index, in: &references)
            return index.kind(of: entry) == .unreadable ? Self.unknownRecord : 0
        }
        var record: UInt32?
        for position in fields.positions {
            let value = index.reader.value(position, of: fields)
            // Of two classes, the first counts.
            if record == nil, index.isText(index.reader.key(position, of: fields), ClassFields.instanceClass),
                let uid = index.uid(at: value)
            {
                record = classNumber(uid)
            } else {
                collect(value, of: index, in: &references)
            }
        }
        return record ?? 0
    }

    private mutating func collect(_ value: ObjectIndex, of index: ArchiveIndex, in references: inout [UInt32]) {
        index.forEachReference(in: value) { uid in
            if let number = number(uid) { references.append(number) }
        }
    }

    // MARK: Changes

    /// The graph of an archive, with its changes.
    ///
    /// - Parameter file: The graph of its file.
    /// - Complexity: O(*n*) in the size of the changes.
    init(_ archive: KeyedArchive, of file: EntryGraph) throws(ArchiveError) {
        self = file
        let edits = archive.edits
        guard !edits.isEmpty else { return }
        // An entry that was added may be where a reference of the file led to nothing.
        if file.hasMissing, !edits.added.isEmpty {
            self = try EntryGraph(archive.index, count: archive.objectCount) ?? file
        }
        count = archive.objectCount
        if let top = edits.top {
            var found: [UInt32] = []
            for field in top.fields { collect(field.value, of: archive, in: &found) }
            roots.replaceSubrange(..<topRootCount, with: found.map { EntryUID(Int(truncatingIfNeeded: $0)) })
            topRootCount = found.count
        }
        for (uid, content) in edits.changed { changed[EntryUID(uid)] = edges(of: content, archive) }
        for (position, content) in edits.added.enumerated() {
            changed[EntryUID(archive.index.entries.count + position)] = edges(of: content, archive)
        }
    }

    private mutating func edges(of content: KeyedArchive.Content, _ archive: KeyedArchive) -> Edges {
        var edges = Edges()
        switch content {
        case .scalar(let value): collect(value, of: archive, in: &edges.targets)
        case .other: break
        case .dictionary(let fields):
            var record: UInt32?
            for field in fields {
                if record == nil, (try? archive.isKey(field.key, ClassFields.instanceClass)) == true,
                    let uid = (try? archive.reference(field.value)) ?? nil
                {
                    record = classNumber(uid)
                } else {
                    collect(field.value, of: archive, in: &edges.targets)
                }
            }
            edges.record = record ?? 0
        }
        return edges
    }

    private mutating func collect(_ value: KeyedArchive.Slot, of archive: KeyedArchive, in references: inout [UInt32]) {
        archive.forEachReference(in: value) { uid in
            if let number = number(uid) { references.append(number) }
        }
    }

    // MARK: Numbers

    /// The number of an entry; nil for nil and for one that doesn't exist.
    private mutating func number(_ uid: UID) -> UInt32? {
        guard uid.rawValue < UInt64(count) else {
            hasMissing = true
            return nil
        }
        return uid == .null ? nil : UInt32(truncatingIfNeeded: uid.rawValue)
    }

    /// The number of a class record.
    private mutating func classNumber(_ uid: UID) -> UInt32 { number(uid) ?? Self.unknownRecord }

    private static func number(_ uid: EntryUID) -> UInt32 { UInt32(truncatingIfNeeded: uid.number) }
}

extension KeyedArchive {
    /// The references between entries, changes included.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if the file holds more than
    ///   ``/PropertyLists/Limits/expansion`` allows; ``/PropertyLists/ArchiveError/Code/cancelled``.
    /// - Complexity: O(*n*) in the size of the file when it is first asked for, then O(*n*) in the size of the changes.
    var graph: EntryGraph {
        get throws(ArchiveError) {
            guard let file = try facts.graph(of: index) else { throw ArchiveError.limit("expansion", limits.expansion) }
            return try EntryGraph(self, of: file)
        }
    }
}
