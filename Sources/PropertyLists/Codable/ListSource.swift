#if !hasFeature(Embedded)

/// A plain property list that values are decoded from, in the binary form.
///
/// Containers are entries of the list, numbered from 1, so that one that holds itself is found; all else is read where
/// it is.
final class ListSource: DecodingSource {
    let reader: BinaryPropertyListReader
    let session: DecodingSession
    let userInfo: [CodingUserInfoKey: any Sendable]
    /// In text the last of equal keys counts, in a binary list the first, as for the readers of the platform.
    private let countsLastKey: Bool
    @exclusivity(unchecked) private var uncheckedBudget: Budget
    /// The positions of the keys of dictionaries with many keys, by the position of their references.
    private var texts: [Int: KeyPositions] = [:]

    init(_ form: BinaryForm, _ userInfo: [CodingUserInfoKey: any Sendable]) {
        reader = form.reader
        countsLastKey = form.format != .binary
        self.userInfo = userInfo
        unsafe uncheckedBudget = Budget(of: reader)
        session = DecodingSession(entryCount: reader.objectCount + 1)
        var stack = StackLimit()
        stack.begin()
        session.begin(limits: reader.limits, stack)
    }

    /// The budget charged for values made from the list.
    private var budget: Budget {
        @inline(__always) _read { yield unsafe uncheckedBudget }
        @inline(__always) _modify { yield unsafe &uncheckedBudget }
    }

    /// The value at an object index.
    @inline(__always)
    func value(at index: ObjectIndex) throws(ArchiveError) -> TreePlace {
        let header = try reader.header(at: index)
        return header.kind.isContainer ? .entry(EntryUID(index.rawValue + 1)) : .inline(index)
    }

    /// The object index of a value in the list; nil if there is none.
    @inline(__always)
    private func index(of value: TreePlace) -> ObjectIndex? {
        switch value {
        case .entry(let entry): entry == .null ? nil : ObjectIndex(entry.number - 1)
        case .inline(let index): index
        case .integer, .made: nil
        }
    }

    private func header(of value: TreePlace) throws(ArchiveError) -> BinaryObjectHeader? {
        guard let index = index(of: value) else { return nil }
        return try reader.header(at: index)
    }
}

// MARK: - Single values

extension ListSource {
    func isNil(_ value: TreePlace) -> Bool {
        switch value {
        case .entry(let entry): return entry == .null
        case .inline(let index):
            if let text = reader.fastASCIIString(at: index) { return reader.isNullText(text) }
            guard let header = try? reader.header(at: index) else { return false }
            return header.isNull || header.kind.isString && reader.isString(header, NullText.text)
        case .integer, .made: return false
        }
    }

    func boolean(_ value: TreePlace) throws(ArchiveError) -> Bool? {
        try header(of: value)?.boolean
    }

    func string(_ value: TreePlace) throws(ArchiveError) -> String? {
        guard case .inline(let index) = value, let text = try text(at: index), !text.isNullText else { return nil }
        return text
    }

    /// The text of a string, charged; nil if it is something else.
    private func text(at index: ObjectIndex) throws(ArchiveError) -> String? {
        let header = try reader.stringHeader(at: index)
        guard header.kind.isString else { return nil }
        try budget.allocateBuffer(of: header.scalarSize, at: header.payload)
        guard let text = try reader.text(of: header) else { return nil }
        guard let string = text.string else { throw .unpairedSurrogate(at: header.payload) }
        return string
    }

    func wholeNumber(_ value: TreePlace) throws(ArchiveError) -> WholeNumber? {
        guard case .inline(let index) = value else { return nil }
        if let integer = reader.fastInteger(at: index) { return .signed(integer) }
        return try number(value)?.wholeNumber
    }

    func storedDouble(_ value: TreePlace) -> Double? {
        guard case .inline(let index) = value else { return nil }
        return reader.fastDouble(at: index)
    }

    func number(_ value: TreePlace) throws(ArchiveError) -> PropertyList? {
        guard let header = try header(of: value), header.kind == .integer || header.kind == .real else { return nil }
        return try reader.scalar(of: header)
    }

    func bytes(_ value: TreePlace) throws(ArchiveError) -> [UInt8]? {
        guard let header = try header(of: value), header.kind == .data else { return nil }
        try budget.allocateBuffer(of: header.count, at: header.payload)
        return Array(try reader.data(in: header.payload..<header.payload + header.count))
    }

