import KeyedArchiving
import PropertyLists

extension GraphBuilder {
    /// The fields and the class of an object.
    mutating func objectContent(of json: JSONValue) throws(ArchiveError) -> ([Field], ArchivedClass) {
        guard let all = json.members else {
            let elements = try elementFields(json.elements ?? [], isNumbered: isNumbered)
            return (elements, ArchivedClass(standardNamed: "NSArray"))
        }
        let members = try sorted(all, of: json)
        let archivedClass = try archivedClass(of: members, json)
        let kind = FoundationFamily(inShortForm: archivedClass)
        var fields: [Field] = []
        if archivedClass.isPlainDictionary {
            try checkEntries(members)
            if let content = members.content {
                fields = try contentFields(content, .dictionary, archivedClass, base: nil)
            } else if !members.others.isEmpty || members.fields == nil {
                fields = try entryFields(members.others, at: json)
            }
            if let stored = members.fields { fields += try self.fields(stored) }
        } else {
            for member in all {
                switch member.key.string {
                case "$id", "$class", "$derived", "$base", "$continued": break
                case "$fields": fields += try self.fields(member.value)
                case let name? where GraphMark.contents[name] != nil:
                    fields += try contentFields(member, kind, archivedClass, base: members.base)
                default: fields.append(try field(member))
                }
            }
        }
        var seen: Set<PropertyListString> = []
        for field in fields where !seen.insert(field.key).inserted {
            throw error(
                at: json, "the key \(field.key.quoted()) is there twice",
                "keep one, since readers disagree which counts", .duplicateKey)
        }
        return (fields, archivedClass)
    }

    private func archivedClass(of members: ObjectMembers, _ json: JSONValue) throws(ArchiveError) -> ArchivedClass {
        let archivedClass = archivedClass(labeled: try classLabel(of: members, json))
        if let groups = members.groups { throw unbuildable(groups, archivedClass.name) }
        guard members.className != nil, let content = members.content else { return archivedClass }
        let mark = content.key.repaired
        guard let kind = FoundationFamily(inShortForm: archivedClass), GraphMark.contents[mark]?.contains(kind) == true
        else { throw noKind(members.className?.text ?? "", content, "fields") }
        return archivedClass
    }

    // MARK: - Fields

    private mutating func fields(_ json: JSONValue) throws(ArchiveError) -> [Field] {
        if let members = json.members {
            var fields: [Field] = []
            for member in members { fields.append(try field(member)) }
            return fields
        }
        guard let pairs = json.elements else {
            throw error(at: json, "it has no fields", "write {\"key\": VALUE}", .invalidType, "$fields")
        }
        var fields: [Field] = []
        var places: [PropertyListString: Int] = [:]
        for json in pairs {
            let (key, value) = try pair(json)
            guard let name = key.string else { throw noText(key) }
            if let first = places.updateValue(key.offset, forKey: name) {
                let again = error(at: key, "", "", .duplicateKey, "$fields")
                throw JSONPlace(first, in: source).twice(name, again: again)
            }
            let stored = try within(.key(name.repaired)) { builder throws(ArchiveError) in
                try builder.fieldValue(value, key: name)
            }
            fields.append(Field(name, stored))
        }
        return fields
    }

    private mutating func references(_ elements: [JSONValue]) throws(ArchiveError) -> [PropertyList] {
        var references: [PropertyList] = []
        for (position, element) in elements.enumerated() {
            references.append(
                .uid(try within(.index(position)) { builder throws(ArchiveError) in try builder.reference(element) }))
        }
        return references
    }

    private mutating func elementFields(
        _ elements: [JSONValue],
        isNumbered: Bool
    ) throws(ArchiveError) -> [Field] {
        Self.elementFields(try references(elements), isNumbered)
    }

    private static func elementFields(_ references: [PropertyList], _ isNumbered: Bool) -> [Field] {
        fields(references, .values, isNumbered)
    }

    private static func keyFields(_ references: [PropertyList], _ isNumbered: Bool) -> [Field] {
        fields(references, .keys, isNumbered)
    }

