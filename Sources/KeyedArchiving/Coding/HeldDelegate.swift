/// A delegate that is kept while a coder is within an object.
///
/// A coder refers to its delegate weakly. Loading a weak reference, and retaining an object that has weak references,
/// takes many times as long as retaining another object. While an object is encoded or decoded, the delegate is asked
/// about everything in it, so the weak reference is loaded once, and this object is retained instead of the delegate
/// (rows `encode person with a delegate` and `decode person with a delegate` of `Instructions.tsv`).
final class HeldDelegate<Delegate> {
    let delegate: Delegate

    private init(_ delegate: Delegate) {
        self.delegate = delegate
    }

    /// Holds a delegate, if there is one, and keeps it in a place if the coder is within an object.
    @inline(never)
    static func holding(_ delegate: Delegate?, depth: Int, in place: inout HeldDelegate?) -> HeldDelegate? {
        guard let delegate else { return nil }
        let held = HeldDelegate(delegate)
        if depth > 0 { place = held }
        return held
    }
}

// What a delegate is asked about every value. Never inlined: within a method the reference to the delegate isn't counted.

extension HeldDelegate where Delegate == any KeyedArchiverDelegate {
    /// Tells the delegate that an object was encoded.
    @inline(never)
    func archiver(_ archiver: KeyedArchiver, didEncode object: some Codingable) {
        delegate.archiver(archiver, didEncode: object)
    }

    /// Tells the delegate that an object was encoded, which is one of any type already.
    ///
    /// It is passed on by its address, which nothing changes: passed as a value, it would be copied for a function that
    /// is made for its type, and become an object of any type again there.
    @inline(never)
    func archiver(_ archiver: KeyedArchiver, didEncode object: inout any Codingable) {
        delegate.archiver(archiver, didEncode: object)
    }
}

extension HeldDelegate where Delegate == any KeyedUnarchiverDelegate {
    /// Shows the delegate an object that was decoded.
    ///
    /// - Returns: The replacement; nil if the object stays.
    @inline(never)
    func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) throws -> (any Codingable)? {
        try delegate.unarchiver(unarchiver, didDecode: object)
    }
}

extension KeyedArchiver {
    typealias HeldDelegate = KeyedArchiving.HeldDelegate<any KeyedArchiverDelegate>

    /// The delegate, which is kept until the outermost object has been encoded; nil if there is none.
    @inline(__always)
    var heldDelegate: HeldDelegate? {
        guard state.hasDelegate else { return nil }
        return state.heldDelegate ?? .holding(delegate, depth: state.depth, in: &state.heldDelegate)
    }
}

extension KeyedUnarchiver {
    typealias HeldDelegate = KeyedArchiving.HeldDelegate<any KeyedUnarchiverDelegate>

    /// The delegate, which is kept until the outermost object has been decoded; nil if there is none.
    @inline(__always)
    var heldDelegate: HeldDelegate? {
        guard state.hasDelegate else { return nil }
        return state.heldDelegate ?? .holding(delegate, depth: state.depth, in: &state.heldDelegate)
    }
}
