import KeyedArchiving

/// A file that a command reads; `-` is standard input.
struct InputFile {
    /// The name that the user gave.
    var name: String

    /// All bytes of the file.
    func bytes() throws(Failure) -> [UInt8] {
        do {
            if name == "-" { return try Descriptor.readAll(from: Descriptor.standardInput) }
            return try File.bytes(at: name)
        } catch {
            throw .inaccessible(name, error.reason)
        }
    }

    /// The keyed archive in the file, and the size of the file.
    func archive() throws(Failure) -> (archive: KeyedArchive, size: Int) {
        let bytes = try bytes()
        do {
            return (try KeyedArchive(bytes), bytes.count)
        } catch {
            throw Failure(error, in: name)
        }
    }
}
