public import PropertyLists

extension KeyedArchive {
    /// A value found by a path, with the archive it is in: that of the last `!` of the path, or the one asked.
    public struct LocatedValue: Sendable {
        /// The archive that holds the value.
        public var archive: KeyedArchive
        /// The value: a reference into that archive, or an inline value.
        public var value: PropertyList
    }

    /// Follows a path from the top level.
    ///
    /// ```swift
    /// let located = try archive.value(at: ArchivePath("root.items[0]"))
    /// ```
    ///
    /// - Parameter path: Such as `root.items[2].name`; see ``ArchivePath``.
    /// - Returns: The value at the end of the path. A reference is not resolved.
    /// - Throws: ``ArchiveError/Code/valueNotFound`` if a step leads nowhere; its path names that step.
    /// - Complexity: O(*n*) in the number of steps and of the fields of the objects on the way; collections on the way
    ///   are entered in O(1), except for the first key in a large dictionary, which has all keys looked at once.
    public func value(at path: ArchivePath) throws(ArchiveError) -> LocatedValue {
        var walk = PathWalk(archive: self)
        for (position, step) in path.steps.enumerated() {
            do {
                try walk.take(step)
            } catch {
                var error = error
                error.path = ArchivePath(Array(path.steps[...position]))
                throw error
            }
        }
        guard let value = try walk.value else {
            throw ArchiveError(.invalidPath, "the path is empty", remedy: "start it with a top-level key such as root")
        }
        return LocatedValue(archive: walk.archive, value: value)
    }
}

/// Goes from place to place, and reads a value only at the end.
private struct PathWalk {
    typealias Fields = [(key: KeyedArchive.Slot, value: KeyedArchive.Slot)]

    var archive: KeyedArchive
    /// Where the walk stands; nil at the top level of an archive.
    private var place: KeyedArchive.Slot?

    init(archive: KeyedArchive) {
        self.archive = archive
    }

    /// The value where the walk stands; nil at the top level of an archive.
    var value: PropertyList? {
        get throws(ArchiveError) {
            guard let place else { return nil }
            return try archive.value(place)
        }
    }

    mutating func take(_ step: ArchivePath.Step) throws(ArchiveError) {
        switch step {
        case .key(let key): place = try member(key)
        case .index(let position): place = try element(position)
        case .nestedArchive:
            archive = try nestedArchive()
            place = nil
        }
    }

    private func member(_ key: String) throws(ArchiveError) -> KeyedArchive.Slot {
        guard let place else {
            if let slot = try archive.topLevelSlot(key) { return slot }
            throw notFound("there is no top-level key \(key.quotedForDisplay)", try archive.topLevel())
        }
        guard let (fields, classUID) = try object(at: place) else {
            throw notFound("a \(try kind(of: place)) has no fields")
        }
        if key == "$class" { return .new(.uid(classUID)) }
        if let slot = try archive.slot(key, in: fields) { return slot }
        if let slot = try dictionaryValue(key, in: fields, of: place) { return slot }
        throw notFound("the object has no field \(key.quotedForDisplay)", try record(at: place)?.fields ?? [])
    }

    private func dictionaryValue(
        _ key: String,
        in fields: Fields,
        of place: KeyedArchive.Slot
    ) throws(ArchiveError) -> KeyedArchive.Slot? {
        if let found = try archive.dictionarySlot(key, in: fields) { return found }
        // Keys that are numbered, or of an archive that was changed.
        guard let record = try record(at: place) else { return nil }
        for pair in archive.pairs(of: record) ?? [] {
            guard case .uid(let uid) = pair.key, case .value(.string(let name)) = try archive.entry(at: uid) else {
                continue
            }
            if name.isIdentical(to: key) { return .new(pair.value) }
        }
        return nil
    }

