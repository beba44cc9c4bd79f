internal import PropertyLists

extension ArchiveValidator {
    /// Reports fields of an object that contradict each other, so that readers differ in what they take.
    mutating func checkContradictions(_ fields: BinaryFields, _ family: FoundationFamily?, _ uid: UID) {
        switch family {
        case .attributedString, .indexSet, .indexPath, .decimal: break
        case nil: return checkDoubles(of: fields, uid)
        default: return
        }
        guard let family, case .object(let record)? = try? archive.entry(at: uid, charging: &budget) else { return }
        var decoder = FoundationValueDecoder(archive: archive, record: record, budget: budget)
        defer { budget = decoder.budget }
        let reason =
            family == .attributedString
            ? decoder.contradictionOfRuns()
            : decoder.content(of: family) == nil ? "its fields contradict each other, so that it has no value" : nil
        if let reason, decoder.exhaustion == nil { report(.invalidValue, reason, uid) }
    }

    /// Reports a component of a color as a real of 32 bits that isn't the one of 64 bits, rounded.
    private mutating func checkDoubles(of fields: BinaryFields, _ uid: UID) {
        for key in UIColorFields.components {
            guard let double = index.value(of: key + UIColorFields.doubleSuffix, in: fields),
                let single = index.value(of: key, in: fields),
                case .double(let exact)? = try? index.reader.scalar(at: double)
            else { continue }
            let rounded: Double? =
                switch try? index.reader.scalar(at: single) {
                case .float(let value): Double(value)
                case .double(let value): value
                default: nil
                }
            guard let rounded, Float(rounded) != Float(exact), !(rounded.isNaN && exact.isNaN) else { continue }
            report(
                .invalidValue, "\(key) is \(rounded), and \(key)\(UIColorFields.doubleSuffix) \(exact)", uid, at: single
            )
        }
    }
}

extension FoundationValueDecoder {
    /// How the runs of an attributed string contradict its text; nil if they don't.
    fileprivate mutating func contradictionOfRuns() -> String? {
        guard let bytes = resolvedData(AttributedStringFields.runs) else { return nil }
        guard let numbers = try? VariableLengthIntegers.numbers(bytes), numbers.count.isMultiple(of: 2) else {
            return "\(AttributedStringFields.runs) holds no runs"
        }
        let count = resolvedString(AttributedStringFields.string)?.utf16.count ?? 0
        let covered = stride(from: 0, to: numbers.count, by: 2).reduce(0) { $0.addingOrMaximum(numbers[$1]) }
        return covered == count ? nil : "its runs have \(covered.counted("code unit")), and its text \(count)"
    }
}
