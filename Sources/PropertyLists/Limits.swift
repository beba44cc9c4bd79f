/// Bounds on the work that one input may cause.
///
/// Every limit is named in the error that it causes. Most are generous, because reading already costs no more than in
/// proportion to the input; those that stop amplification, depth and nesting matter.
public struct Limits: Hashable, Sendable {
    /// How deep values may nest: containers in a property list, objects that are decoded or encoded one inside the
    /// other by recursion.
    public var depth: Int

    /// How many objects an input may hold.
    public var objects: Int

    /// How much may be made of an input, as a multiple of its size in bytes: values of a tree, and bytes of long strings
    /// and data.
    ///
    /// A binary property list can refer to one container many times, so that a few hundred bytes expand to more values
    /// than memory holds, and its strings can overlap, so that they hold more text than the file has bytes. Apple's
    /// writer does neither.
    public var expansion: Int

    /// How long one string may be, in bytes of its stored form.
    public var stringBytes: Int

    /// How long one data value may be, in bytes.
    public var dataBytes: Int

    /// How deep archives inside data values may nest.
    public var nestedArchives: Int

    /// Creates limits; each argument left out has the value of ``default``.
    public init(
        depth: Int = 512,
        objects: Int = .max,
        expansion: Int = 16,
        stringBytes: Int = .max,
        dataBytes: Int = .max,
        nestedArchives: Int = 8
    ) {
        self.depth = depth
        self.objects = objects
        self.expansion = expansion
        self.stringBytes = stringBytes
        self.dataBytes = dataBytes
        self.nestedArchives = nestedArchives
    }

    /// For files of one's own and of people one knows: opens every archive seen in the field.
    public static let `default` = Limits()

    /// For input from strangers: the same shapes, with bounds on size.
    public static let untrusted = Limits(
        depth: 128,
        objects: 1_000_000,
        expansion: 4,
        stringBytes: 16 << 20,
        dataBytes: 64 << 20,
        nestedArchives: 3
    )

    /// No bound but the machine's.
    ///
    /// Deep input can then exhaust the stack where types decode by recursion.
    public static let unlimited = Limits(
        depth: .max,
        objects: .max,
        expansion: .max,
        stringBytes: .max,
        dataBytes: .max,
        nestedArchives: .max
    )
}

extension PropertyListError {
    /// The error for a limit that was reached.
    static func limit(_ name: String, _ limit: Int, at byteOffset: Int? = nil) -> PropertyListError {
        PropertyListError(
            .limitExceeded,
            "the limit `\(name)` of \(limit) is exceeded",
            at: byteOffset,
            remedy: "raise `Limits.\(name)` if you trust the input"
        )
    }
}
