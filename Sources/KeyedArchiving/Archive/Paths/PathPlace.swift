internal import PropertyLists

/// A place that a path leads to: in an archive, or in a plain property list.
enum PathPlace: Sendable {
    /// The top level of an archive.
    case topLevel(SharedArchive)
    /// A value of an archive.
    case slot(KeyedArchive.Slot, SharedArchive)
    /// A value of a plain property list.
    case value(PropertyList, ListBounds)
}

/// An archive that many places are in, held once.
final class SharedArchive: Sendable {
    let archive: KeyedArchive

    init(_ archive: KeyedArchive) {
        self.archive = archive
    }
}

/// The bounds on the work with a plain property list.
final class ListBounds: Sendable {
    let limits: Limits
    /// The size of the list as a file, in bytes.
    let size: Int

    init(limits: Limits, size: Int) {
        self.limits = limits
        self.size = size
    }
}

extension PathPlace {
    typealias Fields = [(key: KeyedArchive.Slot, value: KeyedArchive.Slot)]

    /// The archive that the place is in; nil in a plain property list.
    var archive: KeyedArchive? {
        switch self {
        case .topLevel(let shared), .slot(_, let shared): shared.archive
        case .value: nil
        }
    }

    /// The budget for work from here.
    var budget: Budget {
        switch self {
        case .topLevel(let shared), .slot(_, let shared): shared.archive.budget
        case .value(_, let bounds): Budget(inputSize: bounds.size, limits: bounds.limits)
        }
    }

    /// The UID that is here; nil if something else is.
    var reference: UID? {
        get throws(ArchiveError) {
            guard case .slot(let slot, let shared) = self else { return nil }
            return try shared.archive.reference(slot)
        }
    }

    /// The fields and the class of an object.
    typealias Object = (fields: Fields, classUID: UID)

    /// The object that is here; nil if there is none.
    var object: Object? {
        get throws(ArchiveError) {
            var budget = budget
            return try object(charging: &budget)
        }
    }

    /// The object that is here; nil if there is none.
    ///
    /// Code that looks for several things in it asks once: a class record is read whole each time.
    func object(charging budget: inout Budget) throws(ArchiveError) -> Object? {
        guard let uid = try reference, let archive else { return nil }
        guard case .dictionary(let fields) = try archive.content(at: uid) else { return nil }
        try archive.checkContent(ofCount: 2 * fields.count)
        if let classUID = try archive.classUID(of: fields) { return (fields, classUID) }
        // A class record, or an object that can't be read.
        _ = try archive.entry(of: fields, at: uid, charging: &budget)
        return nil
    }

    // MARK: Steps

    /// The place that a step leads to, and the step by which it is found again.
    struct Taken {
        /// The step, with a position counted from the start.
        var step: ArchivePath.Step
        /// The step before it that was left out: to the root of an archive that is held in data, or to data that are a
        /// whole property list.
        var implied: ArchivePath.Step?
        var place: PathPlace

        init(_ step: ArchivePath.Step, _ place: PathPlace) {
            (self.step, self.place) = (step, place)
        }

        /// The steps by which the place is found again.
        func append(to steps: inout [ArchivePath.Step]) {
            if let implied { steps.append(implied) }
            steps.append(step)
        }
    }

    /// The place that a step leads to.
    ///
    /// - Returns: Nil if it leads nowhere.
    func taking(_ step: ArchivePath.Step) throws(ArchiveError) -> Taken? {
        switch step {
        case .key(let key), .text(let key):
            let isText = if case .text = step { true } else { false }
            if let place = try member(key, isText: isText) { return Taken(step, place) }
            guard let place = try impliedRoot?.member(key, isText: isText) else { return nil }
            var taken = Taken(step, place)
            taken.implied = .key(KeyedArchiver.rootObjectKey)
            return taken
        case .index(let position):
            guard let elements = try elements else { return nil }
            let place = position < 0 ? elements.count + position : position
            guard place >= 0, place < elements.count else { return nil }
            return Taken(.index(place), elements[place])
        case .nestedArchive:
            guard let data = try data else {
                guard var taken = try wholeValue?.taking(step) else { return nil }
                taken.implied = .key(PropertyList.wholeKey)
                return taken
            }
            if let archive = try nestedArchive(in: data) { return Taken(step, .topLevel(SharedArchive(archive))) }
            return try nestedList(in: data).map { Taken(step, $0.top) }
        case .anyElement, .anyKey, .descendants, .ofClass: return nil
        }
    }

    /// The root of an archive that is held in data, whose top level is here: a key that isn't at the top level is
    /// looked for there, so that `!.name` leads where `!.root.name` does.
    var impliedRoot: PathPlace? {
        get throws(ArchiveError) {
            guard case .topLevel(let shared) = self, shared.archive.nestingDepth > 0 else { return nil }
            return try member(KeyedArchiver.rootObjectKey)
        }
    }

    /// The value of a property list that is no container, where its paths start: data are stepped into at once.
    var wholeValue: PathPlace? {
        guard case .value(.dictionary(let entries), let bounds) = self, entries.count == 1,
            let value = entries[PropertyList.wholeKey], !value.isContainer
        else { return nil }
        return .value(value, bounds)
    }

