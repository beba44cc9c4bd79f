import KeyedArchiving
import PropertyLists

/// A part of the JSON of an object: JSON that is complete, or values of the archive that are yet to be shown.
indirect enum FormPart {
    case json(JSONValue)
    /// A value of the archive; as an element of a collection, or in a field.
    case value(PropertyList, isElement: Bool)
    /// Values of the archive, each an element of a collection; a list of parts takes several times their memory.
    case elements([PropertyList])
    case list([FormPart])
    case members([(key: PropertyListString, part: FormPart)])
}

/// How JSON shows an object: in the short form of its class if building that gives the same entry, else by its fields.
struct ObjectForm {
    /// The members after `$id` and `$class`.
    var members: [(key: PropertyListString, part: FormPart)] = []
    /// The class whose name may be left out; nil if the class is always said.
    var impliedClass: String?
    /// Whether the elements alone stand for the object, if nothing else is to be said.
    var isBareList = false
    /// Whether the object is NSNull and nothing else.
    var isNull = false
    /// The data that the object holds, if it holds nothing else.
    var data: [UInt8]?

    /// The members with the name of a key escaped.
    static func escaped(_ key: PropertyListString) -> PropertyListString {
        guard let text = key.string else {
            return key.utf16.first == 0x24 ? PropertyListString(utf16: [0x24] + key.utf16) : key
        }
        return text.utf8.first == 0x24 ? PropertyListString("$" + text) : key
    }
}

/// The facts about a class that the form of its objects depends on.
private struct FormClass {
    let archivedClass: ArchivedClass
    let kind: FoundationFamily?
    /// Whether the record is the standard one for the name.
    let isStandard: Bool
    /// Whether objects of the class are numbers.
    let isNumber: Bool

    init(_ archivedClass: ArchivedClass) {
        self.archivedClass = archivedClass
        kind = FoundationFamily(inShortForm: archivedClass)
        isStandard = archivedClass == ArchivedClass(standardNamed: archivedClass.name)
        isNumber = archivedClass.hierarchy.contains("NSNumber")
    }
}

/// Finds the forms of objects of one archive.
struct ObjectForms {
    private var entries: any ArchiveEntries
    let showsRawFields: Bool
    /// Whether objects that a short form doesn't build are nevertheless shown as the values that they represent.
    private let showsReadings: Bool
    private let dates: DateForm
    private let shared: Set<UID>
    private var summaries = ObjectSummaries()
    private var budget: Budget
    private var classes: [UID: FormClass] = [:]
    /// Whether collections of the archive have numbered fields.
    private(set) var isNumbered: Bool
    /// The fields of the current object, without those that its form includes already.
    private var rest: [ArchivedRecord.Field] = []

    /// How deep values in a field may nest.
    private static let maximumDepth = 150

    init(
        _ entries: any ArchiveEntries,
        showsRawFields: Bool,
        showsReadings: Bool = false,
        dates: DateForm = .iso,
        _ budget: Budget
    ) throws(ArchiveError) {
        self.entries = entries
        self.showsRawFields = showsRawFields
        self.showsReadings = showsReadings
        self.dates = dates
        self.budget = budget
        shared = try entries.sharedUIDs()
        isNumbered = false
        isNumbered = try hasNumberedFields()
    }

    /// Whether the first collection that tells has numbered fields.
    private mutating func hasNumberedFields() throws(ArchiveError) -> Bool {
        // What is read here is charged where it is shown.
        let charged = budget
        defer { budget = charged }
        for number in 1..<max(1, entries.entryCount) {
            let found = try Self.readable { () throws(ArchiveError) -> (ArchivedRecord, FoundationFamily?)? in
                guard case .object(let record) = try entry(at: UID(UInt64(number))) else { return nil }
                return (record, try formClass(at: record.classUID).kind)
            }
            guard let (record, kind) = found ?? nil, let kind, [.array, .set, .dictionary].contains(kind) else {
                continue
            }
            if record[CollectionPart.values.key] != nil { return false }
            if record[CollectionPart.values.numberedKey(0)] != nil { return true }
        }
        return false
    }

    /// The result of a call; nil if it fails for another reason than a limit or cancellation.
    static func readable<Value>(_ read: () throws(ArchiveError) -> Value) throws(ArchiveError) -> Value? {
        do throws(ArchiveError) {
            return try read()
        } catch {
            if error.endsWork { throw error }
            return nil
        }
    }

