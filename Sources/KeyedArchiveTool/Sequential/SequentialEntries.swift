import KeyedArchiving
import PropertyLists
import SequentialArchives

/// The entries of a sequential archive, as a keyed archive of the same objects might have them.
///
/// The item with the number *n* is the entry *n* + ``firstNumber``. Strings are plain values, and other objects of
/// Foundation's classes have the fields that these have in keyed archives (``SequentialFields``). Of all other objects
/// the values are fields `$0`, `$1` and so on, as `NSKeyedArchiver` names values that are encoded without a key, after a
/// field `$types` with the type strings.
struct SequentialEntries: ArchiveEntries {
    private let archive: SequentialArchive
    /// The known classes, by their numbers.
    private var classes: [Int: KnownClass] = [:]
    private var kinds = SequentialKinds()
    /// Entries that took much to read.
    private var longEntries: [UID: ArchiveEntry] = [:]

    /// What the fields of a class's objects follow from.
    private struct KnownClass {
        var archivedClass: ArchivedClass
        /// The first of the class and its superclasses that is well known.
        var knownName: String?
        /// Whether `NSKeyedArchiver` stores objects of the class as plain values.
        var isPlain: Bool

        init(_ names: [String]) {
            archivedClass = ArchivedClass(name: names.first ?? "", hierarchy: names)
            knownName = SequentialFields.knownClass(in: names)
            isPlain = names == ["NSString", "NSObject"]
        }
    }

    /// Entry 0 stands for nil, so that the object with the number 0 is entry 1.
    static let firstNumber: UInt64 = 1

    /// The name of the archiver of a sequential archive.
    static let archiverName = "NSArchiver"

    /// How many times as large as the file its entries count: fields have keys, where the file has a byte for a value.
    static let sizeFactor = 4

    /// How many bytes reading an entry takes that is kept.
    private static let longSize = 256

    init(_ archive: SequentialArchive) {
        self.archive = archive
    }

    var archiver: String { Self.archiverName }

    var entryCount: Int { archive.itemCount + 1 }

    func sharedUIDs() -> Set<UID> { ReferenceCounts(in: archive).sharedUIDs }

    /// The values of the top level: the object that `NSArchiver` writes is the root, groups of other programs have
    /// numbers.
    func topLevel(charging budget: inout Budget) throws(ArchiveError) -> [ArchivedRecord.Field] {
        let groups = archive.groups
        try budget.charge(for: groups)
        if case .object? = groups.first?.values.first, groups.count == 1, groups[0].count == 1 {
            return [ArchivedRecord.Field(PropertyListString("root"), groups[0][0].plain(isDouble: false))]
        }
        return try Self.numberedFields(of: groups, from: 0, charging: &budget)
    }

    func extraTopLevelValues() -> [ArchivedRecord.Field] { [] }

    // MARK: - Entries

    mutating func entry(at uid: UID, charging budget: inout Budget) throws(ArchiveError) -> ArchiveEntry {
        guard uid != .null else { return .null }
        if let known = longEntries[uid] {
            try budget.step(1)
            return known
        }
        let memoryBefore = budget.unusedMemory
        let entry = try newEntry(at: uid, charging: &budget)
        if memoryBefore - budget.unusedMemory >= Self.longSize { longEntries[uid] = entry }
        return entry
    }

    private mutating func newEntry(at uid: UID, charging budget: inout Budget) throws(ArchiveError) -> ArchiveEntry {
        let reference = SequentialReference(uid)
        if let object = archive.object(reference), let classReference = object.classReference {
            return try entry(of: object, ofClass: classReference, charging: &budget)
        }
        if archive.classRecord(reference) != nil {
            return .classRecord(try archivedClass(at: uid, charging: &budget))
        }
        guard let bytes = archive.cString(reference) else { throw .noSuchObject(uid, count: entryCount) }
        try budget.allocateBuffer(of: bytes.count)
        return .value(PropertyList(text: bytes))
    }

    private mutating func entry(
        of object: SequentialObject,
        ofClass classReference: SequentialReference,
        charging budget: inout Budget
    ) throws(ArchiveError) -> ArchiveEntry {
        let groups = object.groups
        try budget.charge(for: groups)
        let known = try knownClass(classReference, charging: &budget)
        var read = SequentialFields(groups, in: archive)
        if let name = known.knownName {
            read.read(ofClass: name, kinds.kind(of: classReference, in: archive), object)
        }
        if known.isPlain, read.position == groups.count, let text = read.fields.first?.value { return .value(text) }
        try budget.allocateContainer(of: 2 * read.fields.count)
        let fields = read.fields.map { ArchivedRecord.Field(PropertyListString($0.key), $0.value) }
        let numbered = try Self.numberedFields(of: groups, from: read.position, charging: &budget)
        return .object(ArchivedRecord(classUID: UID(classReference), fields: fields + numbered))
    }

