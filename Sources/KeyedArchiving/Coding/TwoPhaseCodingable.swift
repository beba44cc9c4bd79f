/// A class that is decoded in two phases: created empty, then filled.
///
/// Because the empty instance exists before anything it refers to is decoded, references may form any cycle, and
/// because filling waits in a work list, objects may nest to any depth: a chain of a million nodes needs no more stack
/// than one of ten.
///
/// ```swift
/// final class Node: TwoPhaseCodingable {
///     var next: Node?
///     init() {}
///
///     func encode(with archiver: KeyedArchiver) throws {
///         try archiver.encode(next, forKey: "next")
///     }
///
///     func decode(with unarchiver: KeyedUnarchiver) throws {
///         next = try unarchiver.decodeObject(of: Node.self, forKey: "next")
///     }
/// }
/// ```
///
/// Inside ``decode(with:)`` store the objects you get, but do not look into them: another two-phase object may not have
/// been filled yet. All of them are filled when the call at the top level returns. A one-phase type gets its two-phase
/// objects filled, but for those that are being filled around it. What a hook asks for before it throws is not filled.
///
/// Swift releases a chain of objects recursively. A class whose instances form long chains needs a `deinit` that takes
/// the chain apart:
///
/// ```swift
/// deinit {
///     var rest = next.take()
///     while isKnownUniquelyReferenced(&rest) { rest = rest?.next.take() }
/// }
/// ```
public protocol TwoPhaseCodingable: AnyObject, Codingable {
    /// Creates an empty instance.
    init()

    /// Fills the instance from the archive.
    ///
    /// A subclass calls `super.decode(with:)` first.
    func decode(with unarchiver: KeyedUnarchiver) throws
}

extension TwoPhaseCodingable {
    /// Creates an instance, makes it known to the unarchiver and fills it.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self.init()
        try unarchiver.register(self)
        try decode(with: unarchiver)
    }

    /// Objects with a class, which are created empty and then filled.
    @inlinable
    public static var _kind: _CodingKind { .twoPhase(Self.self) }
}