    mutating func entry(at uid: UID) throws(ArchiveError) -> ArchiveEntry {
        try entries.entry(at: uid, charging: &budget)
    }

    mutating func archivedClass(at uid: UID) throws(ArchiveError) -> ArchivedClass {
        try formClass(at: uid).archivedClass
    }

    /// The facts about a class, found once, as its record may be long.
    private mutating func formClass(at uid: UID) throws(ArchiveError) -> FormClass {
        if let known = classes[uid] { return known }
        let formClass = FormClass(try entries.archivedClass(at: uid, charging: &budget))
        classes[uid] = formClass
        return formClass
    }

    /// Whether two references lead to an entry.
    func isShared(_ uid: UID) -> Bool { shared.contains(uid) }

    /// The summary of a color or another object in words; nil for objects without one.
    mutating func derivedText(of record: ArchivedRecord) throws(ArchiveError) -> String? {
        let archivedClass = try archivedClass(at: record.classUID)
        let color = try ColorSummary(of: record, ofClass: archivedClass, in: &entries, &budget)
        if let color { return color.text(Palette(isColored: false)) }
        return summaries.summary(of: record, ofClass: archivedClass, in: &entries, budget)?.text
    }

    /// A boxed value, or a decimal number, in words; nil for other objects.
    mutating func boxedText(of record: ArchivedRecord) throws(ArchiveError) -> String? {
        let value = try entries.foundationValue(
            of: record, ofClass: try archivedClass(at: record.classUID), charging: &budget)
        switch value?.content {
        case .geometry(let text): return text.repaired
        case .decimal(let text): return text
        default: return nil
        }
    }

    /// The field that gives such a text.
    mutating func derivingField(of record: ArchivedRecord) throws(ArchiveError) -> String {
        let archivedClass = try archivedClass(at: record.classUID)
        if let summary = summaries.summary(of: record, ofClass: archivedClass, in: &entries, budget) {
            return summary.field
        }
        let fields = [
            ColorFields.customComponents, ColorFields.rgb, ColorFields.white, ColorFields.cmyk, ColorFields.name,
            UIColorFields.red, UIColorFields.white,
        ]
        let present = fields.filter { record[$0] != nil }
        let hasSpace = record[ColorFields.customSpace] != nil
        return present.first { hasSpace || $0 != ColorFields.customComponents } ?? "a field"
    }

    // MARK: - Values in fields

    /// The form of a value in a field, or in a list in a field.
    func part(
        of value: PropertyList,
        isElement: Bool = false,
        key: PropertyListString? = nil,
        depth: Int = 0
    ) -> FormPart {
        guard depth < Self.maximumDepth else {
            return .json(.marked("$problem", .text("the value nests deeper than \(Self.maximumDepth)")))
        }
        func inner(_ value: PropertyList, isElement: Bool) -> FormPart {
            part(of: value, isElement: isElement, depth: depth + 1)
        }
        switch value {
        case .uid: return .value(value, isElement: isElement)
        case .null: return .json(.marked("$inline", .scalar(.null)))
        case .boolean, .integer, .unsignedInteger, .integer128, .float, .double:
            return .json(isElement ? .marked("$inline", .number(value)) : .number(value))
        case .string: return .json(.marked("$inline", .scalar(value)))
        case .date(let seconds): return .json(.marked("$inline", .marked("$date", .date(seconds, dates))))
        case .data(let bytes):
            let isASCII = key?.string.map(Self.asciiKeys.contains) == true && bytes.allSatisfy { $0 < 0x80 }
            return .json(
                isASCII
                    ? .marked("$ascii", .text(String(decoding: bytes, as: UTF8.self)))
                    : .marked("$bytes", .text(JSONText.base64Text(bytes))))
        case .array(let elements):
            return .members([("$inline", .list(elements.map { inner($0, isElement: true) }))])
        case .set(let elements):
            return .members([
                ("$inline", .members([("$set", .list(elements.map { inner($0, isElement: true) }))]))
            ])
        case .orderedSet(let elements):
            return .members([
                ("$inline", .members([("$orderedSet", .list(elements.map { inner($0, isElement: true) }))]))
            ])
        case .dictionary(let entries):
            if let members = names(of: entries.keys) {
                let values = zip(members, entries.values).map { ($0, inner($1, isElement: false)) }
                return .members([("$inline", .members(values))])
            }
            let pairs = entries.map { entry in
                FormPart.list([inner(entry.key, isElement: true), inner(entry.value, isElement: false)])
            }
            return .members([("$inline", .members([("$entries", .list(pairs))]))])
        }
    }

