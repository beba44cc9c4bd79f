internal import PropertyLists

extension KeyedArchiver {
    /// Encodes the fields of the top level, as ``KeyedUnarchiver/decodeTopLevelFields()`` returns them.
    ///
    /// ```swift
    /// try archiver.encodeTopLevelFields(unarchiver.decodeTopLevelFields())
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` does for each field.
    public func encodeTopLevelFields(_ fields: [ArchivedObject.Field]) throws {
        try checkNotFinished()
        var keys: Set<[UInt8]> = []
        for field in fields where keys.insert(Array(field.key.utf8)).inserted {
            if let identities = field.identities { state.encodedIdentities.add(identities) }
            try encode(field)
        }
    }

    /// Encodes a field under its key, as it is stored.
    func encode(_ field: ArchivedObject.Field) throws {
        let entry = try entry(of: field)
        state.put(entry, forStoredKey: field.key)
    }

    private func entry(of field: ArchivedObject.Field) throws -> ArchiverState.Entry {
        switch field.value {
        case .object(let object):
            do {
                let uid = try object?._encodeReference(with: self) ?? .null
                return state.table.uid(uid)
            } catch {
                throw located(error, forKey: field.key)
            }
        case .objects(let objects):
            let start = try beginElements()
            do {
                for object in objects { appendElement(try object?._encodeReference(with: self) ?? .null) }
            } catch {
                let error = located(error, inElementsFrom: start, forKey: field.key)
                rollBackElements(from: start)
                throw error
            }
            return state.takeElements(from: start)
        case .inline(let value):
            guard !value.holdsReferences else { throw misplacedReferences(field.key) }
            return state.inlineEntry(value)
        }
    }
}

extension KeyedArchiver {
    private func misplacedReferences(_ key: String) -> ArchiveError {
        ArchiveError(
            .unrepresentable,
            "an inline value holds UIDs, which are those of another archive",
            key: key,
            remedy: "use `.object` or `.objects` for references; a `KeyedArchive` writes any value back as it was"
        )
    }
}

extension PropertyList {
    /// Whether there is a UID anywhere in the value.
    fileprivate var holdsReferences: Bool {
        var rest = [self]
        while let value = rest.popLast() {
            switch value {
            case .uid: return true
            case .array(let elements), .set(let elements), .orderedSet(let elements): rest += elements
            case .dictionary(let dictionary): rest += dictionary.values
            default: break
            }
        }
        return false
    }
}

extension ArchiverState {
    /// The entry of an inline value, shared as scalars are.
    fileprivate mutating func inlineEntry(_ value: PropertyList) -> Entry {
        switch value {
        case .integer(let value): integerEntry(value, .int64)
        case .double(let value): doubleEntry(value)
        case .float(let value): floatEntry(value)
        case .data(let bytes): dataEntry(bytes[...])
        case .string(let value): value.string.map { stringEntry($0) } ?? table.add(.string(value))
        default: table.add(value)
        }
    }
}

extension KeyedUnarchiver {
    /// Decodes everything at the top level, in the order in which it was encoded, as far as the archive shows it.
    ///
    /// Together with ``keepsUnknownClasses`` this takes any archive apart; ``KeyedArchiver/encodeTopLevelFields(_:)``
    /// puts it together again.
    ///
    /// ```swift
    /// for field in try unarchiver.decodeTopLevelFields() { print(field.key) }
    /// ```
    ///
    /// - Throws: As ``decodeObject(forKey:)`` does for each field.
    public func decodeTopLevelFields() throws -> [ArchivedObject.Field] {
        let fields: [ArchivedObject.Field]? = try decodingAtTopLevel(nil) {
            try decoding([]) {
                // Looking for any key starts decoding, and fails once it is finished.
                _ = try state.find("$class")
                try state.payForElements(state.scope.fields.count)
                let (keys, list) = try decodeFields(at: state.positionsInEncodingOrder())
                return ArchivedObject.fields(keys, list)
            }
        }
        guard var fields else { return [] }
        if let identities = state.identities {
            for position in fields.indices { fields[position].identities = identities }
        }
        return fields
    }

    /// Decodes the values of the fields of the current object but its class.
    func decodeValues(in order: FieldOrder) throws -> CompactList {
        var values = CompactListBuilder(capacity: state.scope.fields.count - 1)
        var next = 0
        while let index = try state.appendPlainValues(order, from: &next, to: &values) {
            values.append(try slowValue(at: index))
        }
        return values.finished()
    }

