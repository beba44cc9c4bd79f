internal import PropertyLists

/// Checks all parts of an archive and collects the problems.
///
/// It works on the objects of the container by index and checks each only once, so that a dictionary, an array or a
/// name that many places share costs no more than one. Overlapping objects are refused before, with the container.
struct ArchiveValidator: ~Copyable {
    typealias Field = ArchiveIndex.Field

    let archive: KeyedArchive
    let isStrict: Bool
    let index: ArchiveIndex
    private(set) var problems: [ArchiveError] = []
    private let limit: Int
    /// The budget for looking into objects.
    var budget: Budget
    /// Whether collections lead to more than the limits allow, and are no longer gone through.
    var isExhausted = false
    /// Whether a dictionary has been checked as an entry, by object index.
    private var isCheckedAsEntry: [Bool]
    /// Whether a container has been checked as the value of a field, by object index.
    private var isCheckedAsValue: [Bool]
    /// The results of checking entries as classes, by object index: many entries can be one dictionary.
    private var classStates: [ObjectIndex: ClassState] = [:]
    /// How objects lay out their fields that others refer to, by object index.
    private var families: [ObjectIndex: FoundationFamily?] = [:]
    /// How many class records were seen.
    private var classCount = 0
    /// Numbers for the keys of dictionaries, which equal keys share.
    var keyNumbers: KeyNumbers
    /// How many dictionaries of attributes the objects hold that attributed strings name for theirs; nil if that isn't
    /// known.
    var attributeCounts: [UID: Int?] = [:]
    /// The lists of names, and the names, that have been checked, by object index.
    var checkedLists: Set<ObjectIndex> = []

    /// The target of an object's class reference.
    private enum ClassState {
        case noClassRecord
        /// A class record, how objects of the class lay out their fields, if that is known, and whether the strict check
        /// looks at them as colors.
        case classRecord(FoundationFamily?, isColor: Bool)
    }

    init(archive: KeyedArchive, strict: Bool, limit: Int) {
        self.archive = archive
        self.isStrict = strict
        self.limit = limit
        budget = archive.budget
        keyNumbers = KeyNumbers(archive.budget)
        index = archive.index
        isCheckedAsEntry = Array(repeating: false, count: archive.reader.objectCount)
        isCheckedAsValue = isCheckedAsEntry
    }

    /// Checks the top level and then each entry, until the limit is reached.
    mutating func check() {
        for field in index.pairs(of: index.top) { checkReferences(in: field, of: nil) }
        if isStrict { checkText(in: index.top, nil, nil) }
        for uid in index.uids {
            guard problems.count < limit else { return }
            if uid.number & 4095 == 0, let error = Cancellation.error { return problems.append(error) }
            check(index[uid], uid.uid)
        }
    }

    private mutating func check(_ entry: ObjectIndex, _ uid: UID) {
        switch index.kind(of: entry) {
        case .dictionary:
            guard !isCheckedAsEntry[entry], let fields = index.fields(at: entry) else { return }
            isCheckedAsEntry[entry] = true
            check(dictionary: fields, uid)
        case .array, .set, .reference: report(.oddEntry(index.kind(of: entry), uid: uid), uid)
        case .unreadable: report(.invalidObject, "the entry cannot be read", uid)
        default: break
        }
    }

    private mutating func check(dictionary fields: BinaryFields, _ uid: UID) {
        for field in index.pairs(of: fields) where index.kind(of: field.key) != .string {
            report(.invalidObject, "a key is \(index.kind(of: field.key).words), not a string", uid, at: field.key)
        }
        guard let classReference = index.value(of: ClassFields.instanceClass, in: fields) else {
            if index.isClassRecord(fields) {
                countClass(uid)
                return check(classRecord: fields, uid)
            }
            return report(.noClass, uid)
        }
        var isClass = false
        for field in index.pairs(of: fields) {
            // Of two fields `$class` the first is the object's class.
            if !isClass, field.value == classReference, index.isText(field.key, ClassFields.instanceClass) {
                isClass = true
            } else {
                checkReferences(in: field, of: uid)
            }
        }
        guard let classUID = index.uid(at: classReference) else {
            return report(.noClassReference(index.kind(of: classReference).words), uid)
        }
        switch classState(of: classUID) {
        case .noClassRecord:
            report(.notAClassRecord(classUID), uid)
        case .classRecord(let family, let isColor):
            if let family { check(fields, of: family, uid) }
            if isStrict {
                checkText(in: fields, family, uid)
                if let family { checkContradictions(fields, family, uid) }
                if isColor { checkColor(fields, uid) }
            }
        }
    }

    /// Reports the first class record beyond the limit.
    private mutating func countClass(_ uid: UID) {
        classCount += 1
        let limit = archive.limits.classes
        guard limit < .max, classCount == max(limit, 0) + 1 else { return }
        var error = ArchiveError.limit("classes", limit, at: archive.byteOffset(of: uid))
        error.uid = uid
        if problems.count < self.limit { problems.append(error) }
    }

