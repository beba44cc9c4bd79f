import KeyedArchiving
import PropertyLists

/// Finds the archives of a document, one after the other: itself, or those in the data of a list.
///
/// Opened archives aren't kept: whoever asks for the next one is done with the last. Data that wait to be opened are, and
/// are charged to the budget.
struct ArchiveSearch: ~Copyable {
    private let document: Document
    /// Whether archives in the data of archives are found, too, after all others.
    private let includesNested: Bool
    /// Whether the document itself was visited.
    private var hasBegun = false
    /// The containers around the current value, the innermost last.
    private var open: [Container] = []
    /// Data of archives, to be opened after all else.
    private var waiting: [DocumentData] = []
    private var nextWaiting = 0
    /// Whether the archive that was found last is in the data of another.
    var isInArchive: Bool { nextWaiting > 0 }
    /// Why data couldn't be opened though they surely are a document, with their paths.
    private var damages: [ArchiveError] = []

    /// A container of a list, and the position of the search in it.
    private struct Container {
        let path: PathLink?
        let value: PropertyList
        let list: Document
        var next = 0
    }

    init(_ document: Document, includingNested includesNested: Bool) {
        self.document = document
        self.includesNested = includesNested
    }

    /// The next archive; nil after the last one.
    ///
    /// - Throws: ``KeyedArchiving/ArchiveError/Code/limitExceeded``.
    mutating func next() throws(ArchiveError) -> Document? {
        if !hasBegun {
            hasBegun = true
            guard case .list(let list) = document.content else { return try found(document) }
            if let archive = try look(at: list.root, nil, in: document) { return try found(archive) }
        }
        while var container = open.popLast() {
            guard let (step, value) = child(of: &container) else { continue }
            open.append(container)
            let path = PathLink(step, after: container.path)
            if let archive = try look(at: value, path, in: container.list) { return try found(archive) }
        }
        while nextWaiting < waiting.count {
            nextWaiting += 1
            guard let nested = try opened(waiting[nextWaiting - 1]), nested.list == nil else { continue }
            return try found(nested)
        }
        return nil
    }

    /// The next value in a container that is a container itself, or data; nil after the last.
    private func child(of container: inout Container) -> (step: ArchivePath.Step, value: PropertyList)? {
        switch container.value {
        case .array(let elements), .set(let elements), .orderedSet(let elements):
            while container.next < elements.count {
                let position = container.next
                container.next += 1
                if elements[position].canHoldArchives { return (.index(position), elements[position]) }
            }
        case .dictionary(let entries):
            while container.next < entries.count {
                let (key, value) = entries[container.next]
                container.next += 1
                if value.canHoldArchives { return (.key(key.text), value) }
            }
        default: break
        }
        return nil
    }

    /// Visits a value of a list: opens data, and adds a container to those whose contents come next.
    private mutating func look(
        at value: PropertyList,
        _ path: PathLink?,
        in list: Document
    ) throws(ArchiveError) -> Document? {
        switch value {
        case .array, .set, .orderedSet, .dictionary: open.append(Container(path: path, value: value, list: list))
        case .data(let bytes):
            let link = PathLink(.nestedArchive, after: path)
            guard bytes.documentInData != nil else { return nil }
            try document.budget.make(values: link.length)
            guard let data = try list.data(bytes, at: link.path), let inner = try opened(data) else { return nil }
            guard case .list(let innerList) = inner.content else { return inner }
            return try look(at: innerList.root, link, in: inner)
        default: break
        }
        return nil
    }

    /// Opens data; nil if it can't be.
    private mutating func opened(_ data: DocumentData) throws(ArchiveError) -> Document? {
        do throws(ArchiveError) {
            return try data.document(charging: document.budget, validation: .onAccess)
        } catch {
            if error.endsWork { throw error }
            if data.isSurelyDocument {
                var error = error
                error.path = ArchivePath((data.path?.steps ?? []) + (error.path?.steps ?? []))
                damages.append(error)
            }
            return nil
        }
    }

    /// Takes the errors of data that surely are documents but couldn't be opened, as found since the last call.
    mutating func takeDamages() -> [ArchiveError] {
        defer { damages = [] }
        return damages
    }

    /// Adds the documents in the data of an archive to the search.
    private mutating func found(_ archive: Document) throws(ArchiveError) -> Document {
        guard includesNested else { return archive }
        switch archive.content {
        case .archive(let keyed):
            try look(atEntries: keyed.objectCount, of: archive) { uid throws(ArchiveError) in try keyed.entry(at: uid) }
        case .sequential(let sequential):
            var entries = SequentialEntries(sequential)
            var budget = Budget(inputSize: archive.readSize, limits: archive.limits)
            try look(atEntries: entries.entryCount, of: archive) { uid throws(ArchiveError) in
                try entries.entry(at: uid, charging: &budget)
            }
        case .list: break
        }
        return archive
    }

    private mutating func look(
        atEntries count: Int,
        of archive: Document,
        _ read: (UID) throws(ArchiveError) -> ArchiveEntry
    ) throws(ArchiveError) {
        var finder: PathFinder?
        for number in 0..<count {
            let uid = UID(UInt64(number))
            guard let entry = try ObjectForms.readable({ () throws(ArchiveError) in try read(uid) }) else { continue }
            for (key, value) in entry.plainValues {
                guard case .data(let bytes) = value, bytes.documentInData != nil else { continue }
                if finder == nil { finder = try archive.keyedArchive().map { PathFinder(archive: $0) } }
                var steps = finder?.path(to: uid)?.steps ?? []
                if let key { steps.append(.key(key)) }
                steps = (archive.path?.steps ?? []) + steps + [.nestedArchive]
                try document.budget.make(values: steps.count)
                if let data = try archive.data(bytes, at: ArchivePath(steps)) { waiting.append(data) }
            }
        }
    }
}

extension ArchiveEntry {
    /// The values in the entry itself, with the keys of fields.
    fileprivate var plainValues: [(key: String?, value: PropertyList)] {
        switch self {
        case .value(let value): [(nil, value)]
        case .object(let record): record.fields.map { ($0.key.repaired, $0.value) }
        case .null, .classRecord: []
        }
    }
}

extension PropertyList {
    /// Whether there may be an archive in the value: it is data, or a container that isn't empty.
    fileprivate var canHoldArchives: Bool {
        switch self {
        case .data: true
        case .array(let elements), .set(let elements), .orderedSet(let elements): !elements.isEmpty
        case .dictionary(let entries): !entries.isEmpty
        default: false
        }
    }

    /// The text of a key, or a word for another value.
    fileprivate var text: String {
        if case .string(let string) = self { string.repaired } else { kind }
    }
}