    /// Decodes the keys and the values of the fields of the current object but its class.
    func decodeFields(at positions: [FieldPosition]) throws -> (keys: [String], list: CompactList) {
        let fields = state.scope.fields
        var keys: [String] = []
        keys.reserveCapacity(positions.count)
        var values = CompactListBuilder(capacity: positions.count)
        for position in positions {
            let key = try fieldKey(at: position, of: fields)
            guard key != "$class" else { continue }
            keys.append(key)
            let index = state.reader.value(position, of: fields)
            values.append(try state.plainValue(at: index) ?? slowValue(at: index))
        }
        return (keys, values.finished())
    }

    private func fieldKey(at position: FieldPosition, of fields: BinaryFields) throws -> String {
        let index = state.reader.key(position, of: fields)
        if let key = try state.shortName(at: index) { return key }
        // All keys of a hostile object can be one long string.
        try state.payForBuffer(try state.header(at: index).scalarSize)
        guard let key = try state.reader.archiveString(at: index)?.string else {
            throw failure(.invalidObject, "a key is not a string", key: nil)
        }
        return key
    }

    /// The value of a field that isn't plain.
    private func slowValue(at index: ObjectIndex) throws -> CompactValue {
        if let references = state.reader.fastArray(at: index) { return try list(references, at: index) }
        if let uid = try state.uid(at: index) { return CompactValue(try decodeAnyObject(uid: uid, .inherited)) }
        let header = try state.header(at: index)
        guard header.kind == .array else { return .inline(try inlineValue(at: index)) }
        return try list(BinaryReferences(position: header.payload, count: header.count), at: index)
    }

    /// An array of references; a plain value if something else is among them.
    private func list(_ references: BinaryReferences, at index: ObjectIndex) throws -> CompactValue {
        try state.payForElements(references.count)
        var objects = CompactListBuilder(capacity: references.count)
        while true {
            try state.appendPlainObjects(of: references, to: &objects)
            guard objects.count < references.count else { return .objects(objects.finished()) }
            guard let uid = try state.uid(at: state.reader.unchecked(objects.count, of: references)) else {
                return .inline(try inlineValue(at: index))
            }
            objects.append(CompactValue(try decodeAnyObject(uid: uid, .inherited)))
        }
    }

    private func inlineValue(at index: ObjectIndex) throws(ArchiveError) -> PropertyList {
        let header = try state.header(at: index)
        do {
            guard header.kind.isContainer else {
                try state.budget.allocateBuffer(of: header.scalarSize)
                return try state.reader.scalar(of: header)
            }
            let reader = state.reader
            return try reader.tree(at: index, spending: &state.budget)
        } catch {
            throw ArchiveError(error)
        }
    }
}

/// How the fields of an object are decoded.
enum FieldPlan {
    /// In an order that was kept, with the keys of its layout.
    case known(FieldOrder)
    /// In an order of positions, with keys that have to be read.
    case new([FieldPosition])
}

/// An order in which objects of a shape and a class were decoded field by field.
struct FieldOrder: BitwiseCopyable {
    /// Where in a table its positions begin, which stay as they are.
    fileprivate let start: Int
    fileprivate let classIndex: Int
    /// The index of the class and the keys in a table.
    fileprivate let layout: Int
}

/// The keys of objects of one shape, as texts, and the two orders in which such objects were decoded last.
struct FieldKeys {
    fileprivate var texts: [String] = []
    /// What returning them costs, in bytes.
    fileprivate var cost = 0
    fileprivate var first: FieldOrder?
    fileprivate var second: FieldOrder?
    /// Whether the first order is the one that was met last.
    fileprivate var isFirstRecent = false
}

extension UnarchiverState {
    /// Finds out in which order the fields of the current object are decoded, and pays for them.
    ///
    /// Objects of a class have the same keys, and mostly their fields were encoded in the same order. From the third on
    /// both are taken from here.
    mutating func fieldPlan() throws(ArchiveError) -> FieldPlan {
        try payForElements(scope.fields.count)
        if let order = try knownOrder() { return .known(order) }
        let positions = try positionsInEncodingOrder()
        guard let shape = scope.shape.value, let classIndex = scope.classIndex.value, try haveKeys(shape) else {
            return .new(positions)
        }
        return .known(keep(positions, shape, classIndex))
    }

    /// The positions of the fields of the current object in the order in which they were encoded.
    mutating func positionsInEncodingOrder() throws(ArchiveError) -> [FieldPosition] {
        do {
            return try archive.positionsInEncodingOrder(
                of: scope.fields, ofObjectAt: scope.uid.uid, charging: &budget)
        } catch {
            throw ArchiveError(error)
        }
    }

    /// The class and the keys of objects that were decoded in an order.
    mutating func layout(of order: FieldOrder) -> FieldLayout { fieldLayouts[order.layout] }