    private static let asciiKeys: Set = [
        ColorFields.rgb, ColorFields.white, ColorFields.cmyk, ColorFields.customComponents,
    ]

    /// Keys as names of members; nil if they aren't different well-formed texts.
    private func names(of keys: some Sequence<PropertyList>) -> [PropertyListString]? {
        var names: [PropertyListString] = []
        var seen: Set<PropertyListString> = []
        for key in keys {
            guard case .string(let text) = key, text.string != nil, seen.insert(text).inserted else { return nil }
            names.append(ObjectForm.escaped(text))
        }
        return names
    }

    // MARK: - Objects

    /// How an object is shown.
    mutating func form(of record: ArchivedRecord) throws(ArchiveError) -> ObjectForm {
        let known = try Self.readable { () throws(ArchiveError) in try formClass(at: record.classUID) }
        // Without its class, an object is its fields.
        guard let known else { return ObjectForm(members: fields(record.fields)) }
        let archivedClass = known.archivedClass
        let kind = showsRawFields ? nil : known.kind
        rest = record.fields
        let isRepeated = Set(record.fields.map(\.key)).count < record.fields.count
        if let kind, !isRepeated, var form = try content(of: kind, archivedClass) {
            form.impliedClass = known.isStandard && archivedClass.name == kind.defaultClass ? kind.defaultClass : nil
            if !rest.isEmpty {
                form.data = nil
                form.isBareList = false
                form.isNull = false
                // What such an object has beside its entries would be read as entries.
                if archivedClass.isPlainDictionary {
                    form.members.append(("$fields", .members(fields(rest))))
                } else {
                    form.members += fields(rest)
                }
            }
            return form
        }
        if showsReadings, let form = try reading(of: record) { return form }
        rest = record.fields
        if isRepeated {
            let pairs = ordered(rest).map { field in
                FormPart.list([.json(.scalar(.string(field.key))), part(of: field.value, key: field.key)])
            }
            return ObjectForm(members: [("$fields", .list(pairs))])
        }
        let isDictionary = archivedClass.isPlainDictionary
        return ObjectForm(members: isDictionary ? [("$fields", .members(fields(rest)))] : fields(rest))
    }

    /// What an object stands for as the tree shows it, whatever its fields are; nil if it is known by its fields only.
    mutating func reading(of record: ArchivedRecord) throws(ArchiveError) -> ObjectForm? {
        let known = try Self.readable { () throws(ArchiveError) in try formClass(at: record.classUID) }
        guard let known, !showsRawFields else { return nil }
        return try reading(of: record, known)
    }

    private mutating func reading(
        of record: ArchivedRecord,
        _ known: FormClass
    ) throws(ArchiveError) -> ObjectForm? {
        if known.isNumber, let summary = NumberSummary(of: record) {
            return ObjectForm(members: [("$value", .json(.number(summary.number)))])
        }
        let value = try Self.readable { () throws(ArchiveError) in
            try entries.foundationValue(of: record, ofClass: known.archivedClass, charging: &budget)
        }
        return (value ?? nil).map { form(of: $0.content) }
    }

    private func form(of content: FoundationValue.Content) -> ObjectForm {
        func element(_ value: PropertyList) -> FormPart { part(of: value, isElement: true) }
        func one(_ mark: PropertyListString, _ part: FormPart) -> ObjectForm { ObjectForm(members: [(mark, part)]) }
        switch content {
        case .null: return ObjectForm(isNull: true)
        case .string(let text): return one("$string", .json(.scalar(.string(text))))
        case .data(let bytes):
            var form = one("$data", .json(.text(JSONText.base64Text(bytes))))
            form.data = bytes
            return form
        case .decimal(let text): return one("$decimal", .json(.text(text)))
        case .date(let seconds): return one("$date", .json(.date(seconds, dates)))
        case .url(let text, let base):
            var form = one("$url", .json(.scalar(.string(text))))
            if let base { form.members.append(("$base", .value(.uid(base), isElement: false))) }
            return form
        case .uuid(let bytes): return one("$uuid", .json(.text(UUIDFields.text(bytes))))
        case .geometry(let text): return one("$value", .json(.scalar(.string(text))))
        case .list(let elements), .set(let elements): return one("$elements", .list(elements.map(element)))
        case .countedSet(let members):
            return one("$counts", .list(members.map { .list([element($0.element), element($0.stored)]) }))
        case .dictionary(let pairs):
            return one("$entries", .list(pairs.map { .list([element($0.key), element($0.value)]) }))
        case .indexSet(let ranges):
            let pairs = ranges.map {
                JSONValue.array([.integer($0.lowerBound), .integer($0.upperBound - $0.lowerBound)])
            }
            return one("$ranges", .json(.array(pairs)))
        case .indexPath(let indexes): return one("$indexes", .json(.array(indexes.map { .integer($0) })))
        }
    }

