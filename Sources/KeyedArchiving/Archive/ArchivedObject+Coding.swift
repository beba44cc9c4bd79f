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
        for field in fields {
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
                let plan = try state.fieldPlan(for: .empty)
                let (keys, list) = try decodeFields(plan)
                return zip(keys ?? plan.layout.keys, list.elements).map { ArchivedObject.Field($0, $1.value) }
            }
        }
        guard var fields else { return [] }
        if let identities = state.identities {
            for position in fields.indices { fields[position].identities = identities }
        }
        return fields
    }

    /// Decodes every field of the current object but its class.
    ///
    /// - Returns: The values, and the keys if those of the plan aren't known.
    func decodeFields(_ plan: FieldPlan) throws -> (keys: [String]?, list: CompactList) {
        let stored = state.scope.fields
        switch plan {
        case .known(let order, _):
            var values = CompactListBuilder(capacity: stored.count - 1)
            var next = 0
            while let index = try state.appendPlainValues(order, from: &next, to: &values) {
                values.append(try fieldValue(at: index))
            }
            return (nil, values.finished())
        case .new(let positions, _):
            var keys: [String] = []
            var values = CompactListBuilder(capacity: 0)
            for position in positions {
                let key = try fieldKey(at: position, of: stored)
                guard key != "$class" else { continue }
                keys.append(key)
                values.append(try fieldValue(at: state.reader.value(position, of: stored)))
            }
            return (keys, values.finished())
        }
    }

    private func fieldKey(at position: FieldPosition, of stored: BinaryFields) throws -> String {
        let index = state.reader.key(position, of: stored)
        // All keys of a hostile object can be one long string.
        try state.payForBuffer(try state.header(at: index).scalarSize)
        guard let key = try state.reader.archiveString(at: index)?.string else {
            throw failure(.invalidObject, "a key is not a string", key: nil)
        }
        return key
    }

    private func fieldValue(at index: ObjectIndex) throws -> CompactValue {
        if let references = state.reader.fastArray(at: index) { return try list(references, at: index) }
        if let uid = try state.uid(at: index) { return CompactValue(try decodeAnyObject(uid: uid, .inherited)) }
        // Numbers cost nothing.
        if let number = state.reader.fastInteger(at: index) { return .inline(.integer(number)) }
        if let number = state.reader.fastDouble(at: index) { return .inline(.double(number)) }
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
        if !header.kind.isContainer { try state.payForBuffer(header.scalarSize) }
        let reader = state.reader
        var budget = state.budget
        defer { state.budget = budget }
        do {
            if let scalar = try reader.scalar(at: index) { return scalar }
            return try reader.tree(at: index, spending: &budget)
        } catch {
            throw ArchiveError(error)
        }
    }
}

/// How the fields of an object are decoded.
enum FieldPlan {
    /// In an order that was kept, with the keys of a layout.
    case known(FieldOrder, FieldLayout)
    /// In an order of positions, with keys that have to be read; the layout has the class only.
    case new([FieldPosition], FieldLayout)

    var layout: FieldLayout {
        switch self {
        case .known(_, let layout), .new(_, let layout): layout
        }
    }
}

/// An order in which objects of a shape were decoded field by field: where in a table its positions begin, which stay
/// as they are.
struct FieldOrder: BitwiseCopyable {
    fileprivate let start: Int
}

/// The keys of objects of one shape, as texts, and the two orders in which such objects were decoded last.
struct FieldKeys {
    /// Objects of one class whose fields came in one order.
    fileprivate struct Kind {
        let classIndex: Int
        let order: FieldOrder
        let layout: FieldLayout
    }

    fileprivate var texts: [String] = []
    /// What returning them costs, in bytes.
    fileprivate var cost = 0
    fileprivate var first: Kind?
    fileprivate var second: Kind?
    /// Whether the first kind is the one that was met last.
    fileprivate var isFirstRecent = false
}

extension UnarchiverState {
    /// Finds out in which order the fields of the current object are decoded, and pays for them.
    ///
    /// Objects of a class have the same keys, and mostly their fields were encoded in the same order. From the third on
    /// both are taken from here.
    ///
    /// - Parameter layout: That of the object so far; its class is kept where there is none in the archive, as at the
    ///   top level.
    mutating func fieldPlan(for layout: FieldLayout) throws(ArchiveError) -> FieldPlan {
        try payForElements(scope.fields.count)
        if let known = try knownOrder() { return known }
        let positions: [FieldPosition]
        do {
            positions = try archive.positionsInEncodingOrder(
                of: scope.fields, ofObjectAt: scope.uid.uid, charging: &budget)
        } catch {
            throw ArchiveError(error)
        }
        guard let shape = scope.shape.value, let classIndex = scope.classIndex.value, try haveKeys(shape) else {
            return .new(positions, FieldLayout(currentClass ?? layout.archivedClass))
        }
        return keep(positions, shape, classIndex)
    }

    /// One of the two orders in which objects like the current one were decoded last, if it is that of this one.
    private mutating func knownOrder() throws(ArchiveError) -> FieldPlan? {
        guard let shape = scope.shape.value, shape < fieldKeys.count else { return nil }
        let isFirst = fieldKeys[shape].isFirstRecent
        if let plan = try known(isFirst, shape) { return plan }
        guard let plan = try known(!isFirst, shape) else { return nil }
        fieldKeys[shape].isFirstRecent = !isFirst
        return plan
    }

