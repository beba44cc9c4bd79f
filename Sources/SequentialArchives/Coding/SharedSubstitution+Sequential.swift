public import PropertyLists

// The hooks of types that keyed and sequential archives substitute in the same way.

extension SequentialCodingable where Self: SharedSubstitution {
    /// The same as for coders of any kind.
    public var typeForSequentialArchiver: (any SequentialCodingable.Type)? {
        typeForCoder.flatMap { $0 as? any SequentialCodingable.Type }
    }

    /// The same as for coders of any kind.
    public func replacementObject(for archiver: SequentialArchiver) throws -> (any SequentialCodingable)? {
        try substitute(replacementObjectForCoder(), of: "replacementObjectForCoder()", "SequentialCodingable") {
            $0 as? any SequentialCodingable
        }
    }

    /// The same as for coders of any kind.
    public func awakeAfter(using unarchiver: SequentialUnarchiver) throws -> (any SequentialCodingable)? {
        try substitute(awakeAfterDecoding(), of: "awakeAfterDecoding()", "SequentialCodingable") {
            $0 as? any SequentialCodingable
        }
    }
}