    /// Fields, those without a key first, by their numbers.
    func fields(_ fields: [ArchivedRecord.Field]) -> [(key: PropertyListString, part: FormPart)] {
        ordered(fields).map { (ObjectForm.escaped($0.key), part(of: $0.value, key: $0.key)) }
    }

    private func ordered(_ fields: [ArchivedRecord.Field]) -> [ArchivedRecord.Field] {
        var numbered: [(number: Int, field: ArchivedRecord.Field)] = []
        var named: [ArchivedRecord.Field] = []
        for field in fields {
            if let text = field.key.string, text.hasPrefix("$"), let number = Int(text.dropFirst()) {
                numbered.append((number, field))
            } else {
                named.append(field)
            }
        }
        return numbered.sorted { $0.number < $1.number }.map(\.field) + named
    }

    /// Takes a field out of those that are left.
    private mutating func take(_ key: String) -> PropertyList? {
        guard let position = rest.firstIndex(where: { $0.key.isIdentical(to: key) }) else { return nil }
        return rest.remove(at: position).value
    }

    private mutating func takeInteger(_ key: String) -> Int64? {
        if case .integer(let value)? = take(key) { value } else { nil }
    }

    /// The text of an entry that no other place shares, as far as that matters.
    private mutating func text(_ value: PropertyList?) throws(ArchiveError) -> PropertyListString? {
        guard case .uid(let uid)? = value,
            case .value(.string(let text)) = try entry(at: uid), !(shared.contains(uid) && text.isLongInJSON)
        else { return nil }
        return text
    }

    /// The record of an object of a standard class that only one place refers to.
    private mutating func ownObject(
        _ value: PropertyList?,
        ofClass name: String
    ) throws(ArchiveError) -> ArchivedRecord? {
        guard case .uid(let uid)? = value, !shared.contains(uid), case .object(let record) = try entry(at: uid),
            case let known = try formClass(at: record.classUID), known.isStandard, known.archivedClass.name == name
        else { return nil }
        return record
    }

    /// The bytes of an NSMutableData that only one place refers to.
    private mutating func ownData(_ value: PropertyList?) throws(ArchiveError) -> [UInt8]? {
        guard let record = try ownObject(value, ofClass: "NSMutableData"), record.fields.count == 1,
            case .data(let bytes)? = record[dataKey]
        else { return nil }
        return bytes
    }

    private var dataKey: String { DataFields.key(writtenBy: entries.archiver) }

    private var isUsualArchiver: Bool { dataKey == DataFields.data }

    /// The text in the fields of an NSString that is an object.
    private func string(in fields: inout [ArchivedRecord.Field]) -> PropertyListString? {
        let key = isUsualArchiver ? StringFields.string : StringFields.utf8
        guard let position = fields.firstIndex(where: { $0.key.isIdentical(to: key) }) else { return nil }
        switch fields[position].value {
        case .string(let text) where isUsualArchiver:
            fields.remove(at: position)
            return text
        case .data(let bytes) where !isUsualArchiver:
            guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
            fields.remove(at: position)
            return PropertyListString(text)
        default: return nil
        }
    }

    /// The form of the content in the standard fields of an object; nil if building it would give other fields.
    private mutating func content(
        of kind: FoundationFamily,
        _ archivedClass: ArchivedClass
    ) throws(ArchiveError) -> ObjectForm? {
        // A part that can't be read is shown where it is.
        try Self.readable { () throws(ArchiveError) in try exactContent(of: kind, archivedClass) } ?? nil
    }

