internal import PropertyLists

/// A value that an edit puts at a place.
enum PlacedValue {
    /// An object of the archive itself, or nil.
    case reference(UID)
    /// A string, a number, a boolean or data.
    case plain(PropertyList)
    /// An object to be copied from another archive.
    indirect case object(SourceObject)

    /// A value of a property list.
    init(_ value: PropertyList) throws(ArchiveError) {
        switch value {
        case .null: self = .reference(.null)
        case .uid(let uid): self = .reference(uid)
        case .boolean, .integer, .unsignedInteger, .integer128, .float, .double, .string, .data: self = .plain(value)
        case .date, .array, .dictionary, .set, .orderedSet: self = .object(try SourceObject(propertyList: value))
        }
    }

    /// An object in a separate archive.
    init(_ source: SourceObject) throws(ArchiveError) {
        guard source.root != .null else {
            self = .reference(.null)
            return
        }
        switch try source.archive.entry(at: source.root) {
        case .value(let value): self = .plain(value)
        case .null: self = .reference(.null)
        case .object, .classRecord: self = .object(source)
        }
    }

    /// Whether this is a number or a boolean, which fields hold inline.
    var isNumber: Bool {
        switch self {
        case .plain(.string), .plain(.data), .reference, .object: false
        case .plain: true
        }
    }
}

extension KeyedArchive {
    /// The options of an edit.
    struct EditOptions {
        var everywhere = false
        var orphans = OrphanPolicy.dropped
        /// Whether the runs of an attributed string follow its text.
        var reflow = false
    }

    /// Puts a value at a place, in the form in which Apple's archiver stores it.
    mutating func put(
        _ value: PlacedValue,
        at location: EditLocation,
        _ options: EditOptions
    ) throws(ArchiveError) {
        let value = try value.placed(at: location)
        let old = try slot(at: location)
        var oldUID: UID?
        if let old { oldUID = try reference(old) }
        if case .plain(let plain) = value, try isInline(plain, at: location, replacing: old) {
            return try changing(options) { archive throws(ArchiveError) in try archive.write(plain, at: location) }
        }
        let target = try target(for: value, oldUID, options)
        try changing(options) { archive throws(ArchiveError) in
            let uid = try archive.place(value, replacing: target, like: oldUID)
            if target == nil { try archive.write(.uid(uid), at: location) }
        }
    }

    /// Makes a change, and drops the objects that are unreachable after it, if that is asked for.
    mutating func changing(
        _ options: EditOptions,
        _ change: (inout KeyedArchive) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        guard options.orphans == .dropped else { return try change(&self) }
        guard edits.batch == nil else {
            try prepareToDrop()
            return try change(&self)
        }
        let before = try reachableEntries
        try change(&self)
        try dropOrphans(of: before)
    }

    /// The entry whose content is replaced, so that UIDs stay; nil if the value needs a separate entry.
    mutating func target(
        for value: PlacedValue,
        _ old: UID?,
        _ options: EditOptions
    ) throws(ArchiveError) -> UID? {
        guard let old, old != .null, old.rawValue < UInt64(objectCount) else { return nil }
        if case .reference = value { return nil }
        if case .dictionary(let slots) = try content(at: old), try classUID(of: slots) == nil { return nil }
        if options.everywhere { return old }
        guard options.orphans == .dropped else { return nil }
        return try isUnshared(old) ? old : nil
    }

    /// Makes an entry of a value.
    ///
    /// - Parameters:
    ///   - target: The entry whose content it becomes; nil to add one.
    ///   - old: What was in its place; a mutable string stays one, a mutable array too.
    mutating func place(
        _ value: PlacedValue,
        replacing target: UID? = nil,
        like old: UID? = nil
    ) throws(ArchiveError) -> UID {
        switch value {
        case .reference(let uid):
            try checkObject(at: uid, isClass: false)
            return uid
        case .plain(let plain):
            let entry = try entry(for: plain, like: old)
            guard case .value(let plain) = entry else {
                guard let target else { return append(Content(entry)) }
                try store(Content(entry), at: target)
                return target
            }
            guard let target else { return try appendPlain(plain) }
            try storePlain(plain, at: target)
            return target
        case .object(let source):
            guard case .object(let record) = try source.archive.entry(at: source.root) else { return .null }
            let family = FoundationFamily(of: try source.archive.archivedClass(at: record.classUID))
            var classUID: UID?
            if let family { classUID = try self.classUID(of: family, ofObjectAt: old) }
            return try copyObject(from: source.archive, at: source.root, replacing: target, ofClass: classUID)
        }
    }

    /// The entry that holds text or data: a plain value, or an object of the class that the old one has.
    private func entry(for value: PropertyList, like old: UID?) throws(ArchiveError) -> ArchiveEntry {
        switch value {
        case .string(let text):
            guard let classUID = try classUID(of: .string, ofObjectAt: old) else { return .value(value) }
            return .object(textObject(text, ofClass: classUID))
        case .data:
            guard let classUID = try classUID(of: .data, ofObjectAt: old) else { return .value(value) }
            let key = PropertyListString(DataFields.key(writtenBy: archiver))
            return .object(ArchivedRecord(classUID: classUID, fields: [ArchivedRecord.Field(key, value)]))
        default: return .value(value)
        }
    }

    /// The class of an object, if it is one of Foundation's own of a family.
    private func classUID(of family: FoundationFamily, ofObjectAt uid: UID?) throws(ArchiveError) -> UID? {
        guard let uid, uid != .null, uid.rawValue < UInt64(objectCount),
            case .dictionary(let slots) = try content(at: uid), let classUID = try classUID(of: slots),
            self.family(ofClassAt: classUID) == family, let name = try? className(at: classUID),
            FoundationFamily.byClassName[name] == family
        else { return nil }
        return classUID
    }

    /// Whether a plain value is inline at a place.
    private func isInline(
        _ value: PropertyList,
        at location: EditLocation,
        replacing old: Slot?
    ) throws(ArchiveError) -> Bool {
        let key: String
        var classUID: UID?
        switch location {
        case .topLevel(let name): key = name
        case .field(let uid, let name):
            key = name
            if case .dictionary(let slots) = try content(at: uid) { classUID = try self.classUID(of: slots) }
        case .entry, .newEntry, .element, .inlineElement, .fixed: return false
        }
        return try isInline(value, forKey: key, ofClass: classUID, replacing: old)
    }
}
