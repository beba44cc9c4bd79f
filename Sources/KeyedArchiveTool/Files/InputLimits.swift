import KeyedArchiving
import PropertyLists

/// How much of a file is read, and how much may be made of it: what `--limits` says.
enum InputLimits: String, CaseIterable {
    case untrusted
    case `default`
    case none

    /// The options of the command line that are read here.
    static let options: Set = ["--limits"]
    /// Their explanation.
    static let help = """
          --limits LIMITS  how much a file may ask for: untrusted for files of strangers; default; or none, which leaves
                           a bound on nesting only (see Limits in the documentation). A file may have 64 MiB under
                           untrusted and 1 GiB under default.
        """

    init(_ arguments: Arguments) throws(Failure) {
        self = try arguments.value(of: "--limits", as: InputLimits.self) ?? .default
    }

    /// The limits for reading, decoding and writing.
    ///
    /// Nesting always has a bound, since some of what prints values is recursive.
    var limits: Limits {
        switch self {
        case .untrusted: return .untrusted
        case .default:
            // Archives share no containers, so that a file that grows much as a tree was made to do harm.
            var limits = Limits.default
            limits.expansion = min(limits.expansion, 4)
            return limits
        case .none:
            var limits = Limits.unlimited
            limits.depth = Limits.default.depth
            limits.nestedArchives = 64
            return limits
        }
    }

    /// How many bytes a file may have.
    var fileSize: Int {
        switch self {
        case .untrusted: 64 << 20
        case .default: 1 << 30
        case .none: .max
        }
    }

    /// How much larger than it is a document counts, in bytes: so small ones may share much.
    var freeSize: Int {
        switch self {
        case .untrusted: 16 << 10
        case .default: 1 << 20
        case .none: 0
        }
    }

    /// How many times the size of a document may be kept and made of it.
    var memoryFactor: Int { self == .none ? .max : 64 }

    /// How many times the size of a document may be printed of it.
    ///
    /// What is printed of genuine archives takes up to 8 times their size, and 40 times that of an archive of nothing
    /// but booleans.
    var outputFactor: Int { self == .none ? .max : 48 }

    /// How many bytes may be printed of a document.
    ///
    /// - Parameter inputSize: The size of the document, which counts as 2 KiB larger: what comes around the content has
    ///   the same length in each document.
    func outputSize(ofInputSize inputSize: Int) -> Int {
        inputSize.addingOrMaximum(2 << 10).multipliedOrMaximum(by: outputFactor)
    }
}
