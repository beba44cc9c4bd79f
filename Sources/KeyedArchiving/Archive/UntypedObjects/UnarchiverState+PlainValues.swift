internal import PropertyLists

// Values that no code of a user has a part in, one after the other in one access to the state.

extension UnarchiverState {
    /// Whether references are resolved directly: no delegate sees decoded values, and they carry no identity.
    private var resolvesPlainly: Bool { !checksPlainValues && !preservesIdentity }

    /// Adds the values of the fields of the current object up to the first one that takes the slow path.
    ///
    /// - Parameter next: The number of fields that were visited.
    /// - Returns: The value that takes the slow path; nil if there is none.
    mutating func appendPlainValues(
        _ order: FieldOrder,
        from next: inout Int,
        to values: inout CompactListBuilder
    ) throws(ArchiveError) -> ObjectIndex? {
        let classPosition = frame.shape.value.map { keyShapes[$0].classPosition } ?? FieldPosition.none
        while next < frame.fields.count {
            let position = fieldPositions[order.start &+ next]
            next &+= 1
            if position == classPosition { continue }
            let index = reader.value(position, of: frame.fields)
            guard let value = try plainValue(at: index) else { return index }
            values.append(value)
        }
        return nil
    }

    /// The value of a field that is a plain object, or a number or a boolean in its place; nil for all else.
    ///
    /// Numbers and booleans cost nothing.
    @inline(__always)
    mutating func plainValue(at index: ObjectIndex) throws(ArchiveError) -> CompactValue? {
        guard let start = reader.start(of: index) else { return nil }
        if let uid = reader.fastUID(from: start) { return resolvesPlainly ? try plainObject(uid) : nil }
        if let number = reader.fastInteger(from: start) { return .inline(.integer(number)) }
        if let number = reader.fastDouble(from: start) { return .inline(.double(number)) }
        return reader.fastBoolean(from: start).map { .inline(.boolean($0)) }
    }

    /// Adds the objects of references, up to the first one that takes the slow path.
    ///
    /// - Parameters:
    ///   - start: The number of references to skip.
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

    /// The object of a reference, if it is nil, a number, a short string, a decoded instance, a collection, or an
    /// object of an unknown class; nil for other objects.
    @inline(__always)
    private mutating func plainObject(_ number: Int) throws(ArchiveError) -> CompactValue? {
        if number == 0 { return .null }
        guard number < archive.entries.count else { return nil }
        let entry = EntryUID(number)
        guard let start = reader.start(of: reader.unchecked(number, of: archive.entries)) else { return nil }
        if let number = reader.fastInteger(from: start) { return .integer(number) }
        if let number = reader.fastDouble(from: start) { return .double(number) }
        switch entries[entry].stage {
        case .unseen, .readOnce:
            if let fields = reader.fastDictionary(from: start) { return try enterContainer(entry, fields) }
            return try fastPlainString(at: entry).map { .string($0) }
        case .instance, .early:
            // The slow path looks at other types for the class, and at what a container holds.
            guard !requiresSecureCoding, typesToCompare.isEmpty, competingTypes.isEmpty else { return nil }
            return entries.instance(at: entry).map { .instance($0) }
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
        guard frame.isFilling, frame.allowedType == nil, frame.allowedList == .none, !requiresSecureCoding,
            let stored = try storedObject(at: entry, fields),
            let container = classes[stored.classIndex].container, hasRoom()
        else { return nil }
        let plan = FillPlan(type: container.type, allowedType: nil, allowedList: .none)
        return .instance(allocate(container.makeInstance(), entry, stored, plan))
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
