#if !canImport(ucrt)
    /// A name in a folder that is held open, so that all that is done there is done in one folder, whatever becomes of
    /// the path that led to it.
    struct Place: ~Copyable {
        private let folder: Int32
        /// The name as the system takes it; it need not be UTF-8.
        private let name: [CChar]

        /// How many links lead on to each other at most, as on Linux.
        private static var maximumLinkCount: Int { 40 }

        #if os(Linux) || os(Android)
            /// `O_PATH`, which the headers hide: writing into a folder doesn't take the right to list it.
            private static var folderAccess: Int32 { 0o10_000_000 }
        #else
            private static var folderAccess: Int32 { O_RDONLY }
        #endif

        deinit {
            close(folder)
        }

        /// The place that a path leads to behind all links, whether something is there or not.
        static func behindLinks(of path: String) throws(SystemError) -> Place {
            var place = try named(Array(path.utf8CString), from: AT_FDCWD)
            for _ in 0..<maximumLinkCount {
                guard let target = try place.linkTarget() else { return place }
                place = try named(target, from: place.folder)
            }
            throw SystemError(number: ELOOP)
        }

        private init(folder: Int32, name: [CChar]) {
            self.folder = folder
            self.name = name
        }

        /// The place that a path names, which starts in a folder.
        private static func named(_ path: [CChar], from start: Int32) throws(SystemError) -> Place {
            let slash = path.lastIndex(of: CChar(UInt8(ascii: "/")))
            let name = Array(path[(slash.map { $0 + 1 } ?? 0)...])
            // The name ends in NUL; nothing else is left of a path that ends in a slash.
            guard name.count > 1 else { throw SystemError(number: path.count > 1 ? EISDIR : ENOENT) }
            let parent = slash.map { path[...$0] + [0] } ?? [CChar(UInt8(ascii: ".")), 0]
            let folder = openat(start, Array(parent), folderAccess | O_DIRECTORY | O_CLOEXEC)
            guard folder >= 0 else { throw .last }
            return Place(folder: folder, name: name)
        }

        /// What is at the place; nil if there is nothing.
        func status() throws(SystemError) -> FileStatus? {
            var record = FileStatus.Record()
            if fstatat(folder, name, &record, AT_SYMLINK_NOFOLLOW) == 0 { return FileStatus(record) }
            guard SystemError.last.isOfNothing else { throw .last }
            return nil
        }

        /// Where the link at the place leads to; nil if there is no link.
        private func linkTarget() throws(SystemError) -> [CChar]? {
            guard let status = try status(), status.isLink else { return nil }
            // Some links are not to be followed, such as those of strangers in a folder for everyone; the system knows.
            var target = stat()
            guard fstatat(folder, name, &target, 0) == 0 || SystemError.last.isOfNothing else { throw .last }
            var path = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlinkat(folder, name, &path, path.count)
            guard count >= 0 else { throw .last }
            guard count < path.count else { throw SystemError(number: ENAMETOOLONG) }
            return Array(path[..<count]) + [0]
        }

        /// Puts a new file here, in one step, when it is complete.
        ///
        /// Until then it is a file in the same folder, with a short name of its own, and is removed if it doesn't get
        /// that far.
        ///
        /// - Parameters:
        ///   - mode: The permissions that the file is created with.
        ///   - complete: Fills the file; false gives it up.
        /// - Returns: Whether the file was completed.
        func replace(
            mode: mode_t,
            complete: (_ descriptor: Int32) throws(SystemError) -> Bool
        ) throws(SystemError) -> Bool {
            let (descriptor, newName) = try createFile(mode: mode)
            var isInPlace = false
            defer {
                close(descriptor)
                if !isInPlace { unlinkat(folder, newName, 0) }
            }
            guard try complete(descriptor) else { return false }
            guard renameat(folder, newName, folder, name) == 0 else { throw .last }
            isInPlace = true
            return true
        }

        /// Creates an empty file in the folder.
        private func createFile(mode: mode_t) throws(SystemError) -> (descriptor: Int32, name: [CChar]) {
            while true {
                let number = UInt64.random(in: .min ... .max)
                let name = Array(".keyed-archive-\(String(number, radix: 36)).tmp".utf8CString)
                let descriptor = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
                if descriptor >= 0 { return (descriptor, name) }
                guard SystemError.last.number == EEXIST else { throw .last }
            }
        }
    }
#endif
