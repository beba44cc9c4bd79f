public import PropertyLists

// The hooks of types that keyed and sequential archives substitute in the same way.

extension SequentialCodingable where Self: SharedSubstitution {
    /// The result of `typeForCoder` of ``/PropertyLists/SharedSubstitution``, if it is ``SequentialCodingable``.
    public var typeForSequentialArchiver: (any SequentialCodingable.Type)? {
        typeForCoder.flatMap { $0 as? any SequentialCodingable.Type }
    }

    /// The result of `replacementObjectForCoder()` of ``/PropertyLists/SharedSubstitution``.
    public func replacementObject(for archiver: SequentialArchiver) throws -> (any SequentialCodingable)? {
        try substitute(replacementObjectForCoder(), of: "replacementObjectForCoder()", "SequentialCodingable") {
            $0 as? any SequentialCodingable
        }
    }

    /// The result of `awakeAfterDecoding()` of ``/PropertyLists/SharedSubstitution``.
    public func awakeAfter(using unarchiver: SequentialUnarchiver) throws -> (any SequentialCodingable)? {
        try substitute(awakeAfterDecoding(), of: "awakeAfterDecoding()", "SequentialCodingable") {
            $0 as? any SequentialCodingable
        }
    }
}
