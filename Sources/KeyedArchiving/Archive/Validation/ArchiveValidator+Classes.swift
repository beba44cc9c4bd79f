internal import PropertyLists

extension ArchiveValidator {
    /// Checks that names stand where names belong.
    mutating func check(classRecord fields: [Field], _ uid: UID) {
        let nameIndex = value(of: .className, in: fields)
        for field in fields {
            switch table.wellKnownKey(at: field.key) {
            case .className where field.value == nameIndex:
                guard table.kind(of: field.value) == .string else {
                    report(.invalidClassRecord, "$classname is \(table.kind(of: field.value).words), not a string", uid)
                    continue
                }
                if table.count(of: field.value) == 0 { report(.invalidClassRecord, "$classname is empty", uid) }
                if !isText(field.value) { report(.invalidClassRecord, "$classname holds an unpaired surrogate", uid) }
            case .classes, .classHints: checkNames(in: field, uid)
            default: if isStrict { reportOther(field, uid) }
            }
        }
        if isStrict { checkStart(ofHierarchyIn: fields, uid) }
    }

    private mutating func reportOther(_ field: Field, _ uid: UID) {
        report(.invalidClassRecord, "a class record has another key than those of names", uid, key: field.key)
    }

    private mutating func checkNames(in field: Field, _ uid: UID) {
        guard table.kind(of: field.value) == .array else {
            let kind = table.kind(of: field.value).words
            return report(.invalidClassRecord, "the value is \(kind), not an array of strings", uid, key: field.key)
        }
        // Many records may share a list; it is looked at for the first of them.
        guard checkedLists.insert(field.value).inserted else { return }
        for name in table.members(of: field.value) {
            let kind = table.kind(of: name)
            if kind != .string {
                let reason = "the array holds \(kind.words), not only strings"
                report(.invalidClassRecord, reason, uid, key: field.key, at: name)
            } else if !isText(name) {
                report(
                    .invalidClassRecord, "the array holds an unpaired surrogate", uid, key: field.key, at: name)
            }
        }
    }

    /// Whether a string has no unpaired surrogate; true the second time, so that each is reported once.
    private mutating func isText(_ index: Int) -> Bool {
        guard let header = try? table.reader.header(at: index), header.kind == .utf16String,
            checkedLists.insert(index).inserted, (try? budget.spend(header.scalarSize, at: nil)) != nil
        else { return true }
        return table.reader.wellFormedUTF16(in: header.payload..<header.payload + header.scalarSize) != nil
    }

    private mutating func checkStart(ofHierarchyIn fields: [Field], _ uid: UID) {
        guard
            let name = value(of: .className, in: fields),
            let classes = value(of: .classes, in: fields),
            case .array(let names)? = try? table.reader.object(at: classes)
        else { return }
        let first = try? table.reader.reference(0, of: names)
        if let first, first == name || table.isSameText(first, name) { return }
        report(.invalidClassRecord, "$classes does not start with $classname", uid)
    }

    /// How objects of a class lay out their fields, found by its name or by the first of its superclasses that is
    /// known.
    mutating func family(ofClassRecord fields: [Field]) -> FoundationFamily? {
        if let name = value(of: .className, in: fields), let family = family(ofNames: [name]) { return family }
        guard let classes = value(of: .classes, in: fields) else { return nil }
        if let known = listFamilies[classes] { return known }
        let family = family(ofNames: table.members(of: classes))
        listFamilies[classes] = .some(family)
        return family
    }

    private func family(ofNames names: [Int]) -> FoundationFamily? {
        names.lazy.compactMap { table.shortString(at: $0).flatMap { FoundationFamily.byClassName[$0] } }.first
    }
}
