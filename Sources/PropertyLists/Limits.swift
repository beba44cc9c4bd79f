/// Bounds on the work that one input may cause.
///
/// Every limit is named in the error that it causes, with its value. There are three presets:
///
/// | Limit | ``untrusted`` | ``default`` | ``unlimited`` |
/// |---|---|---|---|
/// | ``depth`` | 128 | 512 | none |
/// | ``objects`` | 1,000,000 | none | none |
/// | ``classes`` | 4,096 | none | none |
/// | ``expansion`` | 4 times the input | 16 times the input | none |
/// | ``allocation`` | 64 times the input | 384 times the input | none |
/// | ``steps`` | 64 times the input | 256 times the input | none |
/// | ``output`` | 64 times the input | 256 times the input | none |
/// | ``memory`` | 128 MiB | none | none |
/// | ``stringBytes`` | 16 MiB | none | none |
/// | ``dataBytes`` | 64 MiB | none | none |
/// | ``nestedArchives`` | 3 | 8 | none |
///
/// Every parameter for limits is ``default`` unless it is given. Where that has no bound, the size of the input
/// is one: an input of *n* bytes has fewer than *n* objects and no string that is longer.
///
/// ```swift
/// var limits = Limits.untrusted
/// limits.depth = 100
/// let list = try BinaryPropertyListReader(bytes, limits: limits).tree()
/// ```
public struct Limits: Hashable, Sendable {
    /// How deep values may nest: containers in a property list, objects that are decoded or encoded one inside the
    /// other by recursion.
    public var depth: Int

    /// How many objects an input may hold, or may be written: strings, numbers and containers, keys included.
    public var objects: Int

    /// How many classes the objects of one archive may have.
    public var classes: Int

    /// How much may be made of an input, as a multiple of its size in bytes: values of a tree or of decoded objects,
    /// and bytes of long strings and data.
    ///
    /// A binary property list can refer to one container many times, so that a few hundred bytes expand to more values
    /// than memory holds, and its strings can overlap, so that they hold more text than the file has bytes. Apple's
    /// writer does neither.
    public var expansion: Int

    /// How much memory may be taken for what is made of an input, and how much content returned, as a multiple of its
    /// size in bytes.
    ///
    /// This counts what the library itself takes for values, by fixed rates that are the same on every system: 24 bytes
    /// for a value, 40 for an element of any type, 56 for one of a property list, or what an element takes where that
    /// is more; three times that in a set or a dictionary; 64 for a container; and the size of strings and data of more
    /// than 15 bytes plus 32. Text and data count each time a call returns them, also where many objects share them,
    /// since their receiver may read all of them. What the initializers of your types take is not counted, unless
    /// they say so.
    public var allocation: Int

    /// How many steps may be taken in an input, as a multiple of its size in bytes plus 4,096: references followed,
    /// entries and keys looked at, texts compared.
    ///
    /// Objects of a hostile list can refer many times to one long container, or share what is compared again for each.
    public var steps: Int

    /// How much may be printed of an input, or written in a form that repeats what is shared, as a multiple of its size
    /// in bytes plus 4,096.
    ///
    /// XML and every printed form repeat what many places share, and indent what is nested.
    public var output: Int

    /// How much memory may be taken for what is made of an input, and how much may be printed of it, in bytes: the most
    /// that ``allocation`` and ``output`` come to for a large input.
    public var memory: Int

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
        classes: Int = .max,
        expansion: Int = 16,
        allocation: Int = 384,
        steps: Int = 256,
        output: Int = 256,
        memory: Int = .max,
        stringBytes: Int = .max,
        dataBytes: Int = .max,
        nestedArchives: Int = 8
    ) {
        self.depth = depth
        self.objects = objects
        self.classes = classes
        self.expansion = expansion
        self.allocation = allocation
        self.steps = steps
        self.output = output
        self.memory = memory
        self.stringBytes = stringBytes
        self.dataBytes = dataBytes
        self.nestedArchives = nestedArchives
    }

    /// For files from sources that you know: opens every archive seen in the field.
    public static let `default` = Limits()

    /// For input from strangers: the same shapes, with bounds on size.
    public static let untrusted = Limits(
        depth: 128,
        objects: 1_000_000,
        classes: 4096,
        expansion: 4,
        allocation: 64,
        steps: 64,
        output: 64,
        memory: 128 << 20,
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
        classes: .max,
        expansion: .max,
        allocation: .max,
        steps: .max,
        output: .max,
        memory: .max,
        stringBytes: .max,
        dataBytes: .max,
        nestedArchives: .max
    )
}

extension Limits {
    /// How much an input may hold, counting all that lies in each of its places, by ``expansion``.
    ///
    /// It counts as 16 KiB larger than it is: a small file may share much.
    package func mostContent(ofInputOf size: Int) -> Int {
        max(0, size).addingOrMaximum(16 << 10).multipliedOrMaximum(by: max(0, expansion))
    }
}

extension ArchiveError {
    /// The error for a limit that was reached.
    @inline(never)
    package static func limit(_ name: String, _ limit: Int, at byteOffset: Int? = nil) -> ArchiveError {
        ArchiveError(
            .limitExceeded,
            "the limit `\(name)` of \(limit) is exceeded",
            at: byteOffset,
            remedy: "raise `Limits.\(name)` if you trust the input"
        )
    }
}