    func propertyList(_ value: TreePlace) throws -> PropertyList? {
        guard !isNil(value), let index = index(of: value) else { return nil }
        return try reader.tree(at: index, spending: &budget)
    }
}

// MARK: - Elements

extension ListSource {
    func elements(of value: TreePlace) throws(ArchiveError) -> TreeElements? {
        guard case .entry = value, let header = try header(of: value), header.kind != .dictionary else { return nil }
        try budget.chargeElements(header.count, of: Budget.valueSize)
        return .stored(header.references)
    }

    func element(_ position: Int, of elements: TreeElements) throws(ArchiveError) -> TreePlace {
        guard case .stored(let run) = elements else { return .entry(.null) }
        return try value(at: reader.unchecked(position, of: run))
    }

    /// Nothing: a value that isn't an array has no elements, except that data has bytes.
    func parts(of value: TreePlace, as type: ElementKind) throws(ArchiveError) -> TreeElements? { nil }

    func strings(_ value: TreePlace) throws(ArchiveError) -> [String]? {
        try list(value) { element throws(ArchiveError) in try string(element) }
    }

    func integers(_ value: TreePlace) throws(ArchiveError) -> [Int]? {
        try list(value) { element throws(ArchiveError) in try integer(element, as: Int.self) }
    }

    func reals(_ value: TreePlace) throws(ArchiveError) -> [Double]? {
        try list(value) { element throws(ArchiveError) in try real(element, as: Double.self) }
    }

    /// The converted elements of a collection; nil if one of them can't be converted, or the value is no collection.
    @inline(__always)
    private func list<Element>(
        _ value: TreePlace,
        _ element: (TreePlace) throws(ArchiveError) -> Element?
    ) throws(ArchiveError) -> [Element]? {
        guard case .stored(let run) = try elements(of: value) else { return nil }
        var list: [Element] = []
        list.reserveCapacity(run.count)
        for position in 0..<run.count {
            guard let made = try element(self.value(at: reader.unchecked(position, of: run))) else { return nil }
            list.append(made)
        }
        return list
    }
}

// MARK: - Keys

extension ListSource {
    /// The entries of a dictionary.
    private func fields(of value: TreePlace) throws(ArchiveError) -> BinaryFields? {
        guard case .entry = value, let header = try header(of: value), header.kind == .dictionary else { return nil }
        return reader.fields(of: header)
    }

    func keys(of value: TreePlace) throws(ArchiveError) -> TreeKeys? {
        guard let fields = try fields(of: value) else { return nil }
        try budget.spend(fields.count, at: fields.keys.position)
        var keys = TreeKeys()
        keys.object = TreeFields(fields: fields, shape: 0, lookUps: .none)
        return keys
    }

    func find(
        _ name: String,
        _ key: some CodingKey,
        in keys: TreeKeys,
        _ number: Int
    ) throws(ArchiveError) -> TreePlace? {
        guard let fields = keys.object?.fields, let position = try position(of: name, in: fields.keys) else {
            return nil
        }
        return try value(at: reader.value(position, of: fields))
    }

    func implied(_ key: String, in keys: TreeKeys) throws(ArchiveError) -> TreePlace? { nil }

    /// The position of a key with a text, of equal ones that of the one that counts; nil if there is none.
    ///
    /// Looking through many keys is charged.
    private func position(of name: String, in keys: BinaryReferences) throws(ArchiveError) -> FieldPosition? {
        var number: Int?
        if KeyPositions.areWorthwhile(forKeys: keys.count) {
            let known = try positions(in: keys).find(name) { number throws(ArchiveError) in
                try reader.isString(at: key(number, of: keys), name)
            }
            if let known {
                number = known
            } else {
                try budget.step(keys.count, at: keys.position)
                number = try firstNumber(of: name, in: keys)
            }
        } else {
            number = try firstNumber(of: name, in: keys)
        }
        return number.map { FieldPosition(countsLastKey ? keys.count - 1 - $0 : $0) }
    }

    /// The first key with a text in the order in which keys count.
    private func firstNumber(of name: String, in keys: BinaryReferences) throws(ArchiveError) -> Int? {
        for number in 0..<keys.count where try reader.isString(at: key(number, of: keys), name) { return number }
        return nil
    }

    /// A key by its number in the order in which keys count.
    private func key(_ number: Int, of keys: BinaryReferences) -> ObjectIndex {
        reader.unchecked(countsLastKey ? keys.count - 1 - number : number, of: keys)
    }

