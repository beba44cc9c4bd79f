import KeyedArchiving
import PropertyLists

/// A file that a command reads; `-` is standard input.
struct InputFile {
    /// The name that the user gave.
    var name: String
    /// How much may be read and made of it.
    var limits: InputLimits
    /// The descriptor of standard input.
    private let standardInput: Int32

    init(_ name: String, limits: InputLimits, on console: Console) {
        self.name = name
        self.limits = limits
        standardInput = console.input
    }

    /// All bytes of the file; of what can't be a property list only the first ones, which show that.
    func bytes() throws(Failure) -> [UInt8] {
        do throws(InputBytes.Refusal) {
            if name == "-" { return try InputBytes.read(from: standardInput, limit: limits.fileSize) }
            return try InputBytes.read(fileAt: name, limit: limits.fileSize)
        } catch {
            throw switch error {
            case .system(let error): .inaccessible(name, error.reason)
            case .tooLong: .inaccessible(name, "it has more than \(limits.fileSize >> 20) MiB; see --limits")
            }
        }
    }

    /// The keyed archive in the file.
    func archive() throws(Failure) -> OpenedArchive {
        let bytes = try bytes()
        do {
            let archive = try KeyedArchive(bytes, limits: limits.limits)
            let budget = Budget(inputSize: bytes.count, limits: limits.limitsOfPrinting)
            return OpenedArchive(file: name, budget: budget, archive: archive)
        } catch {
            throw Failure(error, in: name)
        }
    }

    /// The property list in the file as a tree, whether it is an archive or not, and the size of the file.
    func propertyList() throws(Failure) -> (tree: PropertyList, fileSize: Int) {
        let bytes = try bytes()
        do {
            switch try PropertyListFormat(detecting: bytes) {
            case .binary:
                return (try BinaryPropertyListReader(bytes, limits: limits.limitsOfTrees).tree(), bytes.count)
            case .xml: return (try XMLPropertyListReader(limits: limits.limits).read(bytes), bytes.count)
            case .openStep: return (try OpenStepPropertyListReader(limits: limits.limits).read(bytes), bytes.count)
            }
        } catch {
            throw Failure(ArchiveError(error), in: name)
        }
    }
}