    private static func fields(
        _ references: [PropertyList],
        _ part: CollectionPart,
        _ isNumbered: Bool
    ) -> [Field] {
        guard isNumbered else {
            return [Field(PropertyListString(part.key), .array(PropertyListArray(references)))]
        }
        return references.enumerated().map { Field(PropertyListString(part.numberedKey($0)), $1) }
    }

    /// The fields of a dictionary, with its keys before its values.
    private mutating func entryFields(
        _ members: [JSONValue.Member],
        at json: JSONValue
    ) throws(ArchiveError) -> [Field] {
        var keys: [PropertyList] = []
        for member in members {
            let key = JSONValue(.scalar(.string(try unescaped(member))), at: member.offset)
            keys.append(.uid(try addPlain(key.propertyList, at: key)))
        }
        var values: [PropertyList] = []
        for member in members {
            values.append(
                .uid(
                    try within(.key(member.key.repaired)) { builder throws(ArchiveError) in
                        try builder.reference(member.value)
                    }))
        }
        return entryFields(keys, values)
    }

    private func entryFields(_ keys: [PropertyList], _ values: [PropertyList]) -> [Field] {
        Self.keyFields(keys, isNumbered) + Self.elementFields(values, isNumbered)
    }

    /// The fields in which an object keeps the value of a mark.
    private mutating func contentFields(
        _ member: JSONValue.Member,
        _ kind: FoundationFamily?,
        _ archivedClass: ArchivedClass,
        base: JSONValue?
    ) throws(ArchiveError) -> [Field] {
        let mark = member.key.repaired
        return try within(.key(mark)) { builder throws(ArchiveError) in
            try builder.contentFields(mark, member.value, kind, archivedClass, base: base)
        }
    }

