/// Bounds on the work that one input may cause.
///
/// Every limit is named in the error that it causes, with its value. There are four presets:
///
/// | Limit | ``untrusted`` | ``default`` | ``generous`` | ``unlimited`` |
/// |---|---|---|---|---|
/// | ``depth`` | 128 | 512 | 512 | none |
/// | ``objects`` | 1,000,000 | none | none | none |
/// | ``classes`` | 4,096 | none | none | none |
/// | ``expansion`` | 4 times the input | 4 times the input | 16 times the input | none |
/// | ``output`` | 64 times the input | 128 times the input | 256 times the input | none |
/// | ``memory`` | 128 MiB | none | none | none |
/// | ``stringBytes`` | 16 MiB | none | none | none |
/// | ``dataBytes`` | 64 MiB | none | none | none |
/// | ``nestedArchives`` | 3 | 8 | 8 | none |
/// | ``allowance`` | none | 1 MiB | 1 MiB | none needed |
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

    /// The size that the content of an input may expand to, as a multiple of its size in bytes.
    ///
    /// A binary property list can refer to one container many times, so that a few hundred bytes expand to more values
    /// than memory holds, and its strings can overlap, so that they hold more text than the file has bytes. Apple's
    /// writer does neither: genuine archives hold at most 1.1 times their size.
    ///
    /// Values of a tree or of decoded objects, and bytes of long strings and data, may come to this many times the size
    /// of the input. Memory and returned content, in bytes, may come to 16 times as much, and so may steps: references
    /// followed, entries and keys looked at, texts compared. The error then names the quantity that exceeds the limit.
    ///
    /// Memory counts the values that the library itself makes, at fixed rates that are the same on every system: 24
    /// bytes for a value, 40 for an element of any type, 56 for one of a property list, or what an element takes where
    /// that is more; three times that in a set or a dictionary; 64 for a container; and the size of strings and data of
    /// more than 15 bytes plus 32. Text and data count each time a call returns them, also where many objects share
    /// them, since their receiver may read all of them. Memory that the initializers of your types take is not counted,
    /// unless they charge for it.
    public var expansion: Int {
        didSet { (allocation, steps) = (Self.derived(expansion), Self.derived(expansion)) }
    }

    /// How much memory may be taken, as a multiple of the size; it follows from ``expansion``, except in tests.
    package var allocation: Int

    /// How many steps may be taken, as a multiple of the size; it follows from ``expansion``, except in tests.
    package var steps: Int

    private static func derived(_ expansion: Int) -> Int { expansion.multipliedOrMaximum(by: 16) }

    /// The size of the text printed of an input, or of another form that repeats shared content, as a multiple of the
    /// input's size in bytes plus 4,096.
    ///
    /// XML and every printed form repeat shared values, and indent nested ones.
    public var output: Int

    /// The memory that values made of an input may take, and the size of the text printed of it, in bytes: an upper
    /// bound on ``expansion`` and ``output`` for large inputs.
    public var memory: Int

    /// How long one string may be, in bytes of its stored form.
    public var stringBytes: Int

    /// How long one data value may be, in bytes.
    public var dataBytes: Int

    /// How deep archives inside data values may nest.
    public var nestedArchives: Int

    /// The number of bytes added to an input's size for limits relative to it, except output; for steps, at most 64
    /// KiB.
    ///
    /// A small file may share much, such as a list of one long text many times, and expand to a harmless size: with
    /// 1 MiB, as by default, 64 MiB of memory are free. An archive in data of another, of which there may be many, counts
    /// as at most 4 KiB larger.
    public var allowance: Int

    /// Whether to refuse input that CoreFoundation reads although Apple's writers never write it, or that this library
    /// reads and CoreFoundation refuses: a key twice, a day that doesn't exist, bytes after the end.
    ///
    /// No preset refuses it. If this is false, such peculiarities are listed by `oddities` of a document or an archive.
    public var refusesOddInput = false

    /// Creates limits; each argument left out has the value of ``default``.
    public init(
        depth: Int = 512,
        objects: Int = .max,
        classes: Int = .max,
        expansion: Int = 4,
        output: Int = 128,
        memory: Int = .max,
        stringBytes: Int = .max,
        dataBytes: Int = .max,
        nestedArchives: Int = 8,
        allowance: Int = 1 << 20
    ) {
        self.depth = depth
        self.objects = objects
        self.classes = classes
        self.expansion = expansion
        (allocation, steps) = (Self.derived(expansion), Self.derived(expansion))
        self.output = output
        self.memory = memory
        self.stringBytes = stringBytes
        self.dataBytes = dataBytes
        self.nestedArchives = nestedArchives
        self.allowance = allowance
    }

    /// For any input: refuses no archive seen in the field, and bounds the work for a hostile one by its size.
    public static let `default` = Limits()

    /// For many untrusted inputs: the same multiples, with bounds in bytes.
    ///
    /// Of an input of any size, at most 128 MiB are made, counted as ``expansion`` does.
    public static let untrusted = Limits(
        depth: 128,
        objects: 1_000_000,
        classes: 4096,
        expansion: 4,
        output: 64,
        memory: 128 << 20,
        stringBytes: 16 << 20,
        dataBytes: 64 << 20,
        nestedArchives: 3,
        allowance: 0
    )

    /// For files from sources that you trust, and that share more than archives do.
    public static let generous = Limits(expansion: 16, output: 256)

    /// No bound but the machine's.
    ///
    /// Deep input can then exhaust the stack where types decode by recursion.
    public static let unlimited = Limits(
        depth: .max,
        objects: .max,
        classes: .max,
        expansion: .max,
        output: .max,
        memory: .max,
        stringBytes: .max,
        dataBytes: .max,
        nestedArchives: .max,
        allowance: 0
    )
}

extension Limits {
    /// The limits for an archive or a list in data of an input.
    package var ofNested: Limits {
        var limits = self
        limits.allowance = min(allowance, 4 << 10)
        return limits
    }

    /// How much an input may hold, counting all that lies in each of its places.
    package func mostContent(ofInputOf size: Int) -> Int {
        max(0, size).addingOrMaximum(max(0, allowance)).multipliedOrMaximum(by: max(0, expansion))
    }
}

extension ArchiveError {
    /// The error for a limit that was reached.
    ///
    /// - Parameter quantity: What exceeds the limit, if that isn't its name.
    @inline(never)
    package static func limit(
        _ name: String,
        _ limit: Int,
        exceededBy quantity: String? = nil,
        at byteOffset: Int? = nil
    ) -> ArchiveError {
        ArchiveError(
            .limitExceeded,
            "the limit `\(name)` of \(limit) is exceeded" + (quantity.map { " by \($0)" } ?? ""),
            at: byteOffset,
            remedy: "raise `Limits.\(name)` if you trust the input"
        )
    }
}
