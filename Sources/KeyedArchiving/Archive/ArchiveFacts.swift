internal import PropertyLists

/// Facts about a file, found when they are first needed: its content, its references, the positions of texts in its long
/// lists, its class records and their families.
///
/// The file never changes, and changes of an archive are kept apart from it: nothing here becomes invalid, and copies of
/// an archive share it, for every task that asks.
final class ArchiveFacts: Sendable {
    /// A run of keys: object references to strings, or to UIDs of keys of any kind.
    struct Run: Hashable {
        var references: BinaryReferences
        var isOfUIDs: Bool
    }

    private struct State {
        /// How much the file holds; nil as long as no one asked, `.max` if it is more than the limit allows.
        var content: Int?
        /// The references between entries; nil until they are requested.
        var graph: EntryGraph?
        /// For each entry, whether it is a key of a dictionary, or part of one; nil until they are requested.
        var keys: [Bool]?
        /// The positions of keys in runs of them.
        var texts: [Run: KeyPositions] = [:]
        /// How many positions there are in all.
        var textCount = 0
        var classes: [ObjectIndex: ArchivedClass] = [:]
        /// How many places there are in the class records that are kept.
        var classPlaces = 0
        var familiesOfRecords: [ObjectIndex: FoundationFamily?] = [:]
        var familiesOfChains: [ObjectIndex: FoundationFamily?] = [:]
    }

    private let state = Mutex(State())

    /// How many positions of texts are kept in all; when they would be more, all are dropped.
    private static let maximumTextCount = 1 << 20

    // MARK: The sum

    /// How much the file holds, all entries together; nil if that is more than ``/PropertyLists/Limits/expansion`` allows.
    ///
    /// - Complexity: O(*n*) in the size of the file when it is first asked for, then O(1).
    func content(of index: ArchiveIndex) -> Int? {
        let content: Int
        if let known = state.withValue({ $0.content }) {
            content = known
        } else {
            content = ContentSum.withinLimit(index) ?? .max
            state.withValue { $0.content = content }
        }
        return content == .max ? nil : content
    }

    /// The references between the entries of the file; nil if it holds more than the limit allows.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/cancelled`` only.
    /// - Complexity: O(*n*) in the size of the file when it is first asked for, then O(1).
    func graph(of index: ArchiveIndex) throws(ArchiveError) -> EntryGraph? {
        if let known = state.withValue({ $0.graph }) { return known }
        guard content(of: index) != nil, let graph = try EntryGraph(index) else { return nil }
        state.withValue { $0.graph = graph }
        return graph
    }

    /// Whether an entry of the file is in a list of keys, or holds the characters or is the class of a string object
    /// that is; true for all if the file holds more than the limit allows.
    ///
    /// - Complexity: O(*n*) in the size of the file when it is first asked for, then O(1).
    func isKey(_ uid: UID, in index: ArchiveIndex) -> Bool {
        guard uid.rawValue < UInt64(index.entries.count), content(of: index) != nil else {
            return uid.rawValue < UInt64(index.entries.count)
        }
        return state.withValue { state in
            if state.keys == nil { state.keys = Self.keys(of: index) }
            return state.keys?[Int(uid.rawValue)] ?? true
        }
    }

    private static func keys(of index: ArchiveIndex) -> [Bool] {
        var isKey = Array(repeating: false, count: index.entries.count)
        func note(_ key: ObjectIndex) {
            guard let uid = index.entryUID(at: key), !isKey[uid] else { return }
            isKey[uid] = true
            guard let fields = index.fields(of: uid.uid) else { return }
            for field in EntryName.fields {
                guard let part = index.value(of: field, in: fields).flatMap({ index.entryUID(at: $0) }) else {
                    continue
                }
                isKey[part] = true
            }
        }
        // Many entries of a hostile file can be one object.
        var seen: Set<ObjectIndex> = []
        for number in isKey.indices where seen.insert(index[EntryUID(number)]).inserted {
            guard let fields = index.fields(of: EntryUID(number).uid),
                let list = index.value(of: CollectionPart.keys.key, in: fields),
                let keys = index.elements(at: list)
            else { continue }
            index.members(of: keys).forEach(note)
        }
        return isKey
    }

    // MARK: Texts

    /// The positions of the texts of a run of strings, which are made when they are first asked for.
    ///
    /// - Parameters:
    ///   - run: The strings, or references to them.
    ///   - make: Makes the positions.
    func positions(in run: Run, _ make: () -> KeyPositions) -> KeyPositions {
        if let known = state.withValue({ $0.texts[run] }) { return known }
        let texts = make()
        state.withValue { state in
            if state.textCount > Self.maximumTextCount - texts.runCount { (state.texts, state.textCount) = ([:], 0) }
            state.texts[run] = texts
            state.textCount += texts.runCount
        }
        return texts
    }

    // MARK: Classes

    /// A class record that was read before; nil if none was.
    func archivedClass(ofRecord record: ObjectIndex) -> ArchivedClass? { state.withValue { $0.classes[record] } }

    /// Keeps a class record that was read.
    ///
    /// The records of an archive within its limit fit the limit; in other archives records may overlap, and all kept
    /// records are dropped before they exceed it.
    func keep(_ archivedClass: ArchivedClass, ofRecord record: ObjectIndex, in index: ArchiveIndex) {
        let places = 1 + archivedClass.hierarchy.reduce(0) { $0 + 1 + $1.utf8.count / 16 }
        let limit = index.reader.limits.mostContent(ofInputOf: index.reader.bytes.count)
        state.withValue { state in
            if state.classPlaces > limit - places { (state.classes, state.classPlaces) = ([:], 0) }
            if state.classes.updateValue(archivedClass, forKey: record) == nil { state.classPlaces += places }
        }
    }

    /// The family of the class record at an object index; nil if it has none, or no name.
    ///
    /// It is found once for each record and each chain of names: records of a hostile file can share a chain with
    /// thousands of names.
    func family(ofRecord record: ObjectIndex, in index: ArchiveIndex) -> FoundationFamily? {
        if let known = state.withValue({ $0.familiesOfRecords[record] }) { return known }
        let family = findFamily(ofRecord: record, in: index)
        state.withValue { $0.familiesOfRecords[record] = .some(family) }
        return family
    }

    private func findFamily(ofRecord record: ObjectIndex, in index: ArchiveIndex) -> FoundationFamily? {
        guard let fields = index.classRecord(at: record),
            let name = index.value(of: ClassFields.name, in: fields), index.kind(of: name) == .string
        else { return nil }
        if let family = family(named: name, in: index) { return family }
        guard let chain = index.value(of: ClassFields.hierarchy, in: fields) else { return nil }
        if let known = state.withValue({ $0.familiesOfChains[chain] }) { return known }
        var family: FoundationFamily?
        // Long chains of a hostile file can overlap, each a separate object.
        if let names = index.elements(at: chain), names.count <= Self.shortChain || content(of: index) != nil {
            family = index.members(of: names).lazy.compactMap { self.family(named: $0, in: index) }.first
        }
        let found = family
        state.withValue { $0.familiesOfChains[chain] = .some(found) }
        return found
    }

    private func family(named name: ObjectIndex, in index: ArchiveIndex) -> FoundationFamily? {
        index.shortText(at: name).flatMap { FoundationFamily.byClassName[$0] }
    }

    /// Up to how many names a chain is gone through without a look at the whole file.
    private static let shortChain = 64
}
