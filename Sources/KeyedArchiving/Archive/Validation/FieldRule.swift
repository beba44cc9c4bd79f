/// What a class expects in one of its fields.
struct FieldRule {
    var key: WellKnownKey
    var kinds: ObjectKind
    var isRequired = false

    /// The fields that decide whether an object of a family can be read.
    static func rules(for family: FoundationFamily) -> [FieldRule] {
        switch family {
        case .null, .value: []
        case .string: [FieldRule(key: .string, kinds: [.string, .reference]), FieldRule(key: .bytes, kinds: .data)]
        case .data: [FieldRule(key: .data, kinds: [.data, .reference]), FieldRule(key: .bytes, kinds: .data)]
        case .date: [FieldRule(key: .time, kinds: .real, isRequired: true)]
        case .uuid: [FieldRule(key: .uuid, kinds: .data, isRequired: true)]
        case .url:
            [
                FieldRule(key: .relative, kinds: [.reference, .string], isRequired: true),
                FieldRule(key: .base, kinds: .reference),
            ]
        case .decimal:
            [
                FieldRule(key: .mantissa, kinds: .data, isRequired: true),
                FieldRule(key: .length, kinds: .integer, isRequired: true),
                FieldRule(key: .exponent, kinds: .integer, isRequired: true),
                FieldRule(key: .negative, kinds: .boolean, isRequired: true),
            ]
        case .array, .orderedSet, .set: [FieldRule(key: .objects, kinds: .array)]
        case .dictionary: [FieldRule(key: .keys, kinds: .array), FieldRule(key: .objects, kinds: .array)]
        case .countedSet: [FieldRule(key: .count, kinds: .integer, isRequired: true)]
        case .indexSet:
            [
                FieldRule(key: .rangeCount, kinds: .integer, isRequired: true),
                FieldRule(key: .rangeData, kinds: [.reference, .data]),
            ]
        case .indexPath:
            [
                FieldRule(key: .indexPathLength, kinds: .integer, isRequired: true),
                FieldRule(key: .indexPathData, kinds: [.reference, .data]),
            ]
        case .attributedString: [FieldRule(key: .text, kinds: [.reference, .string], isRequired: true)]
        }
    }
}
