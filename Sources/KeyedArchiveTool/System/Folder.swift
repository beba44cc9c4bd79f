/// The system's calls for folders.
enum Folder {
    /// A file or a folder in a folder.
    struct Entry {
        var name: FilePath
        var kind: Kind
    }

    enum Kind {
        case file
        case folder
        /// An entry that this user isn't permitted to read.
        case closed(SystemError)
    }

    /// Whether there is a folder at a path; links are followed.
    static func isFolder(_ path: FilePath) -> Bool {
        (try? FileStatus(ofFileAt: path).isFolder) ?? false
    }

    /// The files and folders in a folder, sorted by the bytes of their names.
    ///
    /// Links to files are among them, those to folders aren't; nor are pipes and devices, and links to nothing.
    static func entries(of path: FilePath) throws(SystemError) -> [Entry] {
        let descriptor = try Descriptor.opened(path, O_RDONLY | O_DIRECTORY)
        guard let stream = fdopendir(descriptor) else {
            let error = SystemError.last
            close(descriptor)
            throw error
        }
        defer { closedir(stream) }
        var entries: [Entry] = []
        while let name = try nextName(in: stream) {
            guard name.bytes != Array(".".utf8), name.bytes != Array("..".utf8) else { continue }
            do throws(SystemError) {
                guard let kind = try kind(of: name, in: dirfd(stream)) else { continue }
                entries.append(Entry(name: name, kind: kind))
            } catch {
                entries.append(Entry(name: name, kind: .closed(error)))
            }
        }
        return entries.sorted { $0.name.bytes.lexicographicallyPrecedes($1.name.bytes) }
    }

    /// The kind of the entry with a name in an open folder; nil for an entry that is neither a file nor a folder.
    private static func kind(of name: FilePath, in folder: Int32) throws(SystemError) -> Kind? {
        guard let entry = try FileStatus.ofAnything(named: name, in: folder, followsLinks: false) else { return nil }
        if entry.isFolder { return .folder }
        if entry.isRegularFile { return .file }
        guard entry.isLink else { return nil }
        do throws(SystemError) {
            let target = try FileStatus.ofAnything(named: name, in: folder, followsLinks: true)
            return target?.isRegularFile == true ? .file : nil
        } catch {
            // A link that leads around leads to nothing.
            if error.number == ELOOP { return nil }
            throw error
        }
    }

    private static func nextName(in stream: OpaquePointer) throws(SystemError) -> FilePath? {
        errno = 0
        guard let entry = readdir(stream) else {
            if errno == 0 { return nil }
            throw .last
        }
        return withUnsafePointer(to: &entry.pointee.d_name) { name in
            name.withMemoryRebound(to: UInt8.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
                FilePath(UnsafeBufferPointer(start: $0, count: strlen($0)))
            }
        }
    }
}
