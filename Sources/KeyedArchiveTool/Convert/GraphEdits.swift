import KeyedArchiving
import PropertyLists

/// Makes the edits in an archive by which its JSON was changed, and no others.
///
/// The JSON as it was and as it is are compared place by place; what differs is set, inserted or removed there. An
/// object that several places refer to is in the JSON once, and is compared once.
struct GraphEdits {
    /// The archive with the edits made so far.
    var archive: KeyedArchive
    private let old: GraphJSON
    private let new: GraphJSON
    /// How many edits were made.
    var count = 0
    var builder: GraphBuilder
    private var compared: Set<UInt64> = []
    /// A top-level key that leads to the object whose content is being compared, so that paths stay short.
    private let anchorKey: String
    private var anchor: UID?

    /// The entries that several places refer to, which aren't changed for one of them.
    private var shared: Set<UID> = []
    private let budget: DocumentBudget

    /// A place in the archive: below an object, or below the top level.
    struct Place {
        var anchor: UID?
        var steps: [ArchivePath.Step] = []

        func appending(_ step: ArchivePath.Step) -> Place { Place(anchor: anchor, steps: steps + [step]) }
    }

    init(_ archive: KeyedArchive, from old: GraphJSON, to new: GraphJSON, charging budget: DocumentBudget) {
        self.archive = archive
        self.old = old
        self.new = new
        self.budget = budget
        builder = GraphBuilder(known: old.bodies, new: new.bodies, charging: budget)
        var key = "keyed-archive"
        while archive.topLevelValue(forKey: key) != nil { key += "-" }
        anchorKey = key
    }

    /// Makes the edits.
    mutating func make() throws(ArchiveError) {
        shared = try archive.sharedUIDs()
        let before = try archive.reachableEntries
        do throws(ArchiveError) {
            try makeAll()
            // What lost its last reference is looked for once, after all edits.
            if count > 0 { try archive.dropOrphans(since: before) }
        } catch {
            // The key that leads to an object for the time being says nothing to others.
            guard let anchor, error.path?.steps.first == .key(anchorKey) else { throw error }
            var error = error
            error.uid = anchor
            error.path?.steps.removeFirst()
            if error.path?.steps.isEmpty == true { error.path = nil }
            throw error
        }
    }

    private mutating func makeAll() throws(ArchiveError) {
        guard PropertyList.dictionary(old.extra) == .dictionary(new.extra) else {
            throw Self.unchangeable("what is beside $top")
        }
        for (field, count) in new.repeatedFields where count > old.repeatedFields[field] ?? 0 {
            throw Self.unchangeable("a second field with the key \(field.key.stringValue?.quoted() ?? "")")
        }
        if let archiver = new.archiver, archiver != archive.archiver {
            archive.setArchiver(archiver)
            count += 1
        }
        try compareMembers(old.top, new.top, at: Place())
        for number in new.bodies.keys.sorted() { try compareBodies(of: number) }
        if anchor != nil { try archive.removeTopLevelValue(forKey: anchorKey) }
    }

    // MARK: - Comparing

    /// Compares fields, entries of a dictionary or top-level values; of two with one key the first counts.
    private mutating func compareMembers(
        _ old: PropertyListDictionary,
        _ new: PropertyListDictionary,
        at place: Place,
        areEntries: Bool = false
    ) throws(ArchiveError) {
        var rest: [PropertyList: PropertyList] = [:]
        var met: Set<PropertyList> = []
        for (key, value) in new where (areEntries || key.isFieldKey) && rest[key] == nil { rest[key] = value }
        for (key, oldValue) in old where (areEntries || key.isFieldKey) && met.insert(key).inserted {
            if let newValue = rest.removeValue(forKey: key) {
                if oldValue != newValue { try compare(oldValue, newValue, at: place.appending(try Self.step(key))) }
            } else {
                try remove(at: place.appending(try Self.step(key)))
            }
        }
        guard !rest.isEmpty else { return }
        for (key, _) in new {
            if let value = rest.removeValue(forKey: key) { try set(value, at: place.appending(try Self.step(key))) }
        }
    }

