/// The status of a file, as the system reports it.
struct FileStatus {
    typealias Record = stat
    private let record: Record

    init(_ record: Record) {
        self.record = record
    }

    /// The status of the file that a path leads to, behind all links.
    init(ofFileAt path: FilePath) throws(SystemError) {
        var record = Record()
        if fstatat(AT_FDCWD, path.withNUL, &record, 0) == 0 {
            self.init(record)
            return
        }
        guard SystemError.last.number == ENAMETOOLONG, path.bytes.count >= Int(PATH_MAX) else { throw .last }
        let descriptor = try Descriptor.opened(path, Descriptor.statusAccess)
        defer { close(descriptor) }
        try self.init(of: descriptor)
    }

    /// The status of an open file.
    init(of descriptor: Int32) throws(SystemError) {
        var record = Record()
        guard fstat(descriptor, &record) == 0 else { throw .last }
        self.record = record
    }

    /// The status of the entry with a name in an open folder; nil if there is none.
    ///
    /// - Parameter followsLinks: Whether to return the status of a link's target, rather than that of the link.
    static func ofAnything(
        named name: FilePath,
        in folder: Int32,
        followsLinks: Bool
    ) throws(SystemError) -> FileStatus? {
        var record = Record()
        if fstatat(folder, name.withNUL, &record, followsLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0 {
            return FileStatus(record)
        }
        guard SystemError.last.isOfNothing else { throw .last }
        return nil
    }

    /// The status of the file that a path leads to; nil if there is none.
    static func ofAnything(at path: FilePath) throws(SystemError) -> FileStatus? {
        do throws(SystemError) {
            return try FileStatus(ofFileAt: path)
        } catch {
            if error.isOfNothing { return nil }
            throw error
        }
    }

    var size: Int { Int(clamping: record.st_size) }

    var isRegularFile: Bool { kind == S_IFREG }
    var isFolder: Bool { kind == S_IFDIR }
    var isLink: Bool { kind == S_IFLNK }

    private var kind: mode_t { record.st_mode & S_IFMT }

    /// How many names the file has.
    var nameCount: Int { Int(clamping: record.st_nlink) }

    /// The permissions to read, write and execute, without the set-user-ID and set-group-ID bits.
    var permissions: mode_t { record.st_mode & 0o777 }

    var owner: uid_t { record.st_uid }
    var group: gid_t { record.st_gid }

    func isSameFile(as other: FileStatus) -> Bool {
        record.st_dev == other.record.st_dev && record.st_ino == other.record.st_ino
    }

    /// Whether this is the same file with the same content, as far as its size and the time of its last change say.
    func isUnchanged(since earlier: FileStatus) -> Bool {
        let (time, earlierTime) = (timeOfChange, earlier.timeOfChange)
        return isSameFile(as: earlier) && size == earlier.size && time.tv_sec == earlierTime.tv_sec
            && time.tv_nsec == earlierTime.tv_nsec
    }

    private var timeOfChange: timespec {
        #if canImport(Darwin)
            record.st_mtimespec
        #else
            record.st_mtim
        #endif
    }
}
