/// A delegate that is kept while an archiver encodes an object.
///
/// An archiver refers to its delegate weakly. Every look at a weak reference, and every count of a reference to an
/// object that there are weak ones to, takes many times as long as usual. While an object is encoded, its delegate is
/// asked about all that is in it, so it is looked at once, and what is counted are references to this object (row
/// `encode person with a delegate` of `Benchmarks/Instructions.tsv`).
final class HeldDelegate {
    let delegate: any KeyedArchiverDelegate

    init(_ delegate: any KeyedArchiverDelegate) {
        self.delegate = delegate
    }

    /// Tells the delegate that an object was encoded.
    ///
    /// Never inlined: within a method the reference to the delegate isn't counted.
    @inline(never)
    func archiver(_ archiver: KeyedArchiver, didEncode object: any Codingable) {
        delegate.archiver(archiver, didEncode: object)
    }
}

extension KeyedArchiver {
    /// The delegate, which is kept until the outermost object has been encoded; nil if there is none.
    @inline(__always)
    var heldDelegate: HeldDelegate? {
        guard state.hasDelegate else { return nil }
        return state.heldDelegate ?? holdDelegate()
    }

    @inline(never)
    private func holdDelegate() -> HeldDelegate? {
        guard let delegate else { return nil }
        let held = HeldDelegate(delegate)
        if state.depth > 0 { state.heldDelegate = held }
        return held
    }
}
