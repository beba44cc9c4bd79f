/// The system's calls for folders.
enum Folder {
    /// A file or a folder in a folder.
    struct Entry {
        var name: String
        var isFolder: Bool
    }

    /// Whether there is a folder at a path; links are followed.
    static func isFolder(_ path: String) -> Bool {
        (try? FileStatus(ofFileAt: path).isFolder) ?? false
    }

    /// The files and folders in a folder, sorted by their names' bytes.
    ///
    /// Links to files are among them, those to folders aren't; nor are pipes and devices.
    static func entries(of path: String) throws(SystemError) -> [Entry] {
        try unsortedEntries(of: path).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}

#if !canImport(ucrt)
    extension Folder {
        private static func unsortedEntries(of path: String) throws(SystemError) -> [Entry] {
            guard let stream = opendir(path) else { throw .last }
            defer { closedir(stream) }
            var entries: [Entry] = []
            while let entry = readdir(stream) {
                let name = name(of: entry)
                guard name != ".", name != ".." else { continue }
                var record = FileStatus.Record()
                guard lstat("\(path)/\(name)", &record) == 0 else { continue }
                if FileStatus(record).isFolder {
                    entries.append(Entry(name: name, isFolder: true))
                } else if let status = try? FileStatus(ofFileAt: "\(path)/\(name)"), status.isRegularFile {
                    entries.append(Entry(name: name, isFolder: false))
                }
            }
            return entries
        }

        private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
            #if canImport(WASILibc)
                // The name is an array without a size, which Swift doesn't import, right behind the byte of the kind.
                let start = UnsafeRawPointer(entry) + MemoryLayout<ino_t>.size + 1
                return String(cString: start.assumingMemoryBound(to: CChar.self))
            #else
                withUnsafePointer(to: &entry.pointee.d_name) { name in
                    name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
                        String(cString: $0)
                    }
                }
            #endif
        }
    }
#else
    extension Folder {
        private static func unsortedEntries(of path: String) throws(SystemError) -> [Entry] {
            var found = WIN32_FIND_DATAW()
            let search = "\(path)/*".withWideText { FindFirstFileW($0, &found) }
            guard let search, search != INVALID_HANDLE_VALUE else { throw .lastOfWindows }
            defer { FindClose(search) }
            var entries: [Entry] = []
            repeat {
                let name = withUnsafeBytes(of: found.cFileName) { bytes in
                    String(decoding: bytes.bindMemory(to: UInt16.self).prefix { $0 != 0 }, as: UTF16.self)
                }
                let attributes = Int32(bitPattern: found.dwFileAttributes)
                guard name != ".", name != ".." else { continue }
                if attributes & FILE_ATTRIBUTE_DIRECTORY != 0 {
                    // Links to folders, and what else Windows opens in the place of one.
                    guard attributes & FILE_ATTRIBUTE_REPARSE_POINT == 0 else { continue }
                    entries.append(Entry(name: name, isFolder: true))
                } else if let status = try? FileStatus(ofFileAt: "\(path)/\(name)"), status.isRegularFile {
                    entries.append(Entry(name: name, isFolder: false))
                }
            } while FindNextFileW(search, &found)
            return entries
        }
    }
#endif