    private mutating func exactContent(
        of kind: FoundationFamily,
        _ archivedClass: ArchivedClass
    ) throws(ArchiveError) -> ObjectForm? {
        func one(_ mark: PropertyListString, _ json: JSONValue) -> ObjectForm {
            ObjectForm(members: [(mark, .json(json))])
        }
        switch kind {
        case .null:
            return ObjectForm(
                isNull: rest.isEmpty && archivedClass == ArchivedClass(standardNamed: archivedClass.name))
        case .string: return string(in: &rest).map { one("$string", .scalar(.string($0))) }
        case .data:
            guard case .data(let bytes)? = take(dataKey) else { return nil }
            var form = one("$data", .text(JSONText.base64Text(bytes)))
            form.data = bytes
            return form
        case .date:
            guard case .double(let seconds)? = take(DateFields.time) else { return nil }
            return one("$date", .date(seconds, dates))
        case .uuid:
            guard case .data(let bytes)? = take(UUIDFields.bytes), bytes.count == UUIDFields.size else { return nil }
            return one("$uuid", .text(UUIDFields.text(bytes)))
        case .url:
            guard case .uid(let base)? = take(URLFields.base), let text = try text(take(URLFields.text)) else {
                return nil
            }
            var form = one("$url", .scalar(.string(text)))
            if base != .null { form.members.append(("$base", .value(.uid(base), isElement: false))) }
            return form
        case .decimal: return decimal().map { one("$decimal", .text($0)) }
        case .array, .set, .orderedSet:
            guard let elements = elements(isNumbered: isNumbered || kind == .orderedSet) else { return nil }
            var form = ObjectForm(members: [("$elements", .elements(elements))])
            form.isBareList = kind == .array
            return form
        case .countedSet: return countedSet()
        case .dictionary: return try dictionary(archivedClass)
        case .indexSet: return try indexSet()
        case .indexPath: return try indexPath()
        case .value: return try geometry()
        case .attributedString: return try runs(isMutable: archivedClass.isMutableAttributedString)
        case .hashTable: return nil
        }
    }

    private mutating func decimal() -> String? {
        guard case .data(let bytes)? = take(DecimalFields.mantissa), let length = takeInteger(DecimalFields.length),
            let exponent = takeInteger(DecimalFields.exponent),
            case .boolean(let isNegative)? = take(DecimalFields.isNegative),
            case .boolean? = take(DecimalFields.isCompact),
            let order = takeInteger(DecimalFields.byteOrder).flatMap({
                DecimalMantissa.ByteOrder(rawValue: Int(clamping: $0))
            }),
            let mantissa = DecimalMantissa(bytes: bytes, wordCount: Int(clamping: length), order: order),
            mantissa.words.count == Int(clamping: length)
        else { return nil }
        return DecimalText.text(words: mantissa.words, exponent: exponent, isNegative: isNegative)
    }

    /// The references in the list of a collection, or in its numbered fields.
    private mutating func elements(
        isNumbered: Bool,
        _ part: CollectionPart = .values
    ) -> [PropertyList]? {
        if !isNumbered {
            guard case .array(let elements)? = take(part.key), elements.allSatisfy({ $0.uidValue != nil }) else {
                return nil
            }
            return elements.elements
        }
        // Numbered fields come in any order.
        var values: [PropertyListString: PropertyList] = [:]
        for field in rest { values[field.key] = field.value }
        var elements: [PropertyList] = []
        var taken: Set<PropertyListString> = []
        while true {
            let key = PropertyListString(part.numberedKey(elements.count))
            guard let value = values[key] else { break }
            guard value.uidValue != nil else { return nil }
            elements.append(value)
            taken.insert(key)
        }
        rest.removeAll { taken.contains($0.key) }
        // A list beside them, or numbers beyond a gap, isn't what is built.
        let isOther = rest.contains { $0.key.isIdentical(to: part.key) }
        return isOther ? nil : elements
    }

    private mutating func countedSet() -> ObjectForm? {
        guard let count = takeInteger(CountedSetFields.count), count >= 0 else { return nil }
        var values: [PropertyListString: PropertyList] = [:]
        for field in rest { values[field.key] = field.value }
        guard count <= values.count else { return nil }
        var pairs: [FormPart] = []
        var taken: Set<PropertyListString> = []
        for position in 0..<Int(count) {
            let keys = [CountedSetFields.object(position), CountedSetFields.count(position)].map {
                PropertyListString($0)
            }
            guard let element = values[keys[0]], element.uidValue != nil, case .integer(let times)? = values[keys[1]],
                times >= 1
            else { return nil }
            pairs.append(.list([.value(element, isElement: true), .json(.integer(times))]))
            taken.formUnion(keys)
        }
        rest.removeAll { taken.contains($0.key) }
        return ObjectForm(members: [("$counts", .list(pairs))])
    }