    /// One of the two orders in which objects like the current one were decoded last, if it is that of this one.
    private mutating func knownOrder() throws(ArchiveError) -> FieldOrder? {
        guard let shape = scope.shape.value, shape < fieldKeys.count else { return nil }
        let isFirst = fieldKeys[shape].isFirstRecent
        if let order = try known(isFirst, shape) { return order }
        guard let order = try known(!isFirst, shape) else { return nil }
        fieldKeys[shape].isFirstRecent = !isFirst
        return order
    }

    /// The first or the second order, if it is that of the current object.
    private mutating func known(_ isFirst: Bool, _ shape: Int) throws(ArchiveError) -> FieldOrder? {
        guard let order = isFirst ? fieldKeys[shape].first : fieldKeys[shape].second,
            order.classIndex == scope.classIndex.value
        else { return nil }
        let budgetBefore = budget
        // What can't be paid for is found again in the order in which it always is.
        guard (try? isEncodingOrder(order)) == true else {
            budget = budgetBefore
            return nil
        }
        try payForMemory(fieldKeys[shape].cost)
        return order
    }

    /// Whether the fields of the current object were encoded in an order that was kept.
    ///
    /// There is one for each object: fields that refer to objects after it ascend, and all others are in their places.
    private mutating func isEncodingOrder(_ order: FieldOrder) throws(PropertyListError) -> Bool {
        let uid = scope.uid.uid
        var last = (uid: uid, position: FieldPosition.none)
        for place in scope.fields.positions {
            let position = fieldPositions[order.start &+ place.rawValue]
            let value = reader.value(position, of: scope.fields)
            if let first = try reader.firstUID(above: uid, at: value, charging: &budget) {
                guard first > last.uid || (first == last.uid && position > last.position) else { return false }
                last = (first, position)
            } else if position != place {
                return false
            }
        }
        return true
    }

    /// Whether the keys of the current object are known as texts, which are paid for as if they were returned; they
    /// aren't if objects with these keys are not known to be many, or if a key can't be read.
    private mutating func haveKeys(_ shape: Int) throws(ArchiveError) -> Bool {
        guard scope.lookUps.count > 0 else { return false }
        while fieldKeys.count <= shape { fieldKeys.append(FieldKeys()) }
        if fieldKeys[shape].texts.isEmpty {
            guard let keys = storedKeys() else { return false }
            fieldKeys[shape] = keys
        }
        try payForMemory(fieldKeys[shape].cost)
        return true
    }

    private func storedKeys() -> FieldKeys? {
        var keys = FieldKeys()
        keys.texts.reserveCapacity(scope.fields.count)
        for position in scope.fields.positions {
            let index = reader.key(position, of: scope.fields)
            guard let range = reader.fastASCIIString(at: index), range.count <= shortStringLimit,
                let text = reader.wellFormedASCII(in: range)
            else { return nil }
            keys.texts.append(text)
            keys.cost += Budget.bufferCost(of: range.count)
        }
        // Values are read of all fields but one.
        guard keys.texts.count(where: { $0 == "$class" }) == 1 else { return nil }
        return keys
    }

    /// Keeps the order of the current object in the place of the one that was not used last.
    private mutating func keep(_ positions: [FieldPosition], _ shape: Int, _ classIndex: Int) -> FieldOrder {
        var keys: [String] = []
        keys.reserveCapacity(positions.count)
        for position in positions where position != keyShapes[shape].classPosition {
            keys.append(fieldKeys[shape].texts[position.rawValue])
        }
        let order = FieldOrder(start: fieldPositions.count, classIndex: classIndex, layout: fieldLayouts.count)
        // Objects that are being decoded may use the order that this one displaces.
        fieldPositions.append(contentsOf: positions)
        fieldLayouts.append(FieldLayout(classes[classIndex].record, keys: keys))
        let isFirst = !fieldKeys[shape].isFirstRecent
        if isFirst { fieldKeys[shape].first = order } else { fieldKeys[shape].second = order }
        fieldKeys[shape].isFirstRecent = isFirst
        return order
    }
}

// Values that no code of a user has a part in, one after the other in one access to the state.

extension UnarchiverState {
    /// Whether references are resolved as they are: no one is shown what is decoded, and it carries no identity.
    private var resolvesPlainly: Bool { !hasDelegate && identities == nil }

    /// Adds the values of the fields of the current object up to the first one that takes the slow path.
    ///
    /// - Parameter next: How many fields were looked at.
    /// - Returns: The value that takes the slow path; nil if there is none.
    fileprivate mutating func appendPlainValues(
        _ order: FieldOrder,
        from next: inout Int,
        to values: inout CompactListBuilder
    ) throws(ArchiveError) -> ObjectIndex? {
        let classPosition = scope.shape.value.map { keyShapes[$0].classPosition } ?? FieldPosition.none
        while next < scope.fields.count {
            let position = fieldPositions[order.start &+ next]
            next &+= 1
            if position == classPosition { continue }
            let index = reader.value(position, of: scope.fields)
            guard let value = try plainValue(at: index) else { return index }
            values.append(value)
        }
        return nil
    }

