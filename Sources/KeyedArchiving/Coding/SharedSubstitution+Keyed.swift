public import PropertyLists

// The hooks of types that keyed and sequential archives substitute in the same way.

extension Codingable where Self: SharedSubstitution {
    /// The result of `typeForCoder` of ``/PropertyLists/SharedSubstitution``, if it is ``Codingable``.
    public var typeForKeyedArchiver: (any Codingable.Type)? { sharedTypeForKeyedArchiver }

    /// The result of `replacementObjectForCoder()` of ``/PropertyLists/SharedSubstitution``.
    public func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? { try sharedReplacement() }

    /// The result of `awakeAfterDecoding()` of ``/PropertyLists/SharedSubstitution``.
    public func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
        if let other: Any = try awakeAfter(using: unarchiver) { return try unarchiver.awakened(other, of: Self.self) }
        return try sharedAwakening()
    }
}

extension SharedSubstitution {
    /// ``PropertyLists/SharedSubstitution/typeForCoder``, if keyed archives can hold it.
    var sharedTypeForKeyedArchiver: (any Codingable.Type)? {
        guard let type = typeForCoder else { return nil }
        return type as? any Codingable.Type
    }

    /// The result of ``PropertyLists/SharedSubstitution/replacementObjectForCoder()``.
    func sharedReplacement() throws -> (any Codingable)? {
        try substitute(replacementObjectForCoder(), of: "replacementObjectForCoder()", "Codingable") {
            // Most objects replace themselves; the cast to a class is faster than that to a protocol.
            $0 as? CodedObject ?? $0 as? any Codingable
        }
    }

    /// The result of ``PropertyLists/SharedSubstitution/awakeAfterDecoding()``.
    func sharedAwakening() throws -> (any Codingable)? {
        try substitute(awakeAfterDecoding(), of: "awakeAfterDecoding()", "Codingable") { $0 as? any Codingable }
    }
}