    private mutating func dictionary(_ archivedClass: ArchivedClass) throws(ArchiveError) -> ObjectForm? {
        let keys = elements(isNumbered: isNumbered, .keys)
        guard let keys, let values = elements(isNumbered: isNumbered), keys.count == values.count else { return nil }
        // Keys that are plain values and equal can't be built, since only one of them counts.
        var names: [PropertyListString]? = []
        var seen: Set<PropertyList> = []
        for key in keys {
            guard case .uid(let uid) = key else { return nil }
            guard case .value(let value) = try entry(at: uid) else {
                names = nil
                guard seen.insert(key).inserted else { return nil }
                continue
            }
            try budget.step(value.stringValue?.utf8.count ?? 0)
            guard seen.insert(value).inserted else { return nil }
            if case .string(let text) = value, text.string != nil, !(text.isLongInJSON && shared.contains(uid)) {
                names?.append(ObjectForm.escaped(text))
            } else {
                names = nil
            }
        }
        guard let names else {
            let pairs = zip(keys, values).map { key, value in
                FormPart.list([.value(key, isElement: true), .value(value, isElement: true)])
            }
            return ObjectForm(members: [("$entries", .list(pairs))])
        }
        let members = zip(names, values).map { (key: $0, part: FormPart.value($1, isElement: true)) }
        let isPlain = archivedClass.isPlainDictionary && (!members.isEmpty || rest.isEmpty)
        return ObjectForm(members: isPlain ? members : [("$entries", .members(members))])
    }

