internal import PropertyLists

extension ArchiveValidator {
    /// Reports fields of an object that contradict each other, so that readers may disagree about the value.
    mutating func checkContradictions(_ fields: BinaryFields, _ family: FoundationFamily, _ uid: UID) {
        checkOtherForms(fields, family, uid)
        switch family {
        case .attributedString, .indexSet, .indexPath, .decimal: break
        case .string: return checkAlternatives(StringFields.string, StringFields.utf8, in: fields, uid)
        case .data: return checkAlternatives(DataFields.data, DataFields.bytes, in: fields, uid)
        default: return
        }
        guard case .object(let record)? = try? archive.entry(at: uid, charging: &budget) else { return }
        var decoder = FoundationValueDecoder(archive: archive, record: record, budget: budget)
        defer { budget = decoder.budget }
        let reason =
            family == .attributedString
            ? decoder.contradictionOfRuns(&attributeCounts)
            : decoder.content(of: family) == nil ? "its fields contradict each other, so that it has no value" : nil
        if let reason, decoder.exhaustion == nil { report(.invalidValue, reason, uid) }
    }

    /// Reports a field of another form of the value than a number in the object names.
    private mutating func checkOtherForms(_ fields: BinaryFields, _ family: FoundationFamily, _ uid: UID) {
        guard let key = family.formKey, let form = integer(of: key, in: fields) else { return }
        for other in family.keysOfOtherForms(than: form) {
            guard let value = index.value(of: other, in: fields) else { continue }
            return report(.invalidValue, "\(key) is \(form), and \(other) is there as well", uid, at: value)
        }
    }

    /// Reports two fields of which each has the whole content.
    private mutating func checkAlternatives(_ key: String, _ other: String, in fields: BinaryFields, _ uid: UID) {
        guard index.value(of: key, in: fields) != nil, let second = index.value(of: other, in: fields) else { return }
        report(.invalidValue, "\(key) and \(other) are both there", uid, at: second)
    }
}

extension FoundationValueDecoder {
    /// How the runs of an attributed string contradict its text or its attributes; nil if they don't.
    ///
    /// - Parameter attributeCounts: The attribute counts found for other attributed strings, which may share their
    ///   attributes.
    fileprivate mutating func contradictionOfRuns(_ attributeCounts: inout [UID: Int?]) -> String? {
        guard let bytes = resolvedData(AttributedStringFields.runs) else { return nil }
        guard let numbers = try? VariableLengthIntegers.numbers(bytes), numbers.count.isMultiple(of: 2) else {
            return "\(AttributedStringFields.runs) holds no runs"
        }
        let count = resolvedString(AttributedStringFields.string)?.utf16.count ?? 0
        let covered = stride(from: 0, to: numbers.count, by: 2).reduce(0) { $0.addingOrMaximum(numbers[$1]) }
        guard covered == count else {
            return "its runs have \(covered.counted("code unit")), and its text \(count)"
        }
        let largest = stride(from: 1, to: numbers.count, by: 2).reduce(0) { max($0, numbers[$1]) }
        guard case .uid(let uid)? = field(AttributedStringFields.attributes) else { return nil }
        let known = attributeCounts[uid] ?? attributeCount(at: uid)
        attributeCounts[uid] = known
        guard let attributeCount = known, largest >= attributeCount else { return nil }
        return "a run has the attributes \(largest) of \(attributeCount)"
    }

    /// How many dictionaries of attributes there are; nil if that isn't known.
    private mutating func attributeCount(at uid: UID) -> Int? {
        guard let layout = (try? archive.layout(ofObjectAt: uid)) ?? nil else { return nil }
        let count = layout.keys == nil ? layout.values.count : 1
        return charge(count, of: 1) ? count : nil
    }
}
