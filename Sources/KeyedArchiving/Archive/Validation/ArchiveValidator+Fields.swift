internal import PropertyLists

extension ArchiveValidator {
    /// Checks that an object of one of Foundation's classes has the fields that the class reads.
    mutating func check(_ fields: BinaryFields, of family: FoundationFamily, _ uid: UID) {
        let rules = FieldRule.rules(for: family)
        for rule in rules {
            guard let value = index.value(of: rule.key, in: fields) else {
                if rule.isRequired { report(.invalidValue, "the object lacks its field \(rule.key)", uid) }
                continue
            }
            let kind = index.kind(of: value)
            if !rule.kinds.contains(kind) {
                let reason = "\(rule.key) is \(kind.words), not \(rule.kinds.words)"
                report(.invalidValue, reason, uid, at: value)
            }
        }
        switch family {
        case .dictionary: checkLengths(fields, uid)
        case .array, .orderedSet, .set: checkNumbers("NS.object.", fields, uid)
        case .string, .data: checkAny(of: rules, fields, uid)
        case .uuid: checkUUID(fields, uid)
        default: break
        }
    }

    /// Checks that a dictionary has as many keys as values.
    private mutating func checkLengths(_ fields: BinaryFields, _ uid: UID) {
        let keys = index.value(of: "NS.keys", in: fields)
        let values = index.value(of: "NS.objects", in: fields)
        switch (keys, values) {
        case (nil, nil):
            let keyCount = checkNumbers("NS.key.", fields, uid)
            let valueCount = checkNumbers("NS.object.", fields, uid)
            checkLengths(keyCount, valueCount, uid)
        case (let keys?, let values?): checkLengths(index.count(of: keys), index.count(of: values), uid)
        case (nil, _): report(.invalidValue, "the dictionary has NS.objects, but no NS.keys", uid)
        case (_, nil): report(.invalidValue, "the dictionary has NS.keys, but no NS.objects", uid)
        }
    }

    private mutating func checkLengths(_ keyCount: Int, _ valueCount: Int, _ uid: UID) {
        guard keyCount != valueCount else { return }
        report(.invalidValue, "the dictionary has \(keyCount) keys, but \(valueCount) values", uid)
    }

    /// Checks that numbered fields, such as `NS.object.0`, have the numbers from 0 on.
    ///
    /// - Returns: How many there are.
    @discardableResult
    private mutating func checkNumbers(_ prefix: String, _ fields: BinaryFields, _ uid: UID) -> Int {
        guard index.value(of: "NS.objects", in: fields) == nil else { return 0 }
        var numbers: Set<Int> = []
        var count = 0
        for field in index.pairs(of: fields) {
            guard let key = index.shortText(at: field.key), key.hasPrefix(prefix) else { continue }
            count += 1
            if let number = Int(key.dropFirst(prefix.count)) { numbers.insert(number) }
        }
        for number in 0..<count where !numbers.contains(number) {
            report(.invalidValue, "\(prefix)\(number) is missing, though there are \(count) such fields", uid)
            break
        }
        return count
    }

    private mutating func checkAny(of rules: [FieldRule], _ fields: BinaryFields, _ uid: UID) {
        for rule in rules where index.value(of: rule.key, in: fields) != nil { return }
        report(.invalidValue, "the object lacks its field \(rules.map(\.key).joined(separator: " or "))", uid)
    }

    private mutating func checkUUID(_ fields: BinaryFields, _ uid: UID) {
        guard let bytes = index.value(of: UUIDFields.bytes, in: fields), index.kind(of: bytes) == .data else { return }
        let count = index.count(of: bytes)
        if count != UUIDFields.size { report(.invalidValue, "NS.uuidbytes has \(count) bytes, not 16", uid, at: bytes) }
    }
}

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
            [
                FieldRule(key: StringFields.string, kinds: [.string, .reference]),
                FieldRule(key: StringFields.utf8, kinds: .data),
            ]
        case .data:
            [
                FieldRule(key: DataFields.data, kinds: [.data, .reference]),
                FieldRule(key: DataFields.bytes, kinds: .data),
            ]
        case .date: [FieldRule(key: DateFields.time, kinds: [.integer, .real], isRequired: true)]
        case .uuid: [FieldRule(key: UUIDFields.bytes, kinds: .data, isRequired: true)]
        case .url:
            [
                FieldRule(key: URLFields.text, kinds: [.reference, .string], isRequired: true),
                FieldRule(key: URLFields.base, kinds: .reference),
            ]
        case .decimal:
            [
                FieldRule(key: DecimalFields.mantissa, kinds: .data, isRequired: true),
                FieldRule(key: DecimalFields.length, kinds: .integer, isRequired: true),
                FieldRule(key: DecimalFields.exponent, kinds: .integer, isRequired: true),
                FieldRule(key: DecimalFields.isNegative, kinds: .boolean, isRequired: true),
            ]
        case .array, .orderedSet, .set: [FieldRule(key: "NS.objects", kinds: .array)]
        case .dictionary: [FieldRule(key: "NS.keys", kinds: .array), FieldRule(key: "NS.objects", kinds: .array)]
        case .countedSet: [FieldRule(key: CountedSetFields.count, kinds: .integer, isRequired: true)]
        case .indexSet:
            [
                FieldRule(key: IndexSetFields.rangeCount, kinds: .integer, isRequired: true),
                FieldRule(key: IndexSetFields.ranges, kinds: [.reference, .data]),
            ]
        case .indexPath:
            [
                FieldRule(key: IndexPathFields.length, kinds: .integer, isRequired: true),
                FieldRule(key: IndexPathFields.indexes, kinds: [.reference, .data]),
            ]
        case .attributedString:
            [FieldRule(key: AttributedStringFields.string, kinds: [.reference, .string], isRequired: true)]
        }
    }
}