    private mutating func indexSet() throws(ArchiveError) -> ObjectForm? {
        guard let count = takeInteger(IndexSetFields.rangeCount) else { return nil }
        var ranges: [(UInt64, UInt64)] = []
        if count == 1 {
            guard let location = takeInteger(IndexSetFields.location), let length = takeInteger(IndexSetFields.length),
                location >= 0, length > 0
            else { return nil }
            ranges = [(UInt64(location), UInt64(length))]
        } else if count > 1 {
            guard let bytes = try ownData(take(IndexSetFields.ranges)),
                let numbers = try? VariableLengthIntegers.numbers(bytes, as: UInt64.self),
                numbers.count == count.multipliedReportingOverflow(by: 2).partialValue,
                VariableLengthIntegers.bytes(numbers) == bytes
            else { return nil }
            ranges = stride(from: 0, to: numbers.count, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
        }
        guard count >= 0 else { return nil }
        var previous: Range<UInt64>?
        for (location, length) in ranges {
            guard let range = IndexSetFields.range(location, length, after: previous) else { return nil }
            previous = range
        }
        let list = ranges.map { JSONValue.array([.integer($0.0), .integer($0.1)]) }
        return ObjectForm(members: [("$ranges", .json(.array(list)))])
    }

    private mutating func indexPath() throws(ArchiveError) -> ObjectForm? {
        guard let count = takeInteger(IndexPathFields.length), count >= 0 else { return nil }
        var indexes: [UInt64] = []
        if count == 1 {
            guard let index = takeInteger(IndexPathFields.index), index >= 0 else { return nil }
            indexes = [UInt64(index)]
        } else if count > 1 {
            guard let bytes = try ownData(take(IndexPathFields.indexes)),
                let numbers = try? VariableLengthIntegers.numbers(bytes, as: UInt64.self), numbers.count == count,
                VariableLengthIntegers.bytes(numbers) == bytes, numbers.allSatisfy({ Int64(exactly: $0) != nil })
            else { return nil }
            indexes = numbers
        }
        return ObjectForm(members: [("$indexes", .json(.array(indexes.map { .integer($0) })))])
    }

    private mutating func geometry() throws(ArchiveError) -> ObjectForm? {
        guard let special = takeInteger(BoxedValueFields.kind),
            let kind = BoxedValueFields.Kind(rawValue: Int(clamping: special))
        else { return nil }
        if kind == .range {
            guard let length = try integerEntry(take(BoxedValueFields.rangeLength)),
                let location = try integerEntry(take(BoxedValueFields.rangeLocation))
            else { return nil }
            return ObjectForm(members: [("$range", .json(.array([.integer(location), .integer(length)])))])
        }
        guard let form = GeometryForm.all.first(where: { $0.kind == kind }), let text = try text(take(form.field)),
            let plain = text.string, form.accepts(plain)
        else { return nil }
        return ObjectForm(members: [(PropertyListString(form.mark), .json(.text(plain)))])
    }

    private mutating func integerEntry(_ value: PropertyList?) throws(ArchiveError) -> Int64? {
        guard case .uid(let uid)? = value, case .value(.integer(let number)) = try entry(at: uid), number >= 0 else {
            return nil
        }
        return number
    }

    private mutating func runs(isMutable: Bool) throws(ArchiveError) -> ObjectForm? {
        guard let whole = try wholeText(take(AttributedStringFields.string), isMutable) else { return nil }
        let attributes = take(AttributedStringFields.attributes)
        let info = take(AttributedStringFields.runs)
        guard let attributes else {
            return info == nil && whole.utf16.isEmpty ? ObjectForm(members: [("$runs", .list([]))]) : nil
        }
        guard !whole.utf16.isEmpty else { return nil }
        guard let info else {
            let run = try run(whole, attributes, uses: 1)
            return ObjectForm(members: [("$runs", .list([run]))])
        }
        guard let list = try ownObject(attributes, ofClass: "NSMutableArray"), let bytes = try ownData(info),
            let numbers = try? VariableLengthIntegers.numbers(bytes), numbers.count.isMultiple(of: 2),
            VariableLengthIntegers.bytes(numbers) == bytes, let references = exactElements(of: list)
        else { return nil }
        var runs: [FormPart] = []
        let units = whole.utf16
        try budget.step(units.count + numbers.count)
        var (position, known) = (0, 0)
        var uses = Array(repeating: 0, count: references.count)
        for pair in stride(from: 1, to: numbers.count, by: 2) where uses.indices.contains(numbers[pair]) {
            uses[numbers[pair]] += 1
        }
        for pair in stride(from: 0, to: numbers.count, by: 2) {
            let (length, index) = (numbers[pair], numbers[pair + 1])
            // Attributes are numbered as the runs have them first.
            guard length > 0, length <= units.count - position, index >= 0, index <= known, index < references.count
            else { return nil }
            known = max(known, index + 1)
            let text = PropertyListString(utf16: Array(units[position..<position + length]))
            runs.append(try run(text, references[index], uses: uses[index]))
            position += length
        }
        // Equal references would be one index.
        guard position == units.count, known == references.count, numbers.count > 2, Set(references).count == known
        else { return nil }
        return ObjectForm(members: [("$runs", .list(runs))])
    }

    private mutating func exactElements(of record: ArchivedRecord) -> [PropertyList]? {
        let outer = rest
        defer { rest = outer }
        rest = record.fields
        guard let elements = elements(isNumbered: isNumbered), rest.isEmpty else { return nil }
        return elements
    }

    /// The text of an attributed string: an object of a mutable one.
    private mutating func wholeText(_ value: PropertyList?, _ isMutable: Bool) throws(ArchiveError)
        -> PropertyListString?
    {
        guard isMutable else { return try text(value) }
        guard var fields = try ownObject(value, ofClass: "NSMutableString")?.fields,
            let text = string(in: &fields), fields.isEmpty
        else { return nil }
        return text
    }

    private mutating func run(
        _ text: PropertyListString,
        _ attributes: PropertyList,
        uses: Int
    ) throws(ArchiveError) -> FormPart {
        var members: [(key: PropertyListString, part: FormPart)] = [("$text", .json(.scalar(.string(text))))]
        var isEmpty = false
        if uses == 1, let record = try ownObject(attributes, ofClass: "NSDictionary") {
            isEmpty =
                record.fields.allSatisfy { $0.value.arrayValue?.isEmpty == true }
                && record.fields.count == (isNumbered ? 0 : 2)
        }
        if !isEmpty { members.append(("$attributes", .value(attributes, isElement: true))) }
        return .members(members)
    }
}

extension ArchivedClass {
    /// Whether the members of an object are entries, rather than fields.
    var isPlainDictionary: Bool { name == "NSDictionary" || name == "NSMutableDictionary" }
}

extension PropertyListString {
    /// Whether text that several places share has an identity in JSON.
    var isLongInJSON: Bool {
        let size = string?.utf8.count ?? .max
        return size > 64 && (size > 3 * 64 || utf16.count > 64)
    }
}