    /// The first or the second order, if it is that of the current object.
    private mutating func known(_ isFirst: Bool, _ shape: Int) throws(ArchiveError) -> FieldPlan? {
        guard let kind = isFirst ? fieldKeys[shape].first : fieldKeys[shape].second,
            kind.classIndex == scope.classIndex.value
        else { return nil }
        let budgetBefore = budget
        // What can't be paid for is found again in the order in which it always is.
        guard (try? isEncodingOrder(kind.order)) == true else {
            budget = budgetBefore
            return nil
        }
        try payForMemory(fieldKeys[shape].cost)
        return .known(kind.order, kind.layout)
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
            if let first = try archive.firstUID(above: uid, at: value, charging: &budget) {
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
    private mutating func keep(_ positions: [FieldPosition], _ shape: Int, _ classIndex: Int) -> FieldPlan {
        let keys = positions.map { fieldKeys[shape].texts[$0.rawValue] }.filter { $0 != "$class" }
        let layout = FieldLayout(classes[classIndex].record, keys: keys)
        let order = FieldOrder(start: fieldPositions.count)
        // Objects that are being decoded may use the order that this one displaces.
        fieldPositions.append(contentsOf: positions)
        let kind = FieldKeys.Kind(classIndex: classIndex, order: order, layout: layout)
        let isFirst = !fieldKeys[shape].isFirstRecent
        if isFirst { fieldKeys[shape].first = kind } else { fieldKeys[shape].second = kind }
        fieldKeys[shape].isFirstRecent = isFirst
        return .known(order, layout)
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
        let classPosition = scope.shape.value.map { keyShapes[$0].classPosition } ?? .none
        let isPlain = resolvesPlainly
        while next < scope.fields.count {
            let position = fieldPositions[order.start &+ next]
            next &+= 1
            if position == classPosition { continue }
            let index = reader.value(position, of: scope.fields)
            guard isPlain else { return index }
            if let uid = reader.fastUID(at: index) {
                guard let value = try plainObject(uid) else { return index }
                values.append(value)
            } else if let number = reader.fastInteger(at: index) {
                values.append(.inline(.integer(number)))
            } else if let number = reader.fastDouble(at: index) {
                values.append(.inline(.double(number)))
            } else {
                return index
            }
        }
        return nil
    }

    /// Adds what references lead to, up to the first one that takes the slow path.
    ///
    /// - Parameter objects: The objects of the first references, as many as there are.
    fileprivate mutating func appendPlainObjects(
        of references: BinaryReferences,
        to objects: inout CompactListBuilder
    ) throws(ArchiveError) {
        guard resolvesPlainly else { return }
        for number in objects.count..<references.count {
            guard let uid = reader.fastUID(at: reader.unchecked(number, of: references)),
                let object = try plainObject(uid)
            else { return }
            objects.append(object)
        }
    }

    /// Adds what references lead to, up to the first one that takes the slow path.
    ///
    /// - Parameters:
    ///   - elements: The elements of the first references, as many as there are.
    ///   - areLeaves: Becomes false if an instance of a class is added.
    mutating func appendPlainElements(
        of references: BinaryReferences,
        to elements: inout [any Codingable],
        _ areLeaves: inout Bool
    ) throws(ArchiveError) {
        guard resolvesPlainly else { return }
        for number in elements.count..<references.count {
            guard let uid = reader.fastUID(at: reader.unchecked(number, of: references)) else { return }
            switch try plainObject(uid) {
            case .string(let text): elements.append(text)
            case .integer(let number): elements.append(number)
            case .double(let number): elements.append(number)
            case .instance(let instance):
                areLeaves = false
                elements.append(instance)
            default: return
            }
        }
    }

    /// What a reference leads to if it is nil, a number, a short string, an instance that was decoded, a collection, or
    /// an object of a class that no type is known for; nil for all else.
    @inline(__always)
    private mutating func plainObject(_ number: Int) throws(ArchiveError) -> CompactValue? {
        if number == 0 { return .null }
        guard number < archive.entries.count else { return nil }
        let entry = EntryUID(number)
        let index = archive[entry]
        if let number = reader.fastInteger(at: index) { return .integer(number) }
        if let number = reader.fastDouble(at: index) { return .double(number) }
        switch decoded[entry].progress {
        case .unseen, .seenUncached:
            if let string = try fastString(at: entry) { return .string(string) }
            return enterContainer(entry)
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
    private mutating func enterContainer(_ entry: EntryUID) -> CompactValue? {
        guard scope.isFilling, scope.allowedType == nil, scope.allowedList == .none, !requiresSecureCoding,
            let record = fastRecord(at: entry), let container = classes[record.classIndex].container,
            hasRoom(within: reader.limits)
        else { return nil }
        let instance: any TwoPhaseCodingable
        switch container {
        case .object: instance = ArchivedObject()
        case .array: instance = ArchivedArray()
        case .dictionary: instance = ArchivedDictionary()
        }
        enterEmpty(instance, entry, record, Filling(type: container.type, allowedType: nil, allowedList: .none))
        return .instance(instance)
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

    var type: any TwoPhaseCodingable.Type {
        switch self {
        case .object: ArchivedObject.self
        case .array: ArchivedArray.self
        case .dictionary: ArchivedDictionary.self
        }
    }
}
