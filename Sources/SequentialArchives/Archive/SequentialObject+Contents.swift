public import PropertyLists

extension SequentialObject {
    /// The text of a string object, as `NSString` writes it: UTF-8, or in version 0, of OPENSTEP, NeXTSTEP's character
    /// set; nil for other objects, and for text that isn't UTF-8.
    ///
    /// ```swift
    /// for object in archive.objects(ofClass: "NSString") { print(object.text ?? "?") }
    /// ```
    ///
    /// - Complexity: O(*n*), where *n* is the size of the object, without the objects that it refers to.
    public var text: String? {
        guard isKind(of: "NSString") else { return nil }
        var source = archive.source(ofObject: reference.number)
        guard let first = archive.next(&source) else { return nil }
        if first.types == "+", case .bytes(let bytes)? = first.values.first {
            return String(validating: bytes, as: UTF8.self)
        }
        guard first.types == "i", case .bytes(let bytes)? = archive.next(&source)?.values.first else { return nil }
        return String(decoding: bytes.map(NextStepEncoding.unit), as: UTF16.self)
    }

    /// The property list in a group that holds a count, `i`, and the group after it, which holds the bytes; nil if
    /// there is none.
    ///
    /// ``SequentialArchiver/encodePropertyList(_:)`` writes it so; `NSFont` holds its name in one.
    ///
    /// - Complexity: O(*n*), where *n* is the size of the object, without the objects that it refers to.
    public func propertyList(atGroup position: Int) -> PropertyList? {
        let groups = groups
        guard position >= 0, position < groups.count - 1, groups[position].types == "i",
            case .bytes(let bytes)? = groups[position + 1].values.first
        else { return nil }
        return try? OldPropertyList.value(of: bytes)
    }
}
