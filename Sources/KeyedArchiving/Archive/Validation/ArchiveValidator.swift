internal import PropertyLists

/// Checks all parts of an archive and gathers what is wrong.
///
/// It works on the objects of the container by index and looks at each only once, so that a dictionary, an array or a
/// name that many places share costs no more than one.
struct ArchiveValidator {
    typealias Field = (key: Int, value: Int)

    let archive: KeyedArchive
    let isStrict: Bool
    var table: ObjectTable
    private(set) var problems: [ArchiveError] = []
    private let limit: Int
    /// Which dictionaries have been looked at as entries, by object index.
    private var isCheckedAsEntry: [Bool]
    /// Which containers have been looked at as values of fields, by object index.
    private var isCheckedAsValue: [Bool]
    /// What is known of entries as classes, by object index: many entries can be one dictionary.
    private var classStates: [Int: ClassState] = [:]
    /// How many class records were met.
    private var classCount = 0
    /// The families of the lists of superclasses, by object index.
    var listFamilies: [Int: FoundationFamily?] = [:]
    /// Which lists of names, and which names, have been looked at, by object index.
    var checkedLists: Set<Int> = []
    /// What looking at the text of names may cost: hostile names overlap.
    var budget: Budget

    /// What an object's class reference leads to.
    private enum ClassState {
        case noClassRecord
        /// A class record, and how objects of the class lay out their fields, if that is known.
        case classRecord(FoundationFamily?)
    }

    init(archive: KeyedArchive, strict: Bool, limit: Int) {
        self.archive = archive
        self.isStrict = strict
        self.limit = limit
        table = ObjectTable(archive.reader)
        budget = Budget(of: archive.reader)
        isCheckedAsEntry = Array(repeating: false, count: archive.reader.objectCount)
        isCheckedAsValue = isCheckedAsEntry
    }

    /// Checks the top level and then each entry, until the limit is reached.
    mutating func check() {
        for field in table.fields(archive.envelope.top.keys, archive.envelope.top.values) {
            checkReferences(in: field, of: nil)
        }
        for position in 0..<archive.envelope.objects.count {
            guard problems.count < limit else { return }
            let uid = UID(UInt64(position))
            if let index = archive.sourceIndex(of: uid) { check(entryAt: index, uid) }
        }
    }

    private mutating func check(entryAt index: Int, _ uid: UID) {
        switch table.kind(of: index) {
        case .dictionary:
            guard !isCheckedAsEntry[index] else { return }
            isCheckedAsEntry[index] = true
            check(dictionary: table.fields(of: index), uid)
        case .array, .set:
            report(.invalidObject, "the entry is an array or a set, not a value, an object or a class record", uid)
        case .reference: report(.invalidObject, "the entry is itself a reference", uid)
        case .unreadable: report(.invalidObject, "the entry cannot be read", uid)
        default: break
        }
    }

    private mutating func check(dictionary fields: [Field], _ uid: UID) {
        for field in fields where table.kind(of: field.key) != .string {
            report(.invalidObject, "a key is \(table.kind(of: field.key).words), not a string", uid, at: field.key)
        }
        guard let classReference = value(of: .archivedClass, in: fields) else {
            if value(of: .className, in: fields) != nil {
                countClass(uid)
                return check(classRecord: fields, uid)
            }
            return report(.invalidObject, "the object has no class: there is neither $class nor $classname", uid)
        }
        var isClass = false
        for field in fields {
            // Of two fields `$class` the first is the object's class.
            if !isClass, field.value == classReference, table.wellKnownKey(at: field.key) == .archivedClass {
                isClass = true
            } else {
                checkReferences(in: field, of: uid)
            }
        }
        guard let classUID = table.reference(at: classReference) else {
            let kind = table.kind(of: classReference).words
            return report(.invalidClassRecord, "the object's $class is \(kind), not a reference", uid)
        }
        switch classState(of: classUID) {
        case .noClassRecord:
            report(.invalidClassRecord, "the object's $class is \(classUID), which is not a class record", uid)
        case .classRecord(let family?): check(fields, of: family, uid)
        case .classRecord(nil): break
        }
    }

