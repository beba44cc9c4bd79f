import KeyedArchiving
import PropertyLists

/// How much of a file is read, and how much may be made of it: as `--limits` sets them.
enum InputLimits: String, CaseIterable {
    case untrusted
    case `default`
    case generous
    case none

    /// The options of the command line that are read here.
    static let options: Set = ["--limits"]
    /// Their explanation.
    static let help = """
          --limits LIMITS  how much a file may ask for: untrusted for untrusted files; default; generous, four times
                           as much, for files that share much; or none, which leaves a bound on nesting only (see
                           Limits in the documentation). A file may have 64 MiB under untrusted, 1 GiB under default
                           and generous.
        """

    init(_ arguments: Arguments) throws(Failure) {
        self = try arguments.value(of: "--limits", as: InputLimits.self) ?? .default
    }

    /// The limits for reading, decoding and writing.
    ///
    /// Nesting always has a bound, since some code that prints values is recursive.
    var limits: Limits {
        switch self {
        case .untrusted: return .untrusted
        case .default: return .default
        case .generous: return .generous
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
        case .default, .generous: 1 << 30
        case .none: .max
        }
    }

    /// The size of the text printed of a document, as a multiple of the document's size.
    ///
    /// The text printed of genuine archives takes up to 8 times their size, and 40 times the size of an archive of
    /// nothing but booleans.
    var outputFactor: Int {
        switch self {
        case .untrusted, .default: 48
        case .generous: 192
        case .none: .max
        }
    }

    /// How many bytes may be printed of a document.
    ///
    /// - Parameter inputSize: The size of the document, which counts as 2 KiB larger: the text around the content has
    ///   the same length in each document.
    func outputSize(ofInputSize inputSize: Int) -> Int {
        inputSize.addingOrMaximum(2 << 10).multipliedOrMaximum(by: outputFactor)
    }
}
