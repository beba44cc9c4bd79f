// Failures that more than one reader of binary objects can report.

extension ArchiveError {
    /// The remedy for an input with content that no writer may write.
    package static var damageRemedy: String { "the file was damaged or made by a faulty writer" }

    /// The error for content that no writer may write.
    @inline(never)
    package static func damaged(
        _ code: Code,
        _ reason: String,
        uid: UID? = nil,
        at byteOffset: Int? = nil
    ) -> ArchiveError {
        ArchiveError(code, reason, uid: uid, at: byteOffset, remedy: damageRemedy)
    }

    /// The oddity of bytes that follow a property list.
    static func bytesAfterEnd(_ count: Int, at byteOffset: Int) -> ArchiveError {
        ArchiveError(
            .unusedBytes, "\(count.counted("byte")) after the end of the property list", at: byteOffset,
            remedy: "read the file and write it again")
    }

    /// The error for content that is missing at the end of a file, or that a position beyond the end refers to.
    @inline(never)
    static func cutShort(_ code: Code, _ reason: String, at byteOffset: Int) -> ArchiveError {
        ArchiveError(
            code,
            reason,
            at: byteOffset,
            remedy: "the file is damaged or cut short; get a fresh copy"
        )
    }

    /// The error for a container that holds itself, at any distance.
    @inline(never)
    static func cycle(_ kind: BinaryObjectKind, _ index: ObjectIndex, at position: Int) -> ArchiveError {
        ArchiveError(
            .invalidReference,
            "the \(kind.name) of object \(index) holds itself",
            at: position,
            remedy: "in a keyed archive, cycles go through UIDs, never through containers"
        )
    }

    /// The error for a dictionary key that is not a string.
    ///
    /// One that is a container is never read; one that is another scalar is, but Apple's writer makes none.
    @usableFromInline
    @inline(never)
    static func unusableKey(_ kind: BinaryObjectKind, at position: Int) -> ArchiveError {
        ArchiveError(
            .invalidKey,
            "a dictionary key is not a string but of kind \(kind.name)",
            at: position,
            remedy: "\(ArchiveError.damageRemedy); the keys of property lists are strings"
        )
    }
}

extension BinaryPropertyListReader {
    /// The error for a reference to an object that is not there.
    @inline(never)
    func invalidReference(_ position: Int, of references: BinaryReferences, in index: ObjectIndex) -> ArchiveError {
        ArchiveError(
            .invalidReference,
            "object \(index) refers to object \(unchecked(position, of: references)), but there are \(objectCount)",
            at: references.position + position * referenceSize,
            remedy: ArchiveError.damageRemedy
        )
    }
}
