internal import PropertyLists

extension ArchiveValidator {
    /// Checks that names are where names belong.
    mutating func check(classRecord fields: BinaryFields, _ uid: UID) {
        let nameIndex = index.value(of: ClassFields.name, in: fields)
        for field in index.pairs(of: fields) {
            switch index.shortText(at: field.key) {
            case ClassFields.name where field.value == nameIndex:
                guard index.kind(of: field.value) == .string else {
                    report(.invalidClassRecord, "$classname is \(index.kind(of: field.value).words), not a string", uid)
                    continue
                }
                if index.count(of: field.value) == 0 { report(.invalidClassRecord, "$classname is empty", uid) }
                if !isWellFormed(field.value) {
                    report(.invalidClassRecord, "$classname holds an unpaired surrogate", uid)
                }
            case ClassFields.hierarchy, ClassFields.fallbacks: checkNames(in: field, uid)
            default: if isStrict { reportOther(field, uid) }
            }
        }
        if isStrict { checkStart(ofHierarchyIn: fields, uid) }
    }

    private mutating func reportOther(_ field: Field, _ uid: UID) {
        report(.invalidClassRecord, "a class record has another key than those of names", uid, key: field.key)
    }

    private mutating func checkNames(in field: Field, _ uid: UID) {
        guard index.kind(of: field.value) == .array else {
            let kind = index.kind(of: field.value).words
            return report(.invalidClassRecord, "the value is \(kind), not an array of strings", uid, key: field.key)
        }
        // Many records may share a list; it is looked at for the first of them.
        guard checkedLists.insert(field.value).inserted else { return }
        for name in index.members(at: field.value) {
            let kind = index.kind(of: name)
            if kind != .string {
                let reason = "the array holds \(kind.words), not only strings"
                report(.invalidClassRecord, reason, uid, key: field.key, at: name)
            } else if !isWellFormed(name) {
                report(
                    .invalidClassRecord, "the array holds an unpaired surrogate", uid, key: field.key, at: name)
            }
        }
    }

    /// Whether a string has no unpaired surrogate; true the second time, so that each is reported once.
    private mutating func isWellFormed(_ text: ObjectIndex) -> Bool {
        guard let header = try? index.reader.header(at: text), header.kind == .utf16String,
            checkedLists.insert(text).inserted
        else { return true }
        return index.reader.wellFormedUTF16(in: header.payload..<header.payload + header.scalarSize) != nil
    }

    private mutating func checkStart(ofHierarchyIn fields: BinaryFields, _ uid: UID) {
        guard
            let name = index.value(of: ClassFields.name, in: fields),
            let classes = index.value(of: ClassFields.hierarchy, in: fields),
            let names = index.elements(at: classes)
        else { return }
        if let first = index.members(of: names).first, first == name || index.mayBeSameText(first, name) { return }
        report(.invalidClassRecord, "$classes does not start with $classname", uid)
    }
}