    /// The top-level value, the field or the value of a dictionary with a key; nil if there is none.
    ///
    /// - Parameter isText: Whether the key of a dictionary isn't an integer.
    func member(_ key: String, isText: Bool = false) throws(ArchiveError) -> PathPlace? {
        switch self {
        case .topLevel(let shared): return try shared.archive.topLevelSlot(key).map { .slot($0, shared) }
        case .value(let value, let bounds): return value[key].map { .value($0, bounds) }
        case .slot(let slot, let shared):
            let archive = shared.archive
            guard let (fields, classUID) = try object else {
                return try archive.inlineFields(at: slot).flatMap { fields throws(ArchiveError) in
                    try archive.slot(key, in: fields)
                }.map { .slot($0, shared) }
            }
            if key == ClassFields.instanceClass { return .slot(.new(.uid(classUID)), shared) }
            if let slot = try archive.slot(key, in: fields) { return .slot(slot, shared) }
            guard let layout = archive.soundLayout(of: fields, classUID), let keys = layout.keys,
                let position = try archive.position(of: key, isText: isText, among: keys.slots)
            else { return nil }
            return .slot(archive.index.slot(position, of: layout.values.slots), shared)
        }
    }

    /// The elements, if this place holds a list; nil otherwise.
    var elements: Elements? {
        get throws(ArchiveError) { try elements(of: object) }
    }

    /// The elements, if this place holds a list; nil otherwise.
    ///
    /// - Parameter object: The object here.
    func elements(of object: Object?) throws(ArchiveError) -> Elements? {
        switch self {
        case .topLevel: return nil
        case .value(let value, let bounds): return value.arrayValue.map { Elements(list: .values($0, bounds)) }
        case .slot(let slot, let shared):
            var list = shared.archive.index.elements(of: slot)
            if list == nil, let (fields, classUID) = object,
                let layout = shared.archive.soundLayout(of: fields, classUID), layout.keys == nil
            {
                list = layout.values.slots
            }
            return list.map { Elements(list: .slots($0, shared)) }
        }
    }

    /// The archive in the data here; nil if there is none.
    func nestedArchive(in data: [UInt8]) throws(ArchiveError) -> KeyedArchive? {
        switch self {
        case .topLevel: return nil
        case .slot(_, let shared): return try shared.archive.nestedArchive(in: data)
        case .value(_, let bounds):
            return try KeyedArchive.nestedArchive(in: data, limits: bounds.limits, depth: 0)
        }
    }

    /// The property list in the data here that is no archive; nil if there is none, or if it would not be written back as
    /// it is.
    func nestedList(in data: [UInt8]) throws(ArchiveError) -> PropertyListDocument? {
        let limits =
            switch self {
            case .topLevel(let shared), .slot(_, let shared): shared.archive.limits.ofNested
            case .value(_, let bounds): bounds.limits
            }
        guard let format = PropertyListFormat(recognizing: data), format != .openStep else { return nil }
        do {
            let document = try PropertyListDocument(bytes: data, limits: limits)
            let isArchive = [OuterKey.archiver, .objects].contains { document.root[$0.rawValue] != nil }
            return isArchive || !document.oddities.isEmpty ? nil : document
        } catch  where error.endsWork {
            throw error
        } catch {
            return nil
        }
    }

    /// The data that is here, inline or as an object.
    var data: [UInt8]? {
        get throws(ArchiveError) {
            switch self {
            case .topLevel: return nil
            case .value(let value, _): return value.dataValue
            case .slot(let slot, let shared):
                let archive = shared.archive
                guard let uid = try archive.reference(slot) else { return try archive.value(slot).dataValue }
                switch try archive.entry(at: uid) {
                case .value(let value): return value.dataValue
                case .object(let record):
                    var decoder = FoundationValueDecoder(archive: archive, record: record, budget: archive.budget)
                    return decoder.data()
                case .null, .classRecord: return nil
                }
            }
        }
    }

    /// The elements of a list, each made on demand.
    struct Elements: RandomAccessCollection, Sendable {
        enum List: Sendable {
            case slots(SlotList, SharedArchive)
            case values(PropertyListArray, ListBounds)
        }

        var list: List

        var startIndex: Int { 0 }
        var endIndex: Int {
            switch list {
            case .slots(let list, _): list.count
            case .values(let values, _): values.count
            }
        }

        subscript(position: Int) -> PathPlace {
            switch list {
            case .slots(let list, let shared): .slot(shared.archive.index.slot(position, of: list), shared)
            case .values(let values, let bounds): .value(values[position], bounds)
            }
        }
    }
}

extension KeyedArchive {
    /// The keys and values of a dictionary that is in a field itself; nil if something else is.
    ///
    /// Apple's archiver writes none.
    func inlineFields(at slot: Slot) throws(ArchiveError) -> [(key: Slot, value: Slot)]? {
        switch slot {
        case .stored(let index): self.index.fields(at: index).map { sourceFields($0) }
        case .new(.dictionary(let dictionary)): dictionary.map { (.new($0.key), .new($0.value)) }
        case .new, .list: nil
        }
    }
}

extension PropertyList {
    /// The key under which a value stands that is a whole property list, and no container.
    package static let wholeKey = "$value"

    /// Where the paths of a property list with this root start: a value that is no container is the one entry of a
    /// dictionary.
    package var startOfPaths: PropertyList {
        isContainer ? self : .dictionary(PropertyListDictionary([(.string(PropertyListString(Self.wholeKey)), self)]))
    }
}
