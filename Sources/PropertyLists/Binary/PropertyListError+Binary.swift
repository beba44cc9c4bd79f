// Failures that more than one reader of binary objects can meet.

extension PropertyListError {
    /// The remedy where an input holds what no writer may write.
    package static var damageRemedy: String { "the file was damaged or made by a faulty writer" }

    /// The error for what no writer may write.
    package static func damaged(_ code: Code, _ reason: String, at byteOffset: Int? = nil) -> PropertyListError {
        PropertyListError(code, reason, at: byteOffset, remedy: damageRemedy)
    }

    /// The error for what is missing at the end of a file, or lies behind it.
    static func cutShort(_ code: Code, _ reason: String, at byteOffset: Int) -> PropertyListError {
        PropertyListError(
            code,
            reason,
            at: byteOffset,
            remedy: "the file is damaged or cut short; get a fresh copy"
        )
    }

    /// The error for a container that holds itself, at any distance.
    static func cycle(_ kind: BinaryObjectKind, _ index: ObjectIndex, at position: Int) -> PropertyListError {
        PropertyListError(
            .cycle,
            "the \(kind.name) of object \(index) holds itself",
            at: position,
            remedy: "in a keyed archive, cycles go through UIDs, never through containers"
        )
    }

    /// The error for a dictionary key that is not a string.
    ///
    /// One that is a container is never read; one that is another scalar is, but Apple's writer makes none.
    @usableFromInline
    static func unusableKey(_ kind: BinaryObjectKind, at position: Int) -> PropertyListError {
        PropertyListError(
            .invalidKey,
            "a dictionary key is not a string but of kind \(kind.name)",
            at: position,
            remedy: "\(PropertyListError.damageRemedy); the keys of property lists are strings"
        )
    }
}

extension BinaryPropertyListReader {
    /// The error for a reference to an object that is not there.
    func invalidReference(_ position: Int, of references: BinaryReferences, in index: ObjectIndex) -> PropertyListError
    {
        PropertyListError(
            .invalidReference,
            "object \(index) refers to object \(unchecked(position, of: references)), but there are \(objectCount)",
            at: references.position + position * referenceSize,
            remedy: PropertyListError.damageRemedy
        )
    }
}
