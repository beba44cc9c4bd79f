import KeyedArchiving
import PropertyLists

/// Finds the archives of a document, one after the other: itself, or those in the data of a list.
///
/// None of them is kept: whoever asks for the next one is done with the last.
struct ArchiveSearch {
    private let document: Document
    /// Whether archives in the data of archives are found, too, after all others.
    private let includesNested: Bool
    /// Whether the document itself was looked at.
    private var hasBegun = false
    /// Values of lists that are still to be looked at, the next one last.
    private var open: [(path: PathLink?, value: PropertyList, list: Document)] = []
    /// Data of archives, to be opened after all else.
    private var waiting: [DocumentData] = []
    private var nextWaiting = 0

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
            open.append((nil, list.root, document))
        }
        while let (path, value, list) = open.popLast() {
            if let archive = try look(at: value, path, in: list) { return try found(archive) }
        }
        while nextWaiting < waiting.count {
            nextWaiting += 1
            guard let nested = try waiting[nextWaiting - 1].open(charging: document.budget), nested.archive != nil
            else { continue }
            return try found(nested)
        }
        return nil
    }

    /// Looks at a value of a list: opens data, and puts what containers hold on the list.
    private mutating func look(
        at value: PropertyList,
        _ path: PathLink?,
        in list: Document
    ) throws(ArchiveError) -> Document? {
        let first = open.count
        switch value {
        case .array(let elements), .set(let elements), .orderedSet(let elements):
            for (position, element) in elements.enumerated() where element.isContainer || element.isData {
                open.append((PathLink(.index(position), after: path), element, list))
            }
        case .dictionary(let entries):
            for (key, value) in entries where value.isContainer || value.isData {
                open.append((PathLink(.key(key.text), after: path), value, list))
            }
        case .data(let bytes):
            let link = PathLink(.nestedArchive, after: path)
            guard FileKind(bytes).isOpenedInData else { return nil }
            try document.budget.make(values: link.length)
            guard let data = try list.data(bytes, at: link.path),
                let inner = try data.open(charging: document.budget, validation: .onAccess)
            else { return nil }
            guard case .list(let innerList) = inner.content else { return inner }
            open.append((link, innerList.root, inner))
        default: break
        }
        // The first child is looked at next.
        open[first...].reverse()
        return nil
    }

    /// Notes what is in the data of an archive.
    private mutating func found(_ archive: Document) throws(ArchiveError) -> Document {
        guard includesNested, let keyed = archive.archive else { return archive }
        var budget = keyed.budget
        for number in 0..<keyed.objectCount {
            let entry: ArchiveEntry
            do throws(ArchiveError) {
                entry = try keyed.entry(at: UID(UInt64(number)), charging: &budget)
            } catch {
                if error.code == .limitExceeded { throw error }
                continue
            }
            for case .data(let bytes) in entry.plainValues {
                if let data = try archive.data(bytes) { waiting.append(data) }
            }
        }
        return archive
    }
}

extension ArchiveEntry {
    /// The values in the entry itself.
    fileprivate var plainValues: [PropertyList] {
        switch self {
        case .value(let value): [value]
        case .object(let record): record.fields.map(\.value)
        case .null, .classRecord: []
        }
    }
}

extension PropertyList {
    fileprivate var isData: Bool {
        if case .data = self { true } else { false }
    }

    /// The text of a key, or a word for another value.
    fileprivate var text: String {
        if case .string(let string) = self { string.repaired } else { kind }
    }
}
