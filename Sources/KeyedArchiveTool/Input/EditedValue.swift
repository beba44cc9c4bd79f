import KeyedArchiving
import PropertyLists

/// How the words of a command line are read that become values of a file.
struct EditedValue {
    static let flags: Set = ["--json"]
    static let options: Set = ["--type"]
    static let help = """
          --type TYPE      the kind of the VALUEs: string, integer, real, boolean, date (2001-02-03T04:05:06Z, or seconds
                           since 2001), data (base64), hex (data in hexadecimal digits), uid (#3, the object with that
                           number), nil (whatever VALUE is); without it, true and false are booleans, what looks like a
                           number is one, and everything else is text
          --json           the VALUEs are JSON: arrays and objects become collections; see keyed-archive objects --help
                           for how data, dates and references are written
        """

    private let type: ValueType?
    private let isJSON: Bool

    init(_ arguments: Arguments) throws(Failure) {
        type = try arguments.value(of: "--type", as: ValueType.self)
        isJSON = arguments.has("--json")
        if isJSON, type != nil { throw .usage("--type and --json exclude each other") }
    }

    /// The value of a word.
    ///
    /// - Parameter place: What it takes the place of, whose kind it is of unless another is said; nil if it is new.
    func value(of text: String, replacing place: ArchiveView? = nil) throws(Failure) -> PropertyList {
        if isJSON { return try .json(text) }
        if let type { return try type.value(of: text) }
        guard let place else { return try ValueType.guess(text) }
        return try place.value(of: text)
    }
}
