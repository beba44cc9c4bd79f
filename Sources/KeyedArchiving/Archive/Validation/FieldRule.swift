/// What a class expects in one of its fields.
struct FieldRule {
    var key: String
    var kinds: ObjectKind
    var isRequired = false

    /// The fields that decide whether an object of a family can be read.
    static func rules(for family: FoundationFamily) -> [FieldRule] {
        switch family {
        case .null, .value: []
        case .string:
            [FieldRule(key: "NS.string", kinds: [.string, .reference]), FieldRule(key: "NS.bytes", kinds: .data)]
        case .data: [FieldRule(key: "NS.data", kinds: [.data, .reference]), FieldRule(key: "NS.bytes", kinds: .data)]
        case .date: [FieldRule(key: "NS.time", kinds: .real, isRequired: true)]
        case .uuid: [FieldRule(key: "NS.uuidbytes", kinds: .data, isRequired: true)]
        case .url:
            [
                FieldRule(key: "NS.relative", kinds: [.reference, .string], isRequired: true),
                FieldRule(key: "NS.base", kinds: .reference),
            ]
        case .decimal:
            [
                FieldRule(key: "NS.mantissa", kinds: .data, isRequired: true),
                FieldRule(key: "NS.length", kinds: .integer, isRequired: true),
                FieldRule(key: "NS.exponent", kinds: .integer, isRequired: true),
                FieldRule(key: "NS.negative", kinds: .boolean, isRequired: true),
            ]
        case .array, .orderedSet, .set: [FieldRule(key: "NS.objects", kinds: .array)]
        case .dictionary: [FieldRule(key: "NS.keys", kinds: .array), FieldRule(key: "NS.objects", kinds: .array)]
        case .countedSet: [FieldRule(key: "NS.count", kinds: .integer, isRequired: true)]
        case .indexSet:
            [
                FieldRule(key: "NSRangeCount", kinds: .integer, isRequired: true),
                FieldRule(key: "NSRangeData", kinds: [.reference, .data]),
            ]
        case .indexPath:
            [
                FieldRule(key: "NSIndexPathLength", kinds: .integer, isRequired: true),
                FieldRule(key: "NSIndexPathData", kinds: [.reference, .data]),
            ]
        case .attributedString: [FieldRule(key: "NSString", kinds: [.reference, .string], isRequired: true)]
        }
    }
}
