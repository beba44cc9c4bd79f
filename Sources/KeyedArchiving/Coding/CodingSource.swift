public import PropertyLists

/// The source that a value is read from.
@usableFromInline
package enum CodingSource {
    /// The object at a UID.
    case reference(UID)

    /// The value of a key: a reference, or, where that is allowed, an inline value.
    case key(String, allowsInline: Bool)

    /// An inline value, by its object index in the property list.
    case inline(ObjectIndex)
}
