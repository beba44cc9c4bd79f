import KeyedArchiving
import PropertyLists
import SequentialArchives

/// A file that is being edited: an archive of either kind, or a property list that may hold archives.
struct EditedFile {
    /// The name that the user gave.
    let name: String
    /// The bytes before the edits.
    let original: [UInt8]
    let limits: InputLimits
    private var content: Content

    /// What is edited, by what edits it.
    private enum Content {
        case archive(KeyedArchive)
        case sequential(SequentialPathEditor)
        case list(PropertyListDocument)
    }

    /// Reads a file.
    ///
    /// - Parameter isReplaced: Whether the edited file takes its place.
    init(_ input: InputFile, isReplaced: Bool) throws(Failure) {
        name = input.name
        let (bytes, budget) = try isReplaced ? input.readToEdit() : input.read()
        original = bytes
        limits = input.limits
        do throws(ArchiveError) {
            content =
                switch try Document(bytes, charging: budget).content {
                case .archive(let archive): .archive(archive)
                case .sequential(let mirror): .sequential(SequentialPathEditor(mirror, limits: input.limits))
                case .list(let list): .list(list)
                }
        } catch {
            throw Failure(error, in: name)
        }
    }

    /// Whether a path leads into a keyed archive, which holds objects.
    func holdsObjects(at path: ArchivePath) -> Bool {
        switch content {
        case .archive: true
        case .sequential: false
        case .list: path.steps.contains(.nestedArchive)
        }
    }

    /// A view of what a path leads to.
    func view(at path: ArchivePath) -> ArchiveView {
        switch content {
        case .archive(let archive): archive[path]
        case .sequential(let editor): editor.view(at: path)
        case .list(let list): list[path]
        }
    }

    /// Sets what a path leads to.
    mutating func set(
        _ value: NewValue,
        at path: ArchivePath,
        everywhere: Bool,
        reflow: Bool
    ) throws(Failure) {
        try change {
            (archive) throws(ArchiveError) in
            try archive.set(value, at: path, everywhere: everywhere, reflow: reflow)
        } list: {
            (list) throws(ArchiveError) in
            try list.set(value, at: path, everywhere: everywhere, reflow: reflow)
        } sequential: {
            (editor) throws(ArchiveError) in
            guard case .plain(let value) = value else { throw Self.sequentialList }
            try editor.set(value, at: path, everywhere: everywhere)
        }
    }

    /// Takes away what a path leads to.
    mutating func remove(at path: ArchivePath) throws(Failure) {
        try change {
            (archive) throws(ArchiveError) in
            try archive.remove(at: path)
        } list: {
            (list) throws(ArchiveError) in
            try list.remove(at: path)
        } sequential: {
            (editor) throws(ArchiveError) in
            try editor.remove(at: path)
        }
    }

    /// Adds a value after the elements of a list.
    mutating func append(_ value: NewValue, to path: ArchivePath) throws(Failure) {
        try change {
            (archive) throws(ArchiveError) in
            try archive.append(value, to: path)
        } list: {
            (list) throws(ArchiveError) in
            try list.append(value, to: path)
        }
    }

    /// Puts a value before an element.
    mutating func insert(_ value: NewValue, at path: ArchivePath) throws(Failure) {
        try change {
            (archive) throws(ArchiveError) in
            try archive.insert(value, at: path)
        } list: {
            (list) throws(ArchiveError) in
            try list.insert(value, at: path)
        }
    }

    /// Moves what a path leads to.
    mutating func move(from source: ArchivePath, to destination: ArchivePath) throws(Failure) {
        try change {
            (archive) throws(ArchiveError) in
            try archive.move(from: source, to: destination)
        } list: {
            (list) throws(ArchiveError) in
            try list.move(from: source, to: destination)
        }
    }

    /// How much was renamed.
    struct RenamedCount {
        var records = 0
        var names = 0
    }

    /// Renames classes.
    ///
    /// - Throws: Also where there is none with the name.
    mutating func rename(_ renaming: ClassRenaming) throws(Failure) -> RenamedCount {
        var count = RenamedCount()
        var others: Set<String> = []
        try change {
            (archive) throws(ArchiveError) in
            (count, others) = try archive.rename(renaming)
        } list: {
            (_) throws(ArchiveError) in
            throw ArchiveError(
                .notAKeyedArchive, "this is a property list, but no archive, and has no classes",
                remedy: "give the archive in its data: keyed-archive get --bytes")
        } sequential: {
            (editor) throws(ArchiveError) in
            (count, others) = try editor.rename(renaming)
        }
        guard count.names == 0 else { return count }
        let reason = "no class is named \(renaming.old.quoted())\(Suggestion.text(for: renaming.old, among: others))"
        throw Failure(file: name, reason: reason, status: .negativeResult)
    }

    private static let sequentialList = ArchiveError(
        .unrepresentable, "the elements of a sequential archive's lists are added and moved in JSON only",
        remedy: "edit the JSON of keyed-archive convert")

    /// The bytes after the edits.
    func bytes() throws(Failure) -> [UInt8] {
        do throws(ArchiveError) {
            switch content {
            case .archive(let archive): return try archive.bytes()
            case .sequential(let editor): return try editor.bytes()
            case .list(let list): return try list.bytes()
            }
        } catch {
            throw Failure(error, in: name)
        }
    }

    /// Makes an edit; each edits one kind of file.
    private mutating func change(
        _ editArchive: (inout KeyedArchive) throws(ArchiveError) -> Void,
        list editList: (inout PropertyListDocument) throws(ArchiveError) -> Void,
        sequential editSequential: (SequentialPathEditor) throws(ArchiveError) -> Void = {
            (_) throws(ArchiveError) in throw Self.sequentialList
        }
    ) throws(Failure) {
        do throws(ArchiveError) {
            switch content {
            case .archive(var archive):
                try editArchive(&archive)
                content = .archive(archive)
            case .sequential(let editor): try editSequential(editor)
            case .list(var list):
                try editList(&list)
                content = .list(list)
            }
        } catch {
            throw Failure(error, in: name)
        }
    }
}

extension KeyedArchive {
    /// Renames classes in all class records.
    ///
    /// - Returns: What was changed, and the names of the classes.
    fileprivate mutating func rename(
        _ renaming: ClassRenaming
    ) throws(ArchiveError) -> (count: EditedFile.RenamedCount, names: Set<String>) {
        var count = EditedFile.RenamedCount()
        var known: Set<String> = []
        for number in 1..<max(1, objectCount) {
            let uid = UID(UInt64(number))
            guard case .classRecord(let record) = try entry(at: uid) else { continue }
            known.insert(record.name)
            let before = count.names
            if let name = renaming.newName(of: record.name) {
                try setValue(.string(PropertyListString(name)), forKey: "$classname", ofObjectAt: uid)
                count.names += 1
            }
            for (key, names) in [("$classes", record.hierarchy), ("$classhints", record.fallbacks)] {
                let renamed = names.map { renaming.newName(of: $0) }
                let changedCount = renamed.count { $0 != nil }
                guard changedCount > 0 else { continue }
                let list = zip(names, renamed).map { PropertyList.string(PropertyListString($1 ?? $0)) }
                try setValue(.array(PropertyListArray(list)), forKey: key, ofObjectAt: uid)
                count.names += changedCount
            }
            if count.names > before { count.records += 1 }
        }
        return (count, known)
    }
}