    /// The values of groups as fields with numbers for keys.
    private static func numberedFields(
        of groups: [SequentialGroup],
        from start: Int,
        charging budget: inout Budget
    ) throws(ArchiveError) -> [ArchivedRecord.Field] {
        guard start < groups.count else { return [] }
        var number = groups[..<start].reduce(0) { $0 + $1.values.count }
        let count = groups[start...].reduce(1) { $0 + $1.values.count }
        // Each has a separate key.
        try budget.allocateContainer(of: 2 * count)
        let types = groups[start...].map(\.types).joined(separator: " ")
        var fields = [ArchivedRecord.Field(PropertyListString("$types"), .string(PropertyListString(types)))]
        fields.reserveCapacity(count)
        for group in groups[start...] {
            let isDouble = group.typeBytes.contains(UInt8(ascii: "d"))
            for value in group.values {
                fields.append(ArchivedRecord.Field(PropertyListString("$\(number)"), value.plain(isDouble: isDouble)))
                number += 1
            }
        }
        return fields
    }

    // MARK: - Classes

    mutating func archivedClass(at uid: UID, charging budget: inout Budget) throws(ArchiveError) -> ArchivedClass {
        try knownClass(SequentialReference(uid), charging: &budget).archivedClass
    }

    /// A class with its superclasses, which are found once.
    private mutating func knownClass(
        _ reference: SequentialReference,
        charging budget: inout Budget
    ) throws(ArchiveError) -> KnownClass {
        if let known = classes[reference.number] { return known }
        var names: [String] = []
        var next: SequentialReference? = reference
        while let current = next, let record = archive.classRecord(current) {
            try budget.allocateBuffer(of: record.nameBytes.count + 24)
            names.append(record.name)
            next = record.superclass
        }
        let known = KnownClass(names)
        classes[reference.number] = known
        return known
    }

    // MARK: - Values

    mutating func foundationValue(
        of record: ArchivedRecord,
        ofClass _: ArchivedClass,
        charging budget: inout Budget
    ) throws(ArchiveError) -> FoundationValue? {
        let known = try knownClass(SequentialReference(record.classUID), charging: &budget)
        guard let name = known.knownName,
            let (content, keys) = try content(of: record, name, charging: &budget)
        else { return nil }
        let otherFields = record.fields.filter { field in !keys.contains { field.key.isIdentical(to: $0) } }
        return FoundationValue(content: content, otherFields: otherFields)
    }

    func entryPlaces(of record: ArchivedRecord) -> EntryPlaces? {
        record[CollectionFields.keys] == nil ? nil : .lists
    }

    /// The value that an object represents, and the keys of the fields that give it; nil if its groups are others.
    private mutating func content(
        of record: ArchivedRecord,
        _ knownName: String,
        charging budget: inout Budget
    ) throws(ArchiveError) -> (content: FoundationValue.Content, keys: [String])? {
        let elements = record[CollectionFields.elements]?.arrayValue?.elements
        switch knownName {
        case "NSNull": return (.null, [])
        case "NSString":
            guard case .string(let text)? = record[StringFields.string] else { return nil }
            return (.string(text), [StringFields.string])
        case "NSArray": return elements.map { (.list($0), [CollectionFields.elements]) }
        case "NSSet": return elements.map { (.set($0), [CollectionFields.elements]) }
        case "NSDictionary":
            guard let elements, let keys = record[CollectionFields.keys]?.arrayValue else { return nil }
            let pairs = zip(keys, elements).map { (key: $0, value: $1) }
            return (.dictionary(pairs), [CollectionFields.keys, CollectionFields.elements])
        case "NSData":
            guard case .data(let bytes)? = record[DataFields.data] else { return nil }
            return (.data(bytes), [DataFields.data])
        case "NSDate":
            guard case .double(let seconds)? = record[DateFields.time] else { return nil }
            return (.date(seconds), [DateFields.time])
        case "NSURL":
            guard let text = try text(at: record[URLFields.text], charging: &budget),
                case .uid(let base)? = record[URLFields.base]
            else { return nil }
            return (.url(text, base: base == .null ? nil : base), [URLFields.text, URLFields.base])
        case "NSValue":
            let keys = [BoxedValueFields.point, BoxedValueFields.size, BoxedValueFields.rect]
            guard let key = keys.first(where: { record[$0] != nil }), case .string(let text)? = record[key] else {
                return nil
            }
            return (.geometry(text), [BoxedValueFields.kind, key])
        case "NSDecimalNumberPlaceholder":
            return decimal(of: record).map { (.decimal($0), SequentialFields.decimalKeys) }
        case "NSAttributedString":
            let stored = record[AttributedStringFields.string]
            let text = stored == .uid(.null) ? "" : try text(at: stored, charging: &budget)
            return text.map { (.string($0), [AttributedStringFields.string]) }
        default: return nil
        }
    }

