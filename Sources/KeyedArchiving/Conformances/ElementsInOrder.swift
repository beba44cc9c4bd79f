/// The elements of a hashed collection in another order than its own.
///
/// Wherever the next one is in a large table, the processor waits for its memory, which takes longer than to encode it
/// (`KeyedArchivingBenchmarks --workloads W3`). It waits for many at once where they are looked at one right after the
/// other. So strings are: how many bytes a group of them has is added up before the first of these is encoded, and that
/// much room is made.
@usableFromInline
struct ElementsInOrder<Base: Collection>: Sequence, IteratorProtocol where Base.Element: Codingable {
    @usableFromInline let base: Base
    @usableFromInline let order: [Base.Index]
    @usableFromInline let archiver: KeyedArchiver
    @usableFromInline var position = 0

    /// How many elements are looked at together.
    @inlinable static var groupSize: Int { 64 }

    @inlinable
    init(_ base: Base, _ order: [Base.Index], for archiver: KeyedArchiver) {
        self.base = base
        self.order = order
        self.archiver = archiver
    }

    @inlinable
    mutating func next() -> Base.Element? {
        guard position < order.count else { return nil }
        // The type is usually known at compile time, and then so is this result.
        if position % Self.groupSize == 0, Base.Element.self == String.self { lookAhead() }
        defer { position += 1 }
        return base[order[position]]
    }

    @inlinable
    func lookAhead() {
        var size = 0
        for place in position..<Swift.min(order.count, position + Self.groupSize) {
            size &+= Substitution.exact(base[order[place]], as: String.self)?.utf8.count ?? 0
        }
        archiver.reserveText(size)
    }
}

extension KeyedArchiver {
    /// Makes room for the bytes of short strings.
    ///
    /// Equal ones may be stored once, so that it is limited.
    @usableFromInline
    func reserveText(_ size: Int) {
        state.table.reserveScalars(min(size, 4096))
    }
}