    /// Reports the first class record beyond the limit.
    private mutating func countClass(_ uid: UID) {
        classCount += 1
        let limit = archive.limits.classes
        guard limit < .max, classCount == max(limit, 0) + 1 else { return }
        var error = ArchiveError(.limit("classes", limit, at: archive.byteOffset(of: uid)))
        error.uid = uid
        error.underlyingPropertyListError = nil
        if problems.count < self.limit { problems.append(error) }
    }

    private mutating func classState(of uid: UID) -> ClassState {
        guard let index = archive.sourceIndex(of: uid) else { return .noClassRecord }
        if let known = classStates[index] { return known }
        var state = ClassState.noClassRecord
        let fields = table.fields(of: index)
        if value(of: .archivedClass, in: fields) == nil, value(of: .className, in: fields) != nil {
            state = .classRecord(family(ofClassRecord: fields))
        }
        classStates[index] = state
        return state
    }

    /// Reports a reference that leads nowhere, or to a class record, which isn't an object.
    ///
    /// - Parameter isObject: Whether what it leads to is decoded: references in other containers are inline values.
    private mutating func check(_ index: Int, in field: Field, of uid: UID?, isObject: Bool) {
        guard let reference = table.reference(at: index) else { return }
        guard archive.sourceIndex(of: reference) != nil else {
            let reason = "there is no object \(reference); the archive has \(archive.objectCount)"
            return report(.invalidUID, reason, uid, key: field.key, at: index)
        }
        guard isObject, case .classRecord = classState(of: reference) else { return }
        let reason = "object \(reference) is a class record, which only $class refers to"
        report(.invalidObject, reason, uid, key: field.key, at: index)
    }

    /// Checks that every reference in a field leads to an object, also in containers.
    private mutating func checkReferences(in field: Field, of uid: UID?) {
        var pending = [field.value]
        // What an array in a field holds is decoded as objects, as the field itself is.
        var objectCount = 1
        while let index = pending.popLast() {
            let isObject = pending.count < objectCount
            objectCount = min(objectCount, pending.count)
            let kind = table.kind(of: index)
            switch kind {
            case .reference:
                check(index, in: field, of: uid, isObject: isObject)
            case .array, .set, .dictionary:
                guard !isCheckedAsValue[index] else { break }
                isCheckedAsValue[index] = true
                let members = table.members(of: index)
                if isStrict {
                    kind == .array ? checkOnlyReferences(in: members, field, of: uid) : reportOdd(kind, field, uid)
                }
                pending += members.reversed()
                if index == field.value, kind == .array { objectCount = pending.count }
            case .date where isStrict: reportOdd(kind, field, uid)
            case .unreadable: report(.invalidObject, "the value cannot be read", uid, key: field.key)
            default: break
            }
        }
    }

    private mutating func reportOdd(_ kind: ObjectKind, _ field: Field, _ uid: UID?) {
        report(.invalidValue, "\(kind.words) stands in a field", uid, key: field.key, at: field.value)
    }

    private mutating func checkOnlyReferences(in members: [Int], _ field: Field, of uid: UID?) {
        guard let other = members.first(where: { table.kind(of: $0) != .reference }) else { return }
        let reason = "an array in a field holds \(table.kind(of: other).words), not only references"
        report(.invalidValue, reason, uid, key: field.key, at: other)
    }
}

// MARK: - Tools

extension ArchiveValidator {
    /// The value of a well-known key.
    mutating func value(of key: WellKnownKey, in fields: [Field]) -> Int? {
        for field in fields where table.wellKnownKey(at: field.key) == key { return field.value }
        return nil
    }

    /// Adds a problem.
    ///
    /// - Parameters:
    ///   - uid: The object concerned; nil for the top level.
    ///   - key: The object index of the key concerned.
    ///   - index: The object of the container at fault, if that is not the entry itself.
    mutating func report(
        _ code: ArchiveError.Code,
        _ reason: String,
        _ uid: UID?,
        key: Int? = nil,
        at index: Int? = nil
    ) {
        guard problems.count < limit else { return }
        var error = ArchiveError(
            code,
            reason,
            key: key.flatMap { (try? archive.reader.archiveString(at: $0))?.repaired },
            uid: uid,
            remedy: "the file was damaged or made by a faulty writer"
        )
        if archive.format == .binary {
            error.byteOffset = index.flatMap { try? archive.reader.offset(of: $0) } ?? uid.flatMap(archive.byteOffset)
        }
        problems.append(error)
    }
}