    /// The text of the string object that a value refers to.
    private mutating func text(
        at value: PropertyList?,
        charging budget: inout Budget
    ) throws(ArchiveError) -> PropertyListString? {
        switch try readableEntry(at: value, charging: &budget) {
        case .value(.string(let text))?: return text
        case .object(let record)?:
            if case .string(let text)? = record[StringFields.string] { return text }
            return nil
        default: return nil
        }
    }

    private func decimal(of record: ArchivedRecord) -> String? {
        guard case .data(let bytes)? = record[DecimalFields.mantissa],
            case .integer(let length)? = record[DecimalFields.length],
            case .integer(let exponent)? = record[DecimalFields.exponent],
            let exponent = Int32(exactly: exponent), DecimalFields.exponents.contains(exponent),
            case .boolean(let isNegative)? = record[DecimalFields.isNegative],
            let mantissa = DecimalMantissa(bytes: bytes, wordCount: Int(clamping: length), order: .littleEndian)
        else { return nil }
        return mantissa.text(wordCount: Int(clamping: length), exponent: Int(exponent), isNegative: isNegative)
    }
}

extension SequentialArchive {
    /// How many objects there are, without classes and C strings.
    var objectCount: Int { (0..<itemCount).count { object(SequentialReference($0)) != nil } }
}

extension SequentialReference {
    /// Creates the reference to the item that is an entry.
    init(_ uid: UID) {
        self.init(uid == .null ? -1 : Int(clamping: uid.rawValue - SequentialEntries.firstNumber))
    }
}

extension UID {
    /// Creates the UID of the entry that an item is.
    init(_ reference: SequentialReference) {
        self.init(UInt64(clamping: reference.number) + SequentialEntries.firstNumber)
    }
}

extension Budget {
    /// Charges the values of groups.
    fileprivate mutating func charge(for groups: [SequentialGroup]) throws(ArchiveError) {
        for group in groups {
            try allocateBuffer(of: group.typeBytes.count)
            for value in group.values { try charge(for: value) }
        }
    }

    /// Charges a value and all in it; types nest within bounds, so this may recurse.
    private mutating func charge(for value: SequentialValue) throws(ArchiveError) {
        switch value {
        case .bytes(let bytes), .atom(let bytes), .selector(let bytes): try allocateBuffer(of: bytes.count)
        case .array(let values), .structure(let values):
            try allocateContainer(of: values.count)
            for value in values { try charge(for: value) }
        default: try allocate(24)
        }
    }
}

extension SequentialValue {
    /// The value as one of a keyed archive; types nest within bounds, so this may recurse.
    ///
    /// - Parameter isDouble: Whether reals have 8 bytes rather than 4.
    func plain(isDouble: Bool) -> PropertyList {
        switch self {
        case .integer(let value): .integer(value)
        case .unsignedInteger(let value): Int64(exactly: value).map { .integer($0) } ?? .unsignedInteger(value)
        case .real(let value): isDouble ? .double(value) : .float(Float(value))
        case .bytes(let bytes), .atom(let bytes), .selector(let bytes): PropertyList(text: bytes)
        case .object(let reference), .class(let reference), .cString(let reference): .uid(UID(reference))
        case .null, .ignored: .uid(.null)
        case .array(let values), .structure(let values):
            .array(PropertyListArray(values.map { $0.plain(isDouble: isDouble) }))
        }
    }
}

extension PropertyList {
    /// Bytes as text, if they are that.
    init(text bytes: [UInt8]) {
        if let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) {
            self = .string(PropertyListString(text))
        } else {
            self = .data(bytes)
        }
    }
}
