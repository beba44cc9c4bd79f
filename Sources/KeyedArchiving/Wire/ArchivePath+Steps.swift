internal import PropertyLists

// The steps that lead to what Foundation's collections hold.

extension ArchivePath {
    /// The step to an entry of a dictionary by its key; nil if that would lead elsewhere, so that only the position does.
    ///
    /// - Parameters:
    ///   - text: The key.
    ///   - isField: Whether the object of the dictionary has a field of that name, which comes before the entry.
    ///   - isRepeated: Whether an entry after it has the same key, and counts.
    static func step(toEntry text: String, isField: Bool, isRepeated: Bool) -> Step? {
        isField || isRepeated || text == ClassFields.instanceClass || text.isNullText ? nil : .key(text)
    }

    /// The steps to the element at a position of the list `NS.objects` of an object.
    ///
    /// - Parameters:
    ///   - hasField: Whether the object has a field of a name.
    ///   - entryStep: The step to it by its key, where it is a value of a dictionary.
    static func steps(
        toListed position: Int,
        hasField: (String) -> Bool,
        entryStep: () -> Step?
    ) -> [Step] {
        let hasKeys = hasField(CollectionPart.keys.key)
        if hasKeys, let step = entryStep() { return [step] }
        // A collection's own position is what people count.
        guard hasKeys || hasField(CollectionPart.firstKey) else { return [.index(position)] }
        return CollectionLayout.Place(.values, isNumbered: false).steps(to: position)
    }
}
