import KeyedArchiving
import PropertyLists

/// A file that is being edited: an archive, or a property list that may hold archives.
struct EditedFile {
    /// The name that the user gave.
    let name: String
    /// The bytes before the edits.
    let original: [UInt8]
    private var content: Content

    private enum Content {
        case archive(KeyedArchive)
        case list(PropertyListDocument)
    }

    /// Reads a file.
    init(_ input: InputFile) throws(Failure) {
        name = input.name
        original = try input.bytesToEdit()
        let notAnArchive: ArchiveError
        do throws(ArchiveError) {
            content = .archive(try KeyedArchive(original, limits: input.limits.limits))
            return
        } catch {
            notAnArchive = error
        }
        guard notAnArchive.code == .notAKeyedArchive else { throw Failure(notAnArchive, in: name) }
        do throws(ArchiveError) {
            content = .list(try PropertyListDocument(original, limits: input.limits.limits))
        } catch {
            throw Failure(error, in: name)
        }
    }

    /// A view of what a path leads to.
    func view(at path: ArchivePath) -> ArchiveView {
        switch content {
        case .archive(let archive): archive[path]
        case .list(let list): list[path]
        }
    }

    /// Sets what a path leads to.
    mutating func set(_ value: PropertyList, at path: ArchivePath, everywhere: Bool) throws(Failure) {
        try change { content throws(ArchiveError) in
            switch content {
            case .archive(var archive):
                try archive.set(value, at: path, everywhere: everywhere)
                content = .archive(archive)
            case .list(var list):
                try list.set(value, at: path, everywhere: everywhere)
                content = .list(list)
            }
        }
    }

    /// Takes away what a path leads to.
    mutating func remove(at path: ArchivePath) throws(Failure) {
        try change { content throws(ArchiveError) in
            switch content {
            case .archive(var archive):
                try archive.remove(at: path)
                content = .archive(archive)
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
            case .list(let list): return try list.bytes()
            }
        } catch {
            throw Failure(error, in: name)
        }
    }

    private mutating func change(_ edit: (inout Content) throws(ArchiveError) -> Void) throws(Failure) {
        do {
            try edit(&content)
        } catch {
            throw Failure(error, in: name)
        }
    }
}
