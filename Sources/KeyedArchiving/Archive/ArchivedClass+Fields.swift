internal import PropertyLists

// What makes a class record: the one place where records are judged, for decoding and for looking.

extension ArchivedClass {
    /// The class record with the given values of its fields, nil where a field is missing.
    ///
    /// A record needs a name. What is no text in its lists is passed over, and so is something else in the place of a
    /// list: they are information, never a ground for trust.
    ///
    /// - Throws: ``ArchiveError/Code/invalidClassRecord`` if there is no name, or one that is not text.
    init(
        name: PropertyList?,
        hierarchy: PropertyList?,
        fallbacks: PropertyList?
    ) throws(ArchiveError) {
        guard let name else { throw ArchiveError(.invalidClassRecord, "a class record has no $classname") }
        guard case .string(let text) = name else {
            throw ArchiveError(.invalidClassRecord, "$classname is not a string")
        }
        guard let text = text.string else {
            throw ArchiveError(.invalidClassRecord, "$classname holds an unpaired surrogate")
        }
        self.init(name: text, hierarchy: Self.names(in: hierarchy), fallbacks: Self.names(in: fallbacks))
    }

    private static func names(in list: PropertyList?) -> [String] {
        guard case .array(let elements)? = list else { return [] }
        return elements.compactMap { if case .string(let name) = $0 { name.string } else { nil } }
    }
}
