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
    /// - Parameter path: Such as `root.items[2].name`; see ``ArchivePath``.
    /// - Returns: The value at the end of the path. A reference is not resolved.
    /// - Throws: ``ArchiveError/Code/valueNotFound`` if a step leads nowhere; its path names that step.
    /// - Complexity: O(*n*) in the sizes of the objects on the way, whatever the size of the archive.
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
        guard let value = walk.value else {
            throw ArchiveError(.invalidPath, "the path is empty", remedy: "start it with a top-level key such as root")
        }
        return LocatedValue(archive: walk.archive, value: value)
    }
}

private struct PathWalk {
    var archive: KeyedArchive
    /// Where the walk stands; nil at the top level of an archive.
    var value: PropertyList?

    mutating func take(_ step: ArchivePath.Step) throws(ArchiveError) {
        switch step {
        case .key(let key): value = try member(key)
        case .index(let index): value = try element(index)
        case .nestedArchive:
            archive = try nestedArchive()
            value = nil
        }
    }

    private func member(_ key: String) throws(ArchiveError) -> PropertyList {
        guard let value else {
            let fields = try archive.topLevel()
            if let field = fields.first(where: { $0.key.isIdentical(to: key) }) { return field.value }
            throw notFound("there is no top-level key \(key.quotedForDisplay)", fields)
        }
        guard let record = try record(value) else { throw notFound("a \(try kind(of: value)) has no fields") }
        if let field = record[key] { return field }
        if key == "$class" { return .uid(record.classUID) }
        if let found = try dictionaryValue(key, in: record) { return found }
        throw notFound("the object has no field \(key.quotedForDisplay)", record.fields)
    }

    private func dictionaryValue(_ key: String, in record: ArchivedRecord) throws(ArchiveError) -> PropertyList? {
        for pair in archive.pairs(of: record) ?? [] {
            guard case .uid(let uid) = pair.key, case .value(.string(let name)) = try archive.entry(at: uid) else {
                continue
            }
            if name.isIdentical(to: key) { return pair.value }
        }
        return nil
    }

    private func element(_ index: Int) throws(ArchiveError) -> PropertyList {
        guard let value else { throw notFound("the top level has keys, not positions") }
        let elements: [PropertyList]
        if case .array(let array) = value {
            elements = array.elements
        } else if let record = try record(value), let found = archive.elements(of: record) {
            elements = found
        } else {
            throw notFound("a \(try kind(of: value)) has no positions")
        }
        guard elements.indices.contains(index) else {
            throw notFound("position \(index) does not exist; there are \(elements.count)")
        }
        return elements[index]
    }

    private func nestedArchive() throws(ArchiveError) -> KeyedArchive {
        guard let value else { throw notFound("`!` needs a data value before it") }
        var content = value
        if case .uid(let uid) = value {
            switch try archive.entry(at: uid) {
            case .value(let inline): content = inline
            case .object(let record): content = record["NS.data"] ?? record["NS.bytes"] ?? value
            case .null, .classRecord: break
            }
        }
        guard case .data(let data) = content, let nested = try archive.nestedArchive(in: data) else {
            throw notFound("a \(try kind(of: value)) does not hold an archive")
        }
        return nested
    }

    private func record(_ value: PropertyList) throws(ArchiveError) -> ArchivedRecord? {
        guard case .uid(let uid) = value else { return nil }
        return try archive.record(at: uid)
    }

    private func kind(of value: PropertyList) throws(ArchiveError) -> String {
        guard case .uid(let uid) = value else { return value.kind }
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
