import KeyedArchiving
import PropertyLists
import SequentialArchives

/// A file that is being edited: an archive of either kind, or a property list that may hold archives.
struct EditedFile {
    /// The name that the user gave.
    let name: String
    /// The bytes before the edits.
    let original: [UInt8]
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
        _ value: PropertyList,
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
    mutating func append(_ value: PropertyList, to path: ArchivePath) throws(Failure) {
        try change {
            (archive) throws(ArchiveError) in
            try archive.append(value, to: path)
        } list: {
            (list) throws(ArchiveError) in
            try list.append(value, to: path)
        }
    }

    /// Puts a value before an element.
    mutating func insert(_ value: PropertyList, at path: ArchivePath) throws(Failure) {
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
