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

    /// The limits for reading.
    ///
    /// Nesting always has a bound, since some of what prints values is recursive.
    var limits: Limits {
        switch self {
        case .untrusted: return .untrusted
        case .default: return .default
        case .none:
            var limits = Limits.unlimited
            limits.depth = Limits.default.depth
            return limits
        }
    }

    /// The limits for reading a whole file as a tree of values.
    ///
    /// Archives share no containers, so that a file that grows much as a tree was made to do harm.
    var limitsOfTrees: Limits {
        var limits = limits
        if self != .none { limits.expansion = min(limits.expansion, 4) }
        return limits
    }

    /// The limits for printing what a file holds.
    ///
    /// What is printed of genuine archives takes up to 8 times their size, and up to 40 times that of an archive of
    /// nothing but booleans; XML property lists take more, since each reference has four lines there.
    var limitsOfPrinting: Limits {
        var limits = limits
        if self != .none { limits.output = min(limits.output, 60) }
        return limits
    }

    /// How many bytes a file may have.
    var fileSize: Int {
        switch self {
        case .untrusted: 64 << 20
        case .default: 1 << 30
        case .none: .max
        }
    }
}
