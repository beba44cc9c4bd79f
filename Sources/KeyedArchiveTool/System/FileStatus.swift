/// What the system knows of a file.
struct FileStatus {
    #if canImport(ucrt)
        typealias Record = _stat64
    #else
        typealias Record = stat
    #endif
    private let record: Record

    init(_ record: Record) {
        self.record = record
    }

    /// The status of what a path leads to, behind all links.
    init(ofFileAt path: String) throws(SystemError) {
        var record = Record()
        #if canImport(ucrt)
            let result = path.withWideText { _wstat64($0, &record) }
        #else
            let result = stat(path, &record)
        #endif
        guard result == 0 else { throw .last }
        self.record = record
    }

    /// The status of an open file.
    init(of descriptor: Int32) throws(SystemError) {
        var record = Record()
        #if canImport(ucrt)
            let result = _fstat64(descriptor, &record)
        #else
            let result = fstat(descriptor, &record)
        #endif
        guard result == 0 else { throw .last }
        self.record = record
    }

    /// The status of what a path leads to; nil if there is nothing.
    static func ofAnything(at path: String) throws(SystemError) -> FileStatus? {
        do throws(SystemError) {
            return try FileStatus(ofFileAt: path)
        } catch {
            if error.isOfNothing { return nil }
            throw error
        }
    }

    var size: Int { Int(clamping: record.st_size) }

    var isRegularFile: Bool { kind == Kind(S_IFREG) }
    var isFolder: Bool { kind == Kind(S_IFDIR) }

    /// How many names the file has.
    var nameCount: Int { Int(clamping: record.st_nlink) }

    #if canImport(ucrt)
        private typealias Kind = Int32
    #else
        private typealias Kind = mode_t
    #endif

    private var kind: Kind { Kind(record.st_mode) & Kind(S_IFMT) }
}

#if !canImport(ucrt)
    extension FileStatus {
        var isLink: Bool { kind == S_IFLNK }

        /// Who may read, write and execute; not whether programs run as their owner or their group.
        var permissions: mode_t { record.st_mode & 0o777 }

        /// Whether programs run as the file's owner or its group, or the file has another such bit.
        var hasSpecialBits: Bool { permissions != record.st_mode & 0o7777 }

        var owner: uid_t { record.st_uid }
        var group: gid_t { record.st_gid }

        func isSameFile(as other: FileStatus) -> Bool {
            record.st_dev == other.record.st_dev && record.st_ino == other.record.st_ino
        }
    }
#endif
