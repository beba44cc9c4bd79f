import KeyedArchiving
import PropertyLists

/// A file that is compared with another: an archive, or a property list as the archive of its values.
struct ComparedFile {
    /// The archive.
    let archive: KeyedArchive
    /// The sequential archive whose mirror that is; nil for other files.
    private(set) var mirror: SequentialMirror?
    /// Whether the file is a plain property list, all of which the archive has under the key `root`.
    let isPlainList: Bool
    /// How many bytes the file has.
    let size: Int

    init(_ input: InputFile) throws(Failure) {
        let bytes = try input.bytes()
        size = bytes.count
        do {
            switch try OpenedFile.Content(bytes, limits: input.limits) {
            case .archive(let archive):
                self.archive = archive
                isPlainList = false
            case .sequential(let mirror):
                archive = mirror.keyed
                self.mirror = mirror
                isPlainList = false
            case .list(let list):
                let archiver = KeyedArchiver()
                try archiver.encodePropertyList(list.root, forKey: Self.key)
                archive = try KeyedArchive(archiver.encodedBytes, limits: input.limits.limits)
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
