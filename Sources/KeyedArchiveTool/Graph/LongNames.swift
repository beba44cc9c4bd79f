import KeyedArchiving
import PropertyLists

/// Tells the keys of dictionaries apart, each long one by looking at its text once.
///
/// Thousands of dictionaries of a hostile file can share one long key.
struct LongNames {
    /// The first reference to each long text.
    private var references: [PropertyListString: PropertyList] = [:]
    /// For each reference to a long text, the first one to the same text.
    private var firstReferences: [PropertyList: PropertyList] = [:]

    /// A short text, or the first reference to a long one.
    private enum Name: Hashable {
        case short(PropertyListString)
        case long(PropertyList)
    }

    /// Whether all of some keys are strings, and no two of them the same.
    mutating func areDifferent(_ keys: [PropertyList?], at references: some Sequence<PropertyList>) -> Bool {
        var names: Set<Name> = []
        for (key, reference) in zip(keys, references) {
            guard case .string(let text) = key, names.insert(name(text, at: reference)).inserted else { return false }
        }
        return true
    }

    private mutating func name(_ text: PropertyListString, at reference: PropertyList) -> Name {
        guard PropertyList.string(text).isLong else { return .short(text) }
        if let known = firstReferences[reference] { return .long(known) }
        let first = references[text] ?? reference
        references[text] = first
        firstReferences[reference] = first
        return .long(first)
    }
}