    private mutating func contentFields(
        _ mark: String,
        _ json: JSONValue,
        _ kind: FoundationFamily?,
        _ archivedClass: ArchivedClass,
        base: JSONValue?
    ) throws(ArchiveError) -> [Field] {
        switch mark {
        case "$elements":
            let elements = try list(json)
            return try elementFields(elements, isNumbered: isNumbered || kind == .orderedSet)
        case "$counts": return try countFields(try list(json))
        case "$entries":
            if let members = json.members { return try entryFields(members, at: json) }
            return try pairFields(try list(json))
        case "$string" where kind == .attributedString:
            guard let text = json.string else { throw noText(json) }
            return try runFields([JSONRun(text: text)], at: json, archivedClass)
        case "$string":
            guard let text = json.string else { throw noText(json) }
            return stringFields(text)
        case "$data": return [dataField(try bytes(json))]
        case "$document": return [dataField(try document(json))]
        case "$date":
            guard let seconds = json.seconds else { throw noDate(json) }
            return [Field(PropertyListString(DateFields.time), .double(seconds))]
        case "$url": return try urlFields(json, base)
        case "$uuid":
            let groups = json.text?.split(separator: "-", omittingEmptySubsequences: false) ?? []
            guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12],
                let bytes = [UInt8](hexadecimal: groups.joined()), bytes.count == UUIDFields.size
            else { throw no(kind: "UUID", "\"71DC068E-3420-45FF-919E-3A267D55EC22\"", json) }
            return [Field(PropertyListString(UUIDFields.bytes), .data(bytes))]
        case "$decimal": return try decimalFields(json)
        case "$ranges": return try rangeFields(try list(json), json)
        case "$indexes": return try indexFields(try list(json), json)
        case "$runs": return try runFields(try runs(try list(json)), at: json, archivedClass)
        default: return try geometryFields(mark, json)
        }
    }

    private func stringFields(_ text: PropertyListString) -> [Field] {
        guard archiver != Self.usualArchiver, let plain = text.string else {
            return [Field(PropertyListString(StringFields.string), .string(text))]
        }
        return [Field(PropertyListString(StringFields.utf8), .data(Array(plain.utf8)))]
    }

    private func dataField(_ bytes: [UInt8]) -> Field {
        Field(PropertyListString(DataFields.key(writtenBy: archiver)), .data(bytes))
    }

    /// The object that keeps the packed numbers of another.
    private mutating func packed(_ numbers: [Int64], at json: JSONValue) throws(ArchiveError) -> PropertyList {
        let field = dataField(VariableLengthIntegers.bytes(numbers))
        return .uid(try addObject("NSMutableData", [field.key: field.value], at: json))
    }

    private mutating func countFields(_ pairs: [JSONValue]) throws(ArchiveError) -> [Field] {
        var fields = [Field(PropertyListString(CountedSetFields.count), .integer(Int64(pairs.count)))]
        for (position, json) in pairs.enumerated() {
            let (element, count) = try pair(json)
            guard case .integer(let times) = count.propertyList, times >= 1 else {
                throw error(at: count, "a count is 1 or more", "write an integer, or take the element out", .range)
            }
            let uid = try within(.index(position)) { builder throws(ArchiveError) in try builder.reference(element) }
            fields.append(Field(PropertyListString(CountedSetFields.object(position)), .uid(uid)))
            fields.append(
                Field(PropertyListString(CountedSetFields.count(position)), count.propertyList))
        }
        return fields
    }

    private mutating func pairFields(_ pairs: [JSONValue]) throws(ArchiveError) -> [Field] {
        var keys: [JSONValue] = []
        var values: [JSONValue] = []
        for json in pairs {
            let (key, value) = try pair(json)
            keys.append(key)
            values.append(value)
        }
        let keyReferences = try references(keys)
        var seen: Set<PropertyList> = []
        for (key, reference) in zip(keys, keyReferences) {
            // Equal long texts are separate entries.
            let value = key.string.map { PropertyList.string($0) } ?? reference
            if !seen.insert(value).inserted { throw equalKeys(key) }
        }
        return entryFields(keyReferences, try references(values))
    }

    private mutating func urlFields(_ json: JSONValue, _ base: JSONValue?) throws(ArchiveError) -> [Field] {
        guard let text = json.string else { throw noText(json) }
        var reference = UID.null
        if let base, base.propertyList != .null {
            reference = try within(.key("$base")) { builder throws(ArchiveError) in try builder.reference(base) }
        }
        return [
            Field(PropertyListString(URLFields.base), .uid(reference)),
            Field(PropertyListString(URLFields.text), .uid(try addPlain(.string(text), at: json))),
        ]
    }

    private func decimalFields(_ json: JSONValue) throws(ArchiveError) -> [Field] {
        guard let number = json.text.flatMap(DecimalText.init) else {
            throw noDecimal(json)
        }
        let fields: KeyValuePairs<String, PropertyList> = [
            DecimalFields.mantissa: .data(number.mantissa.bytes),
            DecimalFields.byteOrder: 1,
            DecimalFields.length: .integer(Int64(number.mantissa.words.count)),
            DecimalFields.exponent: .integer(Int64(number.exponent)),
            DecimalFields.isNegative: .boolean(number.isNegative),
            DecimalFields.isCompact: true,
        ]
        return fields.map { Field(PropertyListString($0.key), $0.value) }
    }

    private func integers(_ elements: [JSONValue]) -> [Int64]? {
        var integers: [Int64] = []
        for element in elements {
            guard case .scalar(.integer(let number)) = element.content, number >= 0 else { return nil }
            integers.append(number)
        }
        return integers
    }

    private mutating func rangeFields(_ list: [JSONValue], _ json: JSONValue) throws(ArchiveError) -> [Field] {
        var numbers: [Int64] = []
        var previous: Range<Int64>?
        for element in list {
            guard let pair = element.elements.flatMap(integers), pair.count == 2,
                let range = IndexSetFields.range(pair[0], pair[1], after: previous)
            else {
                throw error(
                    at: element, "ranges ascend, don't touch and aren't empty", "[[3,7]] holds 3 to 9", .range)
            }
            numbers += pair
            previous = range
        }
        var fields = [Field(PropertyListString(IndexSetFields.rangeCount), .integer(Int64(list.count)))]
        if numbers.count == 2 {
            fields.append(Field(PropertyListString(IndexSetFields.location), .integer(numbers[0])))
            fields.append(Field(PropertyListString(IndexSetFields.length), .integer(numbers[1])))
        } else if !numbers.isEmpty {
            fields.append(
                Field(PropertyListString(IndexSetFields.ranges), try packed(numbers, at: json)))
        }
        return fields
    }

    private mutating func indexFields(_ list: [JSONValue], _ json: JSONValue) throws(ArchiveError) -> [Field] {
        guard let indexes = integers(list) else {
            throw error(at: json, "an index is 0 or more", "write integers such as [4, 200]", .range)
        }
        var fields = [Field(PropertyListString(IndexPathFields.length), .integer(Int64(indexes.count)))]
        if indexes.count == 1 {
            fields.append(Field(PropertyListString(IndexPathFields.index), .integer(indexes[0])))
        } else if !indexes.isEmpty {
            fields.append(
                Field(PropertyListString(IndexPathFields.indexes), try packed(indexes, at: json)))
        }
        return fields
    }

    private mutating func geometryFields(_ mark: String, _ json: JSONValue) throws(ArchiveError) -> [Field] {
        func kind(_ kind: BoxedValueFields.Kind) -> Field {
            Field(PropertyListString(BoxedValueFields.kind), .integer(Int64(kind.rawValue)))
        }
        guard let form = GeometryForm.all.first(where: { $0.mark == mark }) else {
            guard let pair = json.elements.flatMap(integers), pair.count == 2 else {
                throw error(
                    at: json, "a range is a location and a length of 0 or more", "write [5, 6]", .range)
            }
            let length = try addPlain(.integer(pair[1]), at: json)
            let location = try addPlain(.integer(pair[0]), at: json)
            return [
                kind(.range), Field(PropertyListString(BoxedValueFields.rangeLength), .uid(length)),
                Field(PropertyListString(BoxedValueFields.rangeLocation), .uid(location)),
            ]
        }
        var text = json.text
        if let elements = json.elements, elements.count == form.count {
            let numbers = elements.compactMap(\.plainNumber)
            if numbers.count == form.count { text = form.text(numbers) }
        }
        guard let text, form.accepts(text) else {
            throw no(
                kind: String(mark.dropFirst()), "\"\(form.text([1, 2, 3, 4].prefix(form.count).map { $0 }))\"", json)
        }
        let entry = try addPlain(.string(PropertyListString(text)), at: json)
        return [kind(form.kind), Field(PropertyListString(form.field), .uid(entry))]
    }

    // MARK: - Attributed strings

    private mutating func runFields(
        _ runs: [JSONRun],
        at json: JSONValue,
        _ archivedClass: ArchivedClass
    ) throws(ArchiveError) -> [Field] {
        let text = PropertyListString(utf16: runs.flatMap(\.text.utf16))
        let whole: UID
        if archivedClass.isMutableAttributedString {
            whole = try addPlace(at: json)
            try finish(
                whole, stringFields(text), try classUID(of: ArchivedClass(standardNamed: "NSMutableString"), at: json))
        } else {
            whole = try addPlain(.string(text), at: json)
        }
        var fields = [Field(PropertyListString(AttributedStringFields.string), .uid(whole))]
        guard !text.utf16.isEmpty else { return fields }
        if runs.count == 1 {
            let attributes = try attributes(of: runs[0], 0, at: json)
            fields.append(Field(PropertyListString(AttributedStringFields.attributes), .uid(attributes)))
            return fields
        }
        let list = try addPlace(at: json)
        var numbers: [Int64] = []
        var positions: [UID: Int] = [:]
        var references: [PropertyList] = []
        for (number, run) in runs.enumerated() {
            let attributes = try attributes(of: run, number, at: json)
            if positions[attributes] == nil {
                positions[attributes] = references.count
                references.append(.uid(attributes))
            }
            numbers += [Int64(run.text.utf16.count), Int64(positions[attributes] ?? 0)]
        }
        try finish(
            list, Self.elementFields(references, isNumbered),
            try classUID(of: ArchivedClass(standardNamed: "NSMutableArray"), at: json))
        fields.append(Field(PropertyListString(AttributedStringFields.attributes), .uid(list)))
        fields.append(
            Field(PropertyListString(AttributedStringFields.runs), try packed(numbers, at: json)))
        return fields
    }

    private mutating func attributes(of run: JSONRun, _ number: Int, at json: JSONValue) throws(ArchiveError) -> UID {
        try within(.index(number)) { builder throws(ArchiveError) in
            try builder.within(.key("$attributes")) { builder throws(ArchiveError) in
                try builder.reference(run.attributes ?? JSONValue(.object([]), at: json.offset))
            }
        }
    }
}
