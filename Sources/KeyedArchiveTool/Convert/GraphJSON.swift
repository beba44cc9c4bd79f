import KeyedArchiving
import PropertyLists

/// The JSON of an archive, read: the form of `dump --format json`, with the file that it was made of at the end.
struct GraphJSON {
    /// The top-level values.
    let top: PropertyListDictionary
    /// The values beside `$top`.
    let extra: PropertyListDictionary
    let archiver: String?
    /// What `$id` marks, by number.
    let bodies: [UInt64: PropertyListDictionary]
    /// The fields whose object has one with their key before them, and how often each is there.
    let repeatedFields: [RepeatedField: Int]

    /// A field that another with its key hides.
    struct RepeatedField: Hashable {
        let key: PropertyList
        let value: PropertyList
    }

    /// What a value of the JSON stands for.
    enum Node {
        /// A string, a number, a boolean, null, or what stands for another plain value.
        case scalar(PropertyList)
        /// An array in the field itself.
        case array(PropertyListArray)
        /// A reference to what has a number elsewhere.
        case reference(UInt64)
        /// What has a number, so that others can refer to it.
        case shared(UInt64, PropertyListDictionary)
        case object(PropertyListDictionary)
    }

    init(_ document: PropertyListDictionary) {
        top = document["$top"]?.dictionaryValue ?? PropertyListDictionary([])
        extra = document["$extra"]?.dictionaryValue ?? PropertyListDictionary([])
        archiver = document["$archiver"]?.stringValue
        var bodies: [UInt64: PropertyListDictionary] = [:]
        var repeated: [RepeatedField: Int] = [:]
        PropertyList.dictionary(document).forEachValue { value in
            guard case .dictionary(let dictionary) = value else { return }
            // Of two with one number the first counts.
            if let number = dictionary["$id"]?.idValue, bodies[number] == nil { bodies[number] = dictionary }
            var keys: Set<PropertyList> = []
            for (key, value) in dictionary where !keys.insert(key).inserted {
                repeated[RepeatedField(key: key, value: value), default: 0] += 1
            }
        }
        self.bodies = bodies
        repeatedFields = repeated
    }
}

extension GraphJSON.Node {
    init(_ value: PropertyList) {
        switch value {
        case .array(let elements): self = .array(elements)
        case .dictionary(let dictionary):
            if let number = dictionary["$id"]?.idValue {
                self = .shared(number, dictionary)
            } else if dictionary.count == 1, let number = dictionary["$ref"]?.idValue {
                self = .reference(number)
            } else if let plain = try? value.markedValue(), !plain.isDictionary {
                self = .scalar(plain)
            } else {
                self = .object(dictionary)
            }
        default: self = .scalar(value)
        }
    }

    /// The number of what is here or is referred to.
    var number: UInt64? {
        switch self {
        case .reference(let number), .shared(let number, _): number
        case .scalar, .array, .object: nil
        }
    }

    /// The members of an object.
    var body: PropertyListDictionary? {
        switch self {
        case .shared(_, let body), .object(let body): body
        case .scalar, .array, .reference: nil
        }
    }
}

extension PropertyList {
    fileprivate var idValue: UInt64? {
        intValue.flatMap { UInt64(exactly: $0) }
    }

    fileprivate var isDictionary: Bool { dictionaryValue != nil }

    /// Whether this key of the JSON is a field, rather than one of the marks that say what an object is.
    var isFieldKey: Bool {
        guard case .string(let key) = self, let text = key.string else { return true }
        return !GraphJSON.marks.contains(text)
    }
}

extension GraphJSON {
    /// The keys that say what an object is and what it stands for.
    static let marks: Set = [
        "$id", "$ref", "$class", "$kind", "$elements", "$entries", "$string", "$data", "$date", "$decimal", "$url",
        "$uuid",
        "$geometry", "$ranges", "$indexes", "$count", "$element", "$value", "$classRecord", "$cut", "$problem",
    ]
}
