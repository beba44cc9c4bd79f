/// The system's calls for folders.
enum Folder {
    /// A file or a folder in a folder.
    struct Entry {
        var name: String
        var isFolder: Bool
    }

    /// Whether there is a folder at a path; links are followed.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The files and folders in a folder, sorted by their names' bytes.
    ///
    /// Links to files are among them, those to folders aren't; nor are pipes and devices.
    static func entries(of path: String) throws(SystemError) -> [Entry] {
        guard let stream = opendir(path) else { throw .last }
        defer { closedir(stream) }
        var entries: [Entry] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
                    String(cString: $0)
                }
            }
            guard name != ".", name != ".." else { continue }
            var status = stat()
            guard lstat("\(path)/\(name)", &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                entries.append(Entry(name: name, isFolder: true))
            } else if stat("\(path)/\(name)", &status) == 0, status.isRegularFile {
                entries.append(Entry(name: name, isFolder: false))
            }
        }
        return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}