    private mutating func compare(
        _ oldValue: PropertyList,
        _ newValue: PropertyList,
        at place: Place
    ) throws(ArchiveError) {
        let (old, new) = (GraphJSON.Node(oldValue), GraphJSON.Node(newValue))
        switch (old, new) {
        case (_, .reference(let number)):
            if old.number != number { try set(newValue, at: place) }
        case (_, .shared(let number, _)):
            if old.number != number { try set(newValue, at: place) }
            try compareBodies(of: number)
        case (.array(let old), .array(let new)): try compareLists(old, new, at: place)
        case (_, .object(let new)):
            let path = try path(to: place)
            if let old = old.body, old["$class"] == new["$class"], let uid = archive[path].uid {
                try compareContents(old, new, of: uid)
            } else {
                try set(newValue, at: place)
            }
        default: try set(newValue, at: place)
        }
    }

    /// Compares what is marked with a number in both.
    private mutating func compareBodies(of number: UInt64) throws(ArchiveError) {
        guard let old = old.bodies[number], let new = new.bodies[number], compared.insert(number).inserted,
            PropertyList.dictionary(old) != .dictionary(new)
        else { return }
        let uid = UID(number)
        if let text = new["$value"], old["$value"] != nil {
            if old["$value"] != text { try set(text, at: Place(anchor: uid), everywhere: true) }
        } else {
            try compareContents(old, new, of: uid)
        }
    }

    private mutating func compareContents(
        _ old: PropertyListDictionary,
        _ new: PropertyListDictionary,
        of uid: UID
    ) throws(ArchiveError) {
        let place = Place(anchor: uid)
        guard old["$class"] == new["$class"] else { throw Self.unchangeable("the class of object \(uid)") }
        for mark in GraphJSON.marks where mark != "$id" && old[mark] != new[mark] {
            switch (mark, old[mark], new[mark]) {
            case ("$elements", .array(let old)?, .array(let new)?)
            where (old.elements + new.elements).contains { $0["$element"] != nil }:
                try changeCountedSet(old, to: new, of: uid)
            case ("$elements", let old, let new):
                try compareLists(old?.arrayValue ?? [], new?.arrayValue ?? [], at: place)
            case ("$entries", .array(let old)?, .array(let new)?) where old.count == new.count:
                try comparePairs(old, new, at: place)
            case ("$entries", let old, let new):
                guard old?.arrayValue == nil || old?.arrayValue?.isEmpty == true, new?.arrayValue == nil else {
                    throw Self.unchangeable("the number of entries with keys that aren't strings, in object \(uid),")
                }
                let empty = PropertyListDictionary([])
                try compareMembers(
                    old?.dictionaryValue ?? empty, new?.dictionaryValue ?? empty, at: place, areEntries: true)
            case ("$string", _?, .string(let text)?): try set(.string(text), at: place, everywhere: true)
            case ("$date", _?, let date?):
                guard let seconds = date.doubleValue else { throw Self.unchangeable("$date to this") }
                try set(.dictionary(["$date": .double(seconds)]), at: place, everywhere: true)
            case ("$data", _?, let data?): try set(.dictionary(["$data": data]), at: place, everywhere: true)
            case ("$url", _?, .string(let text)?): try set(.string(text), at: place.appending(.key(URLFields.text)))
            case ("$uuid", _?, .string(let text)?):
                let digits = text.repaired.filter { $0 != "-" }
                guard let bytes = [UInt8](hexadecimal: digits), bytes.count == 16 else {
                    throw Self.unchangeable("$uuid to what isn't one")
                }
                try set(
                    .dictionary(["$data": .string(.init(JSONText.base64Text(bytes)))]),
                    at: place.appending(.key(UUIDFields.bytes)))
            case (_, _?, let new?):
                guard try change(mark, to: new, of: uid) else {
                    throw Self.unchangeable("\(mark) of object \(uid)")
                }
            default: throw Self.unchangeable("\(mark) of object \(uid)")
            }
        }
        try compareMembers(old, new, at: place)
    }

