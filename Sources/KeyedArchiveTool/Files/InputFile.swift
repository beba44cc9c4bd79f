import KeyedArchiving
import PropertyLists

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

    /// The keyed archive in the file.
    func archive() throws(Failure) -> OpenedArchive {
        let bytes = try bytes()
        do {
            return OpenedArchive(file: name, size: bytes.count, archive: try KeyedArchive(bytes))
        } catch {
            throw Failure(error, in: name)
        }
    }

    /// The property list in the file as a tree, be it an archive or not, and the size of the file.
    func propertyList() throws(Failure) -> (tree: PropertyList, fileSize: Int) {
        let bytes = try bytes()
        do {
            switch try PropertyListFormat(detecting: bytes) {
            case .binary:
                // Archives share no containers, so a file that grows much as a tree was made to do harm.
                return (try BinaryPropertyListReader(bytes, limits: Limits(expansion: 4)).tree(), bytes.count)
            case .xml: return (try XMLPropertyListReader().read(bytes), bytes.count)
            }
        } catch {
            throw Failure(ArchiveError(error), in: name)
        }
    }
}
