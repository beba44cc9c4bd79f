import KeyedArchiving
import PropertyLists

/// A file that is compared with another: an archive, or a property list as the archive of its values.
struct ComparedFile {
    /// The file.
    let document: Document
    /// The archive.
    let archive: KeyedArchive
    /// Whether the file is a plain property list, all of which the archive has under the key `root`.
    let isPlainList: Bool
    init(_ input: InputFile) throws(Failure) {
        document = try input.document()
        do {
            switch document.content {
            case .archive(let archive):
                self.archive = archive
                isPlainList = false
            case .sequential(let mirror):
                archive = mirror.keyed
                isPlainList = false
            case .list(let list):
                let archiver = KeyedArchiver()
                try archiver.encodePropertyList(list.root, forKey: Self.key)
                let bytes = try archiver.encodedBytes
                try document.budget.make(bytes.count)
                archive = try KeyedArchive(bytes, limits: document.limits)
                isPlainList = true
            }
        } catch {
            let error =
                error as? ArchiveError
                ?? ArchiveError(
                    .unrepresentable, "its values can't be compared",
                    remedy: "convert both files to plain and compare the texts")
            throw Failure(error, in: input.name)
        }
    }

    private static let key = "root"

    /// The path in the file of what is at a path in the archive.
    func path(of path: ArchivePath?) -> ArchivePath? {
        guard isPlainList, path?.steps.first == .key(Self.key) else { return path }
        return path.map { ArchivePath(Array($0.steps.dropFirst())) }
    }
}