    /// Compares entries of a dictionary with keys that aren't all strings.
    private mutating func comparePairs(
        _ old: PropertyListArray,
        _ new: PropertyListArray,
        at place: Place
    ) throws(ArchiveError) {
        for (position, (old, new)) in zip(old, new).enumerated() where old != new {
            guard let old = old.arrayValue, let new = new.arrayValue, old.count == 2, new.count == 2 else {
                throw Self.unchangeable("an entry to what isn't a pair of key and value")
            }
            for (part, key) in [CollectionFields.keys, CollectionFields.elements].enumerated()
            where old[part] != new[part] {
                try compare(old[part], new[part], at: place.appending(.key(key)).appending(.index(position)))
            }
        }
    }

    /// Compares lists: elements that are in both stay, those between are compared, and what is left over is removed or
    /// inserted.
    private mutating func compareLists(
        _ old: PropertyListArray,
        _ new: PropertyListArray,
        at place: Place
    ) throws(ArchiveError) {
        let changes = ListChanges(from: old.elements, to: new.elements, charging: budget)
        for (oldPosition, newPosition) in changes.replaced {
            try compare(old[oldPosition], new[newPosition], at: place.appending(.index(oldPosition)))
        }
        for position in changes.removed.reversed() { try remove(at: place.appending(.index(position))) }
        for position in changes.inserted { try insert(new[position], at: place.appending(.index(position))) }
    }

    // MARK: - Editing

    private mutating func set(
        _ value: PropertyList,
        at place: Place,
        everywhere: Bool = false
    ) throws(ArchiveError) {
        count += 1
        let path = try path(to: place)
        let view = archive[path]
        // An entry that only this place refers to is changed itself.
        let isOwn = view.uid.map { !shared.contains($0) && !builder.referenced.contains($0) } ?? false
        let built = try builder.value(of: value, in: &archive).like(view)
        try archive.set(built, at: path, everywhere: everywhere || isOwn, orphans: .kept)
    }

    private mutating func insert(_ value: PropertyList, at place: Place) throws(ArchiveError) {
        count += 1
        let built = try builder.value(of: value, in: &archive)
        try archive.insert(built, at: try path(to: place))
    }

    private mutating func remove(at place: Place) throws(ArchiveError) {
        count += 1
        try archive.remove(at: try path(to: place), orphans: .kept)
    }

    private mutating func path(to place: Place) throws(ArchiveError) -> ArchivePath {
        guard let uid = place.anchor else { return ArchivePath(place.steps) }
        if anchor != uid {
            try archive.setTopLevelValue(.uid(uid), forKey: anchorKey)
            anchor = uid
        }
        return ArchivePath([.key(anchorKey)] + place.steps)
    }

    private static func step(_ key: PropertyList) throws(ArchiveError) -> ArchivePath.Step {
        guard let text = key.stringValue else { throw unchangeable("a key that isn't well-formed text") }
        return .key(text)
    }

    static func unchangeable(_ what: String) -> ArchiveError {
        ArchiveError(
            .unrepresentable, "\(what) can't be changed in the JSON",
            remedy: "change it in the archive, by keyed-archive set on its fields")
    }
}

extension PropertyList {
    /// The number in the kind of number that is at a place; everything else as it is.
    fileprivate func like(_ view: ArchiveView) -> PropertyList {
        var old = view.value
        if case .uid(let uid)? = old, let archive = view.archive, case .value(let value)? = try? archive.entry(at: uid)
        {
            old = value
        }
        switch (self, old) {
        case (.double(let value), .float?): return .float(Float(value))
        case (.integer(let value), .float?): return .float(Float(value))
        case (.integer(let value), .double?): return .double(Double(value))
        case (.integer(let value), .integer128?): return .integer128(Integer128(value))
        default: return self
        }
    }
}
