import KeyedArchiving
import PropertyLists
import SequentialArchives

/// A file that is being edited: an archive of either kind, or a property list that may hold archives.
struct EditedFile {
    /// The name that the user gave.
    let name: String
    /// The bytes before the edits.
    let original: [UInt8]
    private var content: OpenedFile.Content
    private let limits: InputLimits

    /// Reads a file.
    ///
    /// - Parameter isReplaced: Whether the edited file takes its place.
    init(_ input: InputFile, isReplaced: Bool) throws(Failure) {
        name = input.name
        limits = input.limits
        original = try isReplaced ? input.bytesToEdit() : input.bytes()
        do throws(ArchiveError) {
            content = try OpenedFile.Content(original, limits: input.limits)
        } catch {
            throw Failure(error, in: name)
        }
    }

    /// A view of what a path leads to.
    func view(at path: ArchivePath) -> ArchiveView {
        switch content {
        case .archive(let archive): archive[path]
        case .sequential(let mirror): mirror.keyed[path]
        case .list(let list): list[path]
        }
    }

    /// Sets what a path leads to.
    mutating func set(_ value: PropertyList, at path: ArchivePath, everywhere: Bool) throws(Failure) {
        try change { [limits] content throws(ArchiveError) in
            switch content {
            case .archive(var archive):
                try archive.set(value, at: path, everywhere: everywhere)
                content = .archive(archive)
            case .sequential(let mirror):
                var editor = SequentialPathEditor(mirror)
                try editor.set(value, at: path, everywhere: everywhere)
                content = .sequential(try SequentialMirror(editor.archive.encoded(), limits: limits))
            case .list(var list):
                try list.set(value, at: path, everywhere: everywhere)
                content = .list(list)
            }
        }
    }

    /// Takes away what a path leads to.
    mutating func remove(at path: ArchivePath) throws(Failure) {
        try change { [limits] content throws(ArchiveError) in
            switch content {
            case .archive(var archive):
                try archive.remove(at: path)
                content = .archive(archive)
            case .sequential(let mirror):
                var editor = SequentialPathEditor(mirror)
                try editor.remove(at: path)
                content = .sequential(try SequentialMirror(editor.archive.encoded(), limits: limits))
            case .list(var list):
                try list.remove(at: path)
                content = .list(list)
            }
        }
    }

    /// The bytes after the edits.
    func bytes() throws(Failure) -> [UInt8] {
        do throws(ArchiveError) {
            switch content {
            case .archive(let archive): return try archive.bytes()
            case .sequential(let mirror): return mirror.archive.encoded()
            case .list(let list): return try list.bytes()
            }
        } catch {
            throw Failure(error, in: name)
        }
    }

    private mutating func change(_ edit: (inout OpenedFile.Content) throws(ArchiveError) -> Void) throws(Failure) {
        do {
            try edit(&content)
        } catch {
            throw Failure(error, in: name)
        }
    }
}
