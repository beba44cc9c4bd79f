internal import PropertyLists

/// The fields with the contents of a collection, where these are lists.
@usableFromInline package enum CollectionFields {
    /// The elements of an array or a set, or the values of a dictionary.
    @inlinable package static var elements: String { "NS.objects" }

    /// The keys of a dictionary.
    @inlinable package static var keys: String { "NS.keys" }
}

/// One of the lists of a collection.
package enum CollectionPart {
    /// The keys of a dictionary.
    case keys
    /// Its values, or the elements of other collections.
    case values

    /// The list under a key; nil for a list that isn't one of these.
    init?(key: String) {
        switch key {
        case CollectionFields.elements: self = .values
        case CollectionFields.keys: self = .keys
        default: return nil
        }
    }

    /// The key of the list.
    package var key: String { self == .keys ? CollectionFields.keys : CollectionFields.elements }

    /// The prefix of the keys of the numbered fields that may replace the list.
    var prefix: String { self == .keys ? "NS.key." : "NS.object." }

    /// The key of the numbered field at a position.
    package func numberedKey(_ position: Int) -> String { "\(prefix)\(position)" }

    /// The key of the first of a dictionary's keys, if these are numbered.
    static var firstKey: String { "NS.key.0" }

    /// The prefix of the keys of numbered fields that replace a list under any key.
    static func prefix(insteadOf key: String) -> String {
        // The usual ones are not put together each time.
        CollectionPart(key: key)?.prefix ?? (key.hasSuffix("s") ? "\(key.dropLast())." : "\(key).")
    }
}

/// The fields of a counted set, `NSCountedSet`, whose numbers have no dot in front.
package enum CountedSetFields {
    /// How many different members there are.
    @inlinable package static var count: String { "NS.count" }

    /// The prefix of the keys of members.
    static var objectPrefix: String { "NS.object" }

    /// The prefix of the keys of the members' counts.
    static var countPrefix: String { "NS.count" }

    /// Whether a key is one of those of a counted set.
    package static func owns(_ key: String) -> Bool { key.hasPrefix(countPrefix) || key.hasPrefix(objectPrefix) }

    /// The key of a member.
    package static func object(_ position: Int) -> String { "\(objectPrefix)\(position)" }

    /// The key of how often the set holds a member.
    package static func count(_ position: Int) -> String { "\(countPrefix)\(position)" }
}

/// The fields of a hash table, `NSHashTable`.
enum HashTableFields {
    /// The prefix of all keys; a number follows.
    static var prefix: String { "$" }

    /// How members are held and compared.
    static var options: String { "$0" }
}

/// The fields of a dictionary with known keys, `NSKnownKeysDictionary1`, which Core Data makes.
enum KnownKeysFields {
    /// An object that has the keys.
    static var strategy: String { "searchMapping" }

    /// The keys, in that object.
    static var keys: String { "keys" }

    /// The values, as many as there are keys.
    static var values: String { "values" }

    /// The text that represents no value.
    static var emptyToken: String { "emptyToken" }
}
