internal import PropertyLists

extension ArchiveValidator {
    /// Checks that an object of one of Foundation's classes has the fields that the class reads.
    mutating func check(_ fields: BinaryFields, of family: FoundationFamily, _ uid: UID) {
        // What collections hold is the concern of their layout.
        let rules = family.isCollection ? [] : family.rules { integer(of: $0, in: fields) }
        for rule in rules {
            if let value = index.value(of: rule.key, in: fields) {
                check(value, of: rule, uid)
            } else if rule.isRequired {
                report(.invalidValue, "the object lacks its field \(rule.key)", uid)
            }
        }
        do throws(CollectionDamage) {
            let layout = isExhausted ? nil : try index.layout(of: fields, family)
            if let layout { charge(layout.sharedCount, uid) }
            if isStrict, let layout {
                if let keys = layout.keys {
                    checkNames(keys.slots, uid)
                    checkElements(keys.slots, areKeys: true, uid)
                }
                checkElements(layout.values.slots, areKeys: false, uid)
            }
        } catch {
            report(error.error, uid)
        }
        switch family {
        case .string, .data: checkAny(of: rules, fields, uid)
        case .uuid: checkUUID(fields, uid)
        default: break
        }
    }

    /// Charges what many objects can share; once that is more than the limits allow, it is reported, and no more is
    /// gone through.
    private mutating func charge(_ count: Int, _ uid: UID) {
        do throws(ArchiveError) {
            try budget.step(count)
        } catch {
            isExhausted = true
            report(error, uid)
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
            let family = family(at: entry, fields)
            guard !form.families.contains(where: { $0 == family }) else { return }
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
    func integer(of key: String, in fields: BinaryFields) -> Int64? {
        guard let value = index.value(of: key, in: fields) else { return nil }
        let target = index.uid(at: value).flatMap { index[$0] } ?? value
        return (try? index.reader.scalar(at: target))?.storedInteger
    }

    /// Reports the first key of a dictionary that a later one hides.
    private mutating func checkNames(_ keys: SlotList, _ uid: UID) {
        do {
            guard let name = try keyNumbers.hiddenKey(among: keys, in: archive) else { return }
            report(CollectionDamage.twoEntries(ofKey: name), uid)
        } catch {
            report(error.code, error.reason, uid)
        }
    }

    /// Reports the first reference of a collection to nil: archivers write a null object for an element, and no key is
    /// nil.
    private mutating func checkElements(_ elements: SlotList, areKeys: Bool, _ uid: UID) {
        for position in 0..<elements.count {
            guard let target = index.reference(index.slot(position, of: elements)),
                target == .null || archive.isNil(target)
            else { continue }
            let found = target == .null ? "a null reference" : "a reference to the text \(NullText.text), which is nil"
            let reason =
                areKeys
                ? "key \(position) of the dictionary is \(found)"
                : "element \(position) of the collection is \(found), not an object of NSNull"
            return report(.invalidValue, reason, uid)
        }
    }

    /// Whether an object is of one of some classes, or of one below them.
    func isKind(of classNames: [String], _ fields: BinaryFields) -> Bool {
        guard let classUID = index.value(of: ClassFields.instanceClass, in: fields).flatMap({ index.uid(at: $0) }),
            let archivedClass = try? archive.archivedClass(at: classUID)
        else { return false }
        return classNames.contains { archivedClass.isKind(ofClassNamed: $0) }
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
    /// Only string objects hold their characters inline, under `NS.string`, and character sets under `NSString`; every
    /// archive of Apple's that was examined confirms this.
    ///
    /// - Parameter family: How the class of the object lays out its fields; nil if that isn't known.
    mutating func checkText(in fields: BinaryFields, _ family: FoundationFamily?, _ uid: UID?) {
        for field in index.pairs(of: fields) where index.kind(of: field.value) == .string {
            if family == .string, index.isText(field.key, StringFields.string) { continue }
            if index.isText(field.key, CharacterSetFields.string), isKind(of: [CharacterSetFields.className], fields) {
                continue
            }
            let reason = "text is stored in the field itself, not as an object that the field refers to"
            report(.invalidValue, reason, uid, key: field.key, at: field.value)
        }
    }
}
