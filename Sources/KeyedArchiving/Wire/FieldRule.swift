internal import PropertyLists

/// The values that a class expects in one of its fields; checks and edits use these rules.
struct FieldRule {
    let key: String
    let value: FieldForm
    let isRequired: Bool

    /// A field that objects of the class can be without.
    static func optional(_ key: String, _ value: FieldForm) -> Self {
        Self(key: key, value: value, isRequired: false)
    }

    /// A field that every object of the class has.
    static func required(_ key: String, _ value: FieldForm) -> Self {
        Self(key: key, value: value, isRequired: true)
    }
}

/// The forms in which a value may be in a field.
struct FieldForm {
    /// The kinds of values that may be inline in the field.
    var inline: ObjectKind
    /// The kinds of plain values that the field may refer to.
    var entries: ObjectKind
    /// How objects that the field refers to may lay out their own fields.
    var families: Set<FoundationFamily> = []
    /// Whether the field may hold nil.
    var allowsNil = false

    static let boolean = Self(inline: .boolean, entries: [])
    static let integer = Self(inline: .integer, entries: .integer)
    static let number = Self(inline: [.integer, .real], entries: [.integer, .real])
    static let text = Self(inline: .string, entries: .string, families: [.string])
    static let bytes = Self(inline: .data, entries: .data, families: [.data])
    static let inlineBytes = Self(inline: .data, entries: [])

    /// An object of one of some classes, or nil.
    static func object(_ families: Set<FoundationFamily>) -> Self {
        Self(inline: [], entries: [], families: families, allowsNil: true)
    }

    /// The same form, or nil.
    var orNil: Self {
        var form = self
        form.allowsNil = true
        return form
    }
}

extension FoundationFamily {
    /// The fields that decide whether an object can be read.
    ///
    /// - Parameter integer: The integer in another field of the object.
    func rules(_ integer: (_ key: String) -> Int64?) -> [FieldRule] {
        switch self {
        case .null, .value: []
        case .string: StringFields.rules
        case .attributedString: AttributedStringFields.rules
        case .data: DataFields.rules
        case .date: DateFields.rules
        case .uuid: UUIDFields.rules
        case .url: URLFields.rules
        case .decimal: DecimalFields.rules
        case .array, .orderedSet, .set, .countedSet, .hashTable, .dictionary: []
        case .indexSet: IndexSetFields.rules(rangeCount: integer(IndexSetFields.rangeCount))
        case .indexPath: IndexPathFields.rules(length: integer(IndexPathFields.length))
        }
    }

    /// The key of the number that says which of several forms the fields have; nil if there is one form only.
    var formKey: String? {
        switch self {
        case .indexSet: IndexSetFields.rangeCount
        case .indexPath: IndexPathFields.length
        case .value: BoxedValueFields.kind
        case .countedSet: CountedSetFields.count
        default: nil
        }
    }

    /// The keys that only other forms have than the one with a number.
    func keysOfOtherForms(than form: Int64) -> [String] {
        if self == .countedSet {
            guard let end = Int(exactly: form) else { return [] }
            return [CountedSetFields.object(end), CountedSetFields.count(end)]
        }
        let own = keys(ofForm: form)
        let others = (self == .value ? BoxedValueFields.Kind.allCases.map { Int64($0.rawValue) } : [0, 1, 2])
            .flatMap(keys(ofForm:))
        // Of a form that isn't known, no key is another's.
        return own.isEmpty && self == .value ? [] : others.filter { !own.contains($0) }
    }

    private func keys(ofForm form: Int64) -> [String] {
        guard self == .value else { return rules { _ in form }.map(\.key) }
        return BoxedValueFields.Kind(rawValue: Int(clamping: form))?.keys ?? []
    }
}
