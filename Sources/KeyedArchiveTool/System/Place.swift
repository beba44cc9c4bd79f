/// A name in a folder that is held open, so that all that is done there is done in one folder, whatever becomes of the
/// path that led to it.
struct Place: ~Copyable {
    let folder: Int32
    let name: FilePath

    /// How many links lead on to each other at most, as on Linux.
    private static var maximumLinkCount: Int { 40 }

    deinit {
        close(folder)
    }

    /// The place that a path leads to behind all links, whether something is there or not.
    static func behindLinks(of path: FilePath) throws(SystemError) -> Place {
        var place = try Place(path)
        for _ in 0..<maximumLinkCount {
            guard let target = try place.linkTarget() else { return place }
            place = try Place(target, from: place.folder)
        }
        throw SystemError(number: ELOOP)
    }

    /// The place that a path names; where a link is there, that of the link.
    ///
    /// - Parameter start: The folder in which a path that doesn't start with a slash begins.
    init(_ path: FilePath, from start: Int32 = AT_FDCWD) throws(SystemError) {
        let slash = path.bytes.lastIndex(of: UInt8(ascii: "/"))
        name = FilePath(path.bytes[(slash.map { $0 + 1 } ?? 0)...])
        // Nothing is left of a path that ends in a slash.
        guard !name.bytes.isEmpty else { throw SystemError(number: path.bytes.isEmpty ? ENOENT : EISDIR) }
        let parent = slash.map { FilePath(path.bytes[...$0]) } ?? FilePath(".")
        folder = try Descriptor.opened(parent, from: start, Descriptor.folderAccess)
    }

    /// Whether another place is this one: the same name in the same folder.
    func isSame(as other: borrowing Place) throws(SystemError) -> Bool {
        guard name.bytes == other.name.bytes else { return false }
        return try FileStatus(of: folder).isSameFile(as: FileStatus(of: other.folder))
    }

    /// The status of the file at the place; nil if there is none.
    func status() throws(SystemError) -> FileStatus? {
        try status(of: name)
    }

    /// The status of the file with a name in the folder; nil if there is none.
    func status(of name: FilePath) throws(SystemError) -> FileStatus? {
        try FileStatus.ofAnything(named: name, in: folder, followsLinks: false)
    }

    /// Where the link at the place leads to; nil if there is no link.
    private func linkTarget() throws(SystemError) -> FilePath? {
        guard let status = try status(), status.isLink else { return nil }
        // Some links are not to be followed, such as those of other users in a folder for everyone; the system knows.
        _ = try FileStatus.ofAnything(named: name, in: folder, followsLinks: true)
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(folder, name.withNUL, &path, path.count)
        guard count >= 0 else { throw .last }
        guard count < path.count else { throw SystemError(number: ENAMETOOLONG) }
        return FilePath(path[..<count].map { UInt8(bitPattern: $0) })
    }
}