    private func element(_ position: Int) throws(ArchiveError) -> KeyedArchive.Slot {
        guard let place else { throw notFound("the top level has keys, not positions") }
        var found = try archive.element(position, of: place)
        if found == nil, let (fields, _) = try object(at: place) {
            found = try archive.element(position, in: fields)
            if found == nil, let record = try record(at: place), let elements = archive.elements(of: record) {
                // Elements that are numbered.
                let count = elements.count
                found = elements.indices.contains(position) ? .slot(.new(elements[position])) : .missing(count: count)
            }
        }
        switch found {
        case .slot(let slot): return slot
        case .missing(let count): throw notFound("position \(position) does not exist; there are \(count)")
        case nil: throw notFound("a \(try kind(of: place)) has no positions")
        }
    }

    private func nestedArchive() throws(ArchiveError) -> KeyedArchive {
        guard let place else { throw notFound("`!` needs a data value before it") }
        var content = try archive.value(place)
        if case .uid(let uid) = content {
            switch try archive.entry(at: uid) {
            case .value(let inline): content = inline
            case .object(let record): content = record["NS.data"] ?? record["NS.bytes"] ?? content
            case .null, .classRecord: break
            }
        }
        guard case .data(let data) = content, let nested = try archive.nestedArchive(in: data) else {
            throw notFound("a \(try kind(of: place)) does not hold an archive")
        }
        return nested
    }

    /// The fields and the class of the object that a place refers to; nil if it refers to none.
    private func object(at place: KeyedArchive.Slot) throws(ArchiveError) -> (fields: Fields, classUID: UID)? {
        guard let uid = try archive.reference(place) else { return nil }
        guard case .dictionary(let fields) = try archive.content(at: uid) else { return nil }
        if let classUID = try archive.classUID(of: fields) { return (fields, classUID) }
        // A class record, or an object that can't be read.
        _ = try archive.entry(at: uid)
        return nil
    }

    private func record(at place: KeyedArchive.Slot) throws(ArchiveError) -> ArchivedRecord? {
        guard let uid = try archive.reference(place) else { return nil }
        return try archive.record(at: uid)
    }

    private func kind(of place: KeyedArchive.Slot) throws(ArchiveError) -> String {
        guard let uid = try archive.reference(place) else { return try archive.value(place).kind }
        switch try archive.entry(at: uid) {
        case .null: return "nil"
        case .value(let value): return value.kind
        case .object(let record): return try archive.archivedClass(at: record.classUID).name.escapedForDisplay()
        case .classRecord: return "class record"
        }
    }

    private func notFound(_ reason: String, _ fields: [ArchivedField] = []) -> ArchiveError {
        let names = fields.prefix(12).map { $0.key.repaired.quotedForDisplay }
        return ArchiveError(
            .valueNotFound,
            reason,
            remedy: names.isEmpty ? nil : "there are \(names.joined(separator: ", "))\(fields.count > 12 ? ", …" : "")"
        )
    }
}

extension KeyedArchive {
    /// Opens an archive held in a data value of this one.
    ///
    /// Many programs archive an object into data and store that data in another archive.
    ///
    /// ```swift
    /// if let inner = try archive.nestedArchive(in: payload) { print(inner.objectCount) }
    /// ```
    ///
    /// - Parameter data: The content of a data value.
    /// - Returns: The archive, or nil if the bytes are not a keyed archive.
    /// - Throws: ``ArchiveError/Code/limitExceeded`` if archives nest deeper than
    ///   ``/PropertyLists/Limits/nestedArchives``, or if the archive exceeds another limit of this one.
    public func nestedArchive(in data: [UInt8]) throws(ArchiveError) -> KeyedArchive? {
        guard Self.mayBeArchive(data) else { return nil }
        guard nestingDepth < limits.nestedArchives else {
            throw ArchiveError(
                .limitExceeded,
                "the limit `nestedArchives` of \(limits.nestedArchives) is exceeded",
                remedy: "raise `Limits.nestedArchives` if you trust the input"
            )
        }
        do {
            return try KeyedArchive(data, limits: limits, validation: .offsetTable, nestingDepth: nestingDepth + 1)
        } catch  where error.code == .limitExceeded {
            throw error
        } catch {
            return nil
        }
    }

    /// A quick look at the first bytes.
    private static func mayBeArchive(_ data: [UInt8]) -> Bool {
        data.starts(with: "bplist0".utf8) || data.starts(with: "<?xml".utf8) || data.starts(with: "<plist".utf8)
    }
}
