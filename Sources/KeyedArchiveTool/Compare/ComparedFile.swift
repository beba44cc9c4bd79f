import KeyedArchiving
import PropertyLists

/// A file that is compared with another: an archive, or a property list as the archive of its values.
struct ComparedFile {
    /// The file.
    let document: Document
    /// The archive.
    let archive: KeyedArchive
    /// The plain property list that the file is, all of which the archive has under the key `root`; nil for archives.
    private let list: PropertyList?

    init(_ input: InputFile) throws(Failure) {
        document = try input.document()
        do throws(ArchiveError) {
            if let archive = try document.keyedArchive() {
                self.archive = archive
                list = nil
            } else {
                let list = document.list?.startOfPaths ?? .null
                archive = try Self.archive(of: list, in: document)
                self.list = list
            }
        } catch {
            throw Failure(error, in: input.name)
        }
    }

    private static let key = "root"

    /// Whether the file is a plain property list.
    var isPlainList: Bool { list != nil }

    /// The archive of the values of a list.
    private static func archive(of list: PropertyList, in document: Document) throws(ArchiveError) -> KeyedArchive {
        let bytes: [UInt8]
        do {
            let archiver = KeyedArchiver()
            try archiver.encodePropertyList(list.withMarks, forKey: key)
            bytes = try archiver.encodedBytes
        } catch {
            let known = error as? ArchiveError
            if let known, known.endsWork { throw known }
            var unlike = ArchiveError(
                .unrepresentable, known?.reason ?? "its values can't be compared",
                remedy: "convert both files to xml and compare the texts")
            unlike.path = known?.path.map { ArchivePath(Array($0.steps.dropFirst())) }
            throw unlike
        }
        try document.budget.make(bytes.count)
        return try KeyedArchive(bytes, limits: document.limits)
    }

    /// The path in the file for a path in the archive that was made of it.
    func path(of path: ArchivePath?) -> ArchivePath? {
        guard let path, var value = list, path.steps.first == .key(Self.key) else { return path }
        var steps: [ArchivePath.Step] = []
        var rest = path.steps.dropFirst()
        while let step = rest.popFirst() {
            switch (step, value) {
            case (.key(CollectionPart.values.key), .dictionary(let entries)):
                // By position the archive names the entries whose keys mean something else there.
                guard case .index(let position)? = rest.first, position < entries.count else {
                    return ArchivePath(steps + [step] + rest)
                }
                rest.removeFirst()
                steps.append(entries[position].key.stringValue.map { .key($0) } ?? .index(position))
                value = entries[position].value
            case (.key(let key), .dictionary(let entries)):
                steps.append(step)
                // What has a mark in the archive is a value of the file.
                if entries[key]?.isMarked == true { return ArchivePath(steps) }
                // What is told apart further inside is named alike.
                guard rest.contains(.key(CollectionPart.values.key)), let inner = entries[key] else {
                    return ArchivePath(steps + rest)
                }
                value = inner
            case (.index(let position), .array(let elements)) where position < elements.count:
                steps.append(step)
                value = elements[position]
                if value.isMarked { return ArchivePath(steps) }
            default: return ArchivePath(steps + [step] + rest)
            }
        }
        return ArchivePath(steps)
    }
}

extension PropertyList {
    /// The value with a dictionary in the place of each UID, as in XML, and of each null: archives have other uses of
    /// these.
    ///
    /// Reading has bounded how deep it nests.
    fileprivate var withMarks: PropertyList { containsValue(where: \.isMarked) ? marked : self }

    private var marked: PropertyList {
        switch self {
        case .uid(let uid): return ["CF$UID": .unsignedInteger(uid.rawValue)]
        case .null: return ["$null": true]
        case .array(let elements): return .array(PropertyListArray(elements.map(\.marked)))
        case .dictionary(let entries):
            return .dictionary(PropertyListDictionary(entries.map { ($0.key, $0.value.marked) }))
        default: return self
        }
    }

    fileprivate var isMarked: Bool {
        switch self {
        case .uid, .null: true
        default: false
        }
    }
}
