public import PropertyLists

extension ArchiveError {
    /// The object of a sequential archive concerned; it may be a class or a C string.
    public var reference: SequentialReference? {
        get { uid.map { SequentialReference(Int(clamping: $0.rawValue)) } }
        set { uid = newValue?.uid }
    }

    /// The error for values that aren't as many as the types of a type string.
    @inline(never)
    static func wrongCount(ofValues count: Int) -> ArchiveError {
        ArchiveError(
            .invalidValue,
            "there are \(count) values for another number of types",
            remedy: "give one value for each type"
        )
    }
}

extension SequentialReference {
    /// The number as errors have it.
    var uid: UID { UID(UInt64(clamping: number)) }
}
