internal import PropertyLists

extension ArchiveValidator {
    /// Checks that an object of one of Foundation's classes has the fields that the class reads.
    mutating func check(_ fields: BinaryFields, of family: FoundationFamily, _ uid: UID) {
        let rules = family.rules { integer(of: $0, in: fields) }
        for rule in rules {
            if let value = index.value(of: rule.key, in: fields) {
                check(value, of: rule, uid)
            } else if rule.isRequired {
                report(.invalidValue, "the object lacks its field \(rule.key)", uid)
            }
        }
        switch family {
        case .dictionary: checkLengths(fields, uid)
        case .array, .orderedSet, .set: count(CollectionFields.elements, fields, uid)
        case .string, .data: checkAny(of: rules, fields, uid)
        case .uuid: checkUUID(fields, uid)
        default: break
        }
    }

    /// Checks that a field has one of the forms that the class reads.
    private mutating func check(_ value: ObjectIndex, of rule: FieldRule, _ uid: UID) {
        let form = rule.value
        guard let reference = index.uid(at: value) else {
            let kind = index.kind(of: value)
            guard !form.inline.contains(kind) else { return }
            let expected = (form.inline.isEmpty ? .reference : form.inline).words
            return report(.invalidValue, "\(rule.key) is \(kind.words), not \(expected)", uid, at: value)
        }
        // That a reference leads nowhere is reported of all fields.
        guard let entry = index[reference] else { return }
        let reason: String
        if reference == .null {
            guard !form.allowsNil else { return }
            reason = "is nil"
        } else if let fields = index.fields(at: entry) {
            guard !form.families.contains(where: { $0 == family(of: fields) }) else { return }
            reason = "refers to an object of another class"
        } else {
            let kind = index.kind(of: entry)
            guard !form.entries.contains(kind) else { return }
            reason = "refers to \(kind.words)"
        }
        let expected = form.inline.isEmpty ? "an object that the class reads" : form.inline.words
        report(.invalidValue, "\(rule.key) \(reason), not \(expected)", uid, at: value)
    }

    /// The integer in a field, which may be a reference to it.
    private func integer(of key: String, in fields: BinaryFields) -> Int64? {
        guard let value = index.value(of: key, in: fields) else { return nil }
        let target = index.uid(at: value).flatMap { index[$0] } ?? value
        guard case .integer(let integer) = try? index.reader.scalar(at: target) else { return nil }
        return integer
    }

    /// Checks that a dictionary has as many keys as values.
    private mutating func checkLengths(_ fields: BinaryFields, _ uid: UID) {
        let keys = count(CollectionFields.keys, fields, uid)
        let values = count(CollectionFields.elements, fields, uid)
        if !keys.isListed, keys.count == 0, values.isListed {
            report(.invalidValue, "the dictionary has NS.objects, but no NS.keys", uid)
        } else if !values.isListed, values.count == 0, keys.isListed {
            report(.invalidValue, "the dictionary has NS.keys, but no NS.objects", uid)
        } else if let keyCount = keys.count, let valueCount = values.count, keyCount != valueCount {
            report(
                .invalidValue, "the dictionary has \(keyCount.counted("key")), but \(valueCount.counted("value"))", uid)
        }
    }

    /// How much a collection holds in a list under a key or, in its place, in numbered fields, such as `NS.object.0`,
    /// whose numbers must be those from 0 on; nil if something other than a list is under the key.
    @discardableResult
    private mutating func count(
        _ key: String,
        _ fields: BinaryFields,
        _ uid: UID
    ) -> (count: Int?, isListed: Bool) {
        if let list = index.value(of: key, in: fields) { return (index.elements(at: list)?.count, true) }
        let prefix = CollectionFields.prefix(insteadOf: key)
        var numbered = NumberedFields<Void>(prefix)
        for field in index.pairs(of: fields) where index.hasPrefix(field.key, prefix) {
            numbered.add(index.shortText(at: field.key), ())
        }
        let count = numbered.count
        if let number = numbered.missingNumber {
            report(.invalidValue, CollectionFields.missing(number, prefix, among: count), uid)
        }
        return (count, false)
    }

    private mutating func checkAny(of rules: [FieldRule], _ fields: BinaryFields, _ uid: UID) {
        for rule in rules where index.value(of: rule.key, in: fields) != nil { return }
        report(.invalidValue, "the object lacks its field \(rules.map(\.key).joined(separator: " or "))", uid)
    }

    private mutating func checkUUID(_ fields: BinaryFields, _ uid: UID) {
        guard let value = index.value(of: UUIDFields.bytes, in: fields) else { return }
        let bytes = index.uid(at: value).flatMap { index[$0] } ?? value
        guard index.kind(of: bytes) == .data else { return }
        let count = index.count(of: bytes)
        if count != UUIDFields.size {
            report(
                .invalidValue, "\(UUIDFields.bytes) has \(count.counted("byte")), not \(UUIDFields.size)", uid,
                at: bytes)
        }
    }
}

extension ArchiveValidator {
    /// Reports text that is in a field itself, which Apple's unarchiver refuses: it expects a reference.
    ///
    /// Only string objects hold their characters inline, under `NS.string`: so it is in every archive of Apple's that
    /// was looked at.
    ///
    /// - Parameter family: How the class of the object lays out its fields; nil if that isn't known.
    mutating func checkText(in fields: BinaryFields, _ family: FoundationFamily?, _ uid: UID?) {
        for field in index.pairs(of: fields) where index.kind(of: field.value) == .string {
            if family == .string, index.isText(field.key, StringFields.string) { continue }
            let reason = "text is stored in the field itself, not as an object that the field refers to"
            report(.invalidValue, reason, uid, key: field.key, at: field.value)
        }
    }
}
