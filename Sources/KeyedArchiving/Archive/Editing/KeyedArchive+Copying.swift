internal import PropertyLists

/// An object of another archive, to be copied with all that it refers to.
struct SourceObject {
    var archive: KeyedArchive
    var root: UID

    /// Archives a property list as objects.
    init(propertyList: PropertyList) throws(ArchiveError) {
        do {
            try self.init { try $0.encodePropertyList(propertyList, forKey: KeyedArchiver.rootObjectKey) }
        } catch {
            throw error as? ArchiveError
                ?? ArchiveError(
                    .unrepresentable,
                    "the value cannot be encoded as an object",
                    remedy: "use strings, numbers, booleans, data, dates, arrays and dictionaries"
                )
        }
    }

    init(archive: KeyedArchive, root: UID) {
        self.archive = archive
        self.root = root
    }

    /// Archives the object that a closure encodes under the key `root`.
    init(_ encode: (KeyedArchiver) throws -> Void) throws {
        let archiver = KeyedArchiver()
        try encode(archiver)
        archive = try KeyedArchive(archiver.encodedBytes)
        guard case .uid(let root)? = archive.topLevelValue(forKey: KeyedArchiver.rootObjectKey) else {
            throw ArchiveError(
                .unrepresentable,
                "the value is not encoded as an object",
                remedy: "give it as a property list, or as an object"
            )
        }
        self.root = root
    }
}

extension KeyedArchive {
    /// Copies an object of another archive, with all objects reachable from it.
    ///
    /// Class records are those of this archive where it has equal ones. Objects that the other archive shares are
    /// shared.
    ///
    /// - Parameters:
    ///   - source: The other archive.
    ///   - root: An object of it.
    ///   - target: The entry that the object replaces; nil to add it.
    ///   - classUID: The class that replaces the object's class.
    /// - Returns: The UID of the copy.
    mutating func copyObject(
        from source: KeyedArchive,
        at root: UID,
        replacing target: UID? = nil,
        ofClass classUID: UID? = nil
    ) throws(ArchiveError) -> UID {
        guard root != .null else { return .null }
        var copy = CopiedObjects()
        try source.checkContent()
        let uid = copy.uid(of: root, in: &self, replacing: target)
        while let next = copy.pending.popLast() {
            guard let place = copy.uids[next] else { continue }
            let entry = try source.entry(at: next)
            switch entry {
            case .null, .value: try store(Content(entry), at: place)
            case .object(var record):
                if next == root, let classUID {
                    record.classUID = classUID
                } else if let known = copy.classUIDs[record.classUID] {
                    record.classUID = known
                } else {
                    let archivedClass = try source.archivedClass(at: record.classUID)
                    let uid = try self.uid(of: archivedClass)
                    copy.classUIDs[record.classUID] = uid
                    record.classUID = uid
                }
                for position in record.fields.indices {
                    let value = record.fields[position].value
                    record.fields[position].value = try copy.translated(value, limits.depth, &self)
                }
                try store(Content(.object(record)), at: place)
            case .classRecord:
                throw ArchiveError(
                    .invalidObject,
                    "a class record isn't a value",
                    uid: next,
                    remedy: ArchiveError.damageRemedy
                )
            }
        }
        return uid
    }
}

/// The UIDs to which the objects of another archive are copied.
private struct CopiedObjects {
    var uids: [UID: UID] = [:]
    /// The records of the classes that were seen.
    var classUIDs: [UID: UID] = [:]
    var pending: [UID] = []

    /// The UID of the copy of an object, for which a place is kept.
    mutating func uid(of sourceUID: UID, in archive: inout KeyedArchive, replacing target: UID? = nil) -> UID {
        if sourceUID == .null { return .null }
        if let known = uids[sourceUID] { return known }
        let uid = target ?? archive.append(KeyedArchive.Content(.null))
        uids[sourceUID] = uid
        pending.append(sourceUID)
        return uid
    }

    /// A value with the UIDs of copies; containers in fields are copied as they are.
    mutating func translated(
        _ value: PropertyList,
        _ depth: Int,
        _ archive: inout KeyedArchive
    ) throws(ArchiveError) -> PropertyList {
        guard value.isContainer else {
            guard case .uid(let uid) = value else { return value }
            return .uid(self.uid(of: uid, in: &archive))
        }
        // Archives have one level of containers in fields. The calls go as deep as the value, and no deeper than the
        // greatest depth, whatever the limit and whoever made the value, so that no stack of one's own is needed.
        let depth = min(depth, Self.greatestDepth) - 1
        guard depth > 0 else { throw .limit("depth", min(archive.limits.depth, Self.greatestDepth)) }
        switch value {
        case .array(let elements): return .array(try translated(elements, depth, &archive))
        case .set(let elements): return .set(try translated(elements, depth, &archive))
        case .orderedSet(let elements): return .orderedSet(try translated(elements, depth, &archive))
        case .dictionary(let entries):
            var copies: [PropertyListDictionary.Element] = []
            copies.reserveCapacity(entries.count)
            for (key, value) in entries {
                copies.append((try translated(key, depth, &archive), try translated(value, depth, &archive)))
            }
            return .dictionary(PropertyListDictionary(copies))
        default: return value
        }
    }

    private mutating func translated(
        _ elements: PropertyListArray,
        _ depth: Int,
        _ archive: inout KeyedArchive
    ) throws(ArchiveError) -> PropertyListArray {
        var copies: [PropertyList] = []
        copies.reserveCapacity(elements.count)
        for element in elements { copies.append(try translated(element, depth, &archive)) }
        return PropertyListArray(copies)
    }

    /// How deep containers may nest in a field.
    private static let greatestDepth = 64
}
