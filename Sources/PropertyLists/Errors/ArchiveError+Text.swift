extension ArchiveError {
    /// The error for a string that a Swift string cannot hold.
    @inline(never)
    package static func unpairedSurrogate(at byteOffset: Int? = nil) -> ArchiveError {
        ArchiveError(
            .invalidValue,
            "a string holds an unpaired surrogate, which a Swift string cannot",
            at: byteOffset,
            remedy: "decode it as a PropertyListString, which keeps the code units"
        )
    }
}