    private func positions(in keys: BinaryReferences) throws(ArchiveError) -> KeyPositions {
        if let known = texts[keys.position], known.runCount == keys.count { return known }
        try budget.allocateContainer(of: keys.count, at: keys.position)
        let made = KeyPositions(count: keys.count, .first, in: reader, chargedTo: &budget) {
            .object(key($0, of: keys))
        }
        texts[keys.position] = made
        return made
    }

    /// Of two equal keys the one that counts for the format; two that are equal only to Swift would lose a value.
    func counts(
        _ position: FieldPosition, of entries: BinaryFields, afterEqual key: String
    ) throws(ArchiveError) -> Bool {
        for other in entries.positions {
            try budget.step(1, at: entries.keys.position)
            let name = try keyText(other, of: entries)
            guard name == key, !name.isIdentical(to: key) else { continue }
            throw ArchiveError(
                .invalidKey,
                "two keys of the dictionary are one to Swift, \(key.quotedForDisplay), with other code units",
                remedy: "decode the dictionary as a PropertyList, which keeps every key")
        }
        return countsLastKey
    }

    func names(of keys: TreeKeys, limit: Int) throws(ArchiveError) -> [KeyName] {
        guard let fields = keys.object?.fields else { return [] }
        var known: Set<PropertyListString> = []
        var names: [KeyName] = []
        for position in fields.positions.prefix(limit) {
            let name = try keyText(position, of: fields)
            if known.insert(PropertyListString(name)).inserted { names.append((name, nil)) }
        }
        return names
    }

    /// The text of a key.
    ///
    /// - Throws: ``ArchiveError/Code/invalidKey`` if it is something else, or a text that no Swift string can hold: its
    ///   value would be left out otherwise, and nobody would know.
    private func keyText(_ position: FieldPosition, of fields: BinaryFields) throws(ArchiveError) -> String {
        let header = try reader.stringHeader(at: reader.key(position, of: fields))
        try budget.allocateBuffer(of: header.scalarSize, at: header.payload)
        if let text = try reader.text(of: header)?.string { return text }
        let reason = header.kind.isString ? "holds an unpaired surrogate" : "is \(header.kind.name.withArticle)"
        throw ArchiveError(
            .invalidKey,
            "a key of the dictionary \(reason), for which no Swift string stands",
            at: header.payload,
            remedy: "decode the dictionary as a PropertyList, which keeps every key")
    }

    func listedEntries(of value: TreePlace) throws(ArchiveError) -> BinaryFields? {
        guard let fields = try fields(of: value) else { return nil }
        try budget.spend(fields.count, at: fields.keys.position)
        return fields
    }

    func entry(
        _ position: FieldPosition,
        of entries: BinaryFields
    ) throws(ArchiveError) -> (key: String, value: TreePlace) {
        (try keyText(position, of: entries), try value(at: reader.value(position, of: entries)))
    }
}

// MARK: - Types, costs and errors

extension ListSource {
    /// False: the fields of a superclass have a separate key.
    var sharesSuperclass: Bool { false }

    func hooks(for type: any Decodable.Type) -> DecodingHooks { ForeignType.isOne(type) ? .needsImport : [] }

    var hidesPath: Bool { false }
    var base: ArchivePath { ArchivePath([]) }

    func step(_ count: Int) throws(ArchiveError) { try budget.step(count) }

    func chargeElements(_ count: Int, of size: Int) throws(ArchiveError) {
        try budget.chargeElements(count, of: size)
    }

    func steps(to key: any CodingKey, in value: TreePlace, _ keys: TreeKeys) -> [ArchivePath.Step] {
        [.key(key.stringValue)]
    }

    func steps(toElement position: Int, of value: TreePlace) -> [ArchivePath.Step] { [.index(position)] }

    func className(of value: TreePlace) -> String? { nil }

    func uid(of value: TreePlace) -> UID? { nil }

    func kind(of value: TreePlace) -> String {
        guard let index = index(of: value), let header = try? reader.header(at: index) else { return "nil" }
        if header.boolean != nil { return ValueKind.boolean.rawValue.withArticle }
        return header.isNull ? "null" : header.kind.name.withArticle
    }
}

// What archives have beside what property lists have.

extension DecodingSource {
    func checkClass(of decoder: TreeDecoder, as type: any Decodable.Type) throws {}

    func object<Value: Decodable>(of type: Value.Type, by decoder: TreeDecoder) throws -> Value {
        try decoder.initialize(type)
    }

    func instance<Value: Decodable>(of type: Value.Type, by decoder: TreeDecoder) throws -> Value {
        try decoder.initialize(type)
    }
}

#endif