    /// The value of a field that is a plain object, or a number or a boolean in its place; nil for all else.
    ///
    /// Numbers and booleans cost nothing.
    @inline(__always)
    fileprivate mutating func plainValue(at index: ObjectIndex) throws(ArchiveError) -> CompactValue? {
        guard let start = reader.start(of: index) else { return nil }
        if let uid = reader.fastUID(from: start) { return resolvesPlainly ? try plainObject(uid) : nil }
        if let number = reader.fastInteger(from: start) { return .inline(.integer(number)) }
        if let number = reader.fastDouble(from: start) { return .inline(.double(number)) }
        return reader.fastBoolean(from: start).map { .inline(.boolean($0)) }
    }

    /// Adds what references lead to, up to the first one that takes the slow path.
    ///
    /// - Parameters:
    ///   - start: How many references are not looked at.
    ///   - takesNil: Whether a reference that stands for nil is taken; if not, it takes the slow path.
    ///   - objects: The objects of the first references from there on, as many as there are.
    mutating func appendPlainObjects(
        of references: BinaryReferences,
        from start: Int = 0,
        takesNil: Bool = true,
        to objects: inout CompactListBuilder
    ) throws(ArchiveError) {
        guard resolvesPlainly else { return }
        for number in start &+ objects.count..<references.count {
            guard let uid = reader.fastUID(at: reader.unchecked(number, of: references)), takesNil || uid != 0,
                let object = try plainObject(uid)
            else { return }
            objects.append(object)
        }
    }

    /// What a reference leads to if it is nil, a number, a short string, an instance that was decoded, a collection, or
    /// an object of a class that no type is known for; nil for all else.
    @inline(__always)
    private mutating func plainObject(_ number: Int) throws(ArchiveError) -> CompactValue? {
        if number == 0 { return .null }
        guard number < archive.entries.count else { return nil }
        let entry = EntryUID(number)
        guard let start = reader.start(of: reader.unchecked(number, of: archive.entries)) else { return nil }
        if let number = reader.fastInteger(from: start) { return .integer(number) }
        if let number = reader.fastDouble(from: start) { return .double(number) }
        switch decoded[entry].progress {
        case .unseen, .seenUncached:
            if let fields = reader.fastDictionary(from: start) { return try enterContainer(entry, fields) }
            return try fastString(at: entry).map { .string($0) }
        case .instance, .partial:
            // The slow path looks at other types for the class, and at what a container holds.
            guard !requiresSecureCoding, newForms.isEmpty, typesAmongSeveral.isEmpty else { return nil }
            return decoded.instance(at: entry).map { .instance($0) }
        default: return nil
        }
    }

    /// Enters an empty instance, to be filled later, of a class that was found to stand for one of the library's own
    /// containers.
    @inline(__always)
    private mutating func enterContainer(
        _ entry: EntryUID,
        _ fields: BinaryFields
    ) throws(ArchiveError) -> CompactValue? {
        guard scope.isFilling, scope.allowedType == nil, scope.allowedList == .none, !requiresSecureCoding,
            let record = try record(at: entry, fields),
            let container = classes[record.classIndex].container, hasRoom()
        else { return nil }
        let filling = Filling(type: container.type, allowedType: nil, allowedList: .none)
        return .instance(enterEmpty(container.makeInstance(), entry, record, filling))
    }
}

/// A container of the library's own that is created empty: creating one runs no code of a user.
enum LibraryContainer {
    case object
    case array
    case dictionary

    /// The container of a type; nil if that is another.
    init?(_ type: (any Codingable.Type)?) {
        switch type.map({ ObjectIdentifier($0) }) {
        case ObjectIdentifier(ArchivedObject.self): self = .object
        case ObjectIdentifier(ArchivedArray.self): self = .array
        case ObjectIdentifier(ArchivedDictionary.self): self = .dictionary
        default: return nil
        }
    }

    /// An empty container.
    @inline(__always)
    func makeInstance() -> any Codingable & AnyObject {
        switch self {
        case .object: ArchivedObject()
        case .array: ArchivedArray()
        case .dictionary: ArchivedDictionary()
        }
    }

    var type: any TwoPhaseCodingable.Type {
        switch self {
        case .object: ArchivedObject.self
        case .array: ArchivedArray.self
        case .dictionary: ArchivedDictionary.self
        }
    }
}