    private mutating func classState(of uid: UID) -> ClassState {
        guard let entry = index[uid] else { return .noClassRecord }
        if let known = classStates[entry] { return known }
        var state = ClassState.noClassRecord
        if index.classRecord(at: entry) != nil {
            let family = archive.facts.family(ofRecord: entry, in: index)
            state = .classRecord(family, isColor: isStrict && family == nil && isColor(classUID: uid))
        }
        classStates[entry] = state
        return state
    }

    private func isColor(classUID uid: UID) -> Bool {
        guard let archivedClass = try? archive.archivedClass(at: uid) else { return false }
        return ColorFields.classNames.contains { archivedClass.isKind(ofClassNamed: $0) }
    }

    /// How an object that fields refer to lays out its own, if that is known; looked up once, as many may refer to it.
    mutating func family(at entry: ObjectIndex, _ fields: BinaryFields) -> FoundationFamily? {
        if let known = families[entry] { return known }
        let family = family(of: fields)
        families[entry] = family
        return family
    }

    private mutating func family(of fields: BinaryFields) -> FoundationFamily? {
        guard let classUID = index.value(of: ClassFields.instanceClass, in: fields).flatMap({ index.uid(at: $0) }),
            case .classRecord(let family, _) = classState(of: classUID)
        else { return nil }
        return family
    }

    /// Reports a reference that leads nowhere, or to a class record, which isn't an object.
    ///
    /// - Parameter isObject: Whether its target is decoded: references in other containers are inline values.
    private mutating func check(_ value: ObjectIndex, in field: Field, of uid: UID?, isObject: Bool) {
        guard let reference = index.uid(at: value) else { return }
        guard index.contains(reference) else {
            return report(.noSuchObject(reference, count: archive.objectCount), uid, key: field.key, at: value)
        }
        guard isObject, case .classRecord = classState(of: reference) else { return }
        report(.classRecordAsObject(reference), uid, key: field.key, at: value)
    }

    /// Checks that every reference in a field leads to an object, also in containers.
    private mutating func checkReferences(in field: Field, of uid: UID?) {
        var pending = [field.value]
        // What an array in a field holds is decoded as objects, as the field itself is.
        var objectCount = 1
        while let value = pending.popLast() {
            let isObject = pending.count < objectCount
            objectCount = min(objectCount, pending.count)
            let kind = index.kind(of: value)
            switch kind {
            case .reference:
                check(value, in: field, of: uid, isObject: isObject)
            case .array, .set, .dictionary:
                guard !isCheckedAsValue[value] else { break }
                isCheckedAsValue[value] = true
                let members = index.members(at: value)
                if isStrict {
                    kind == .array ? checkOnlyReferences(in: members, field, of: uid) : reportOdd(kind, field, uid)
                }
                pending += members.reversed()
                if value == field.value, kind == .array { objectCount = pending.count }
            case .date where isStrict: reportOdd(kind, field, uid)
            case .unreadable: report(.invalidObject, "the value cannot be read", uid, key: field.key)
            default: break
            }
        }
    }

    private mutating func reportOdd(_ kind: ObjectKind, _ field: Field, _ uid: UID?) {
        report(.invalidValue, "\(kind.words) is stored in a field", uid, key: field.key, at: field.value)
    }

    private mutating func checkOnlyReferences(in members: some Sequence<ObjectIndex>, _ field: Field, of uid: UID?) {
        guard let other = members.first(where: { index.kind(of: $0) != .reference }) else { return }
        let reason = "an array in a field holds \(index.kind(of: other).words), not only references"
        report(.invalidValue, reason, uid, key: field.key, at: other)
    }
}

// MARK: - Tools

extension ArchiveValidator {
    /// Adds a problem.
    ///
    /// - Parameters:
    ///   - uid: The object concerned; nil for the top level.
    ///   - key: The object index of the key concerned.
    ///   - object: The object of the container at fault, if that is not the entry itself.
    mutating func report(
        _ code: ArchiveError.Code,
        _ reason: String,
        _ uid: UID?,
        key: ObjectIndex? = nil,
        at object: ObjectIndex? = nil
    ) {
        report(.damaged(code, reason), uid, key: key, at: object)
    }

    /// Keeps an error, with its place.
    mutating func report(
        _ error: ArchiveError,
        _ uid: UID?,
        key: ObjectIndex? = nil,
        at object: ObjectIndex? = nil
    ) {
        guard problems.count < limit else { return }
        var error = error
        error.uid = uid
        error.key = key.flatMap { (try? archive.reader.text(at: $0))?.repaired }
        if archive.format == .binary {
            error.byteOffset = object.flatMap { archive.reader.place(of: $0) } ?? uid.flatMap(archive.byteOffset)
        }
        problems.append(error)
    }
}
