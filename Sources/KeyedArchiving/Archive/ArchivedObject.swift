public import PropertyLists

/// An object of a class that has no type: its class record and its fields, which survive a round trip.
///
/// An unarchiver hands it out where unknown classes are kept (``KeyedUnarchiver/keepsUnknownClasses``) or where a call
/// asks for it. Fields refer to decoded objects, typed where their class is known. It is inert: nothing is computed,
/// opened or evaluated.
public final class ArchivedObject: TwoPhaseCodingable, ObjectContainer {
    /// One field: the stored key and the value.
    public struct Field {
        /// The stored key.
        ///
        /// A user's key that starts with `$` has one more `$` in front.
        public var key: String

        /// The value.
        public var value: ArchivedValue

        /// Creates a field.
        public init(_ key: String, _ value: ArchivedValue) {
            self.key = key
            self.value = value
        }
    }

    /// The class record.
    public var archivedClass: ArchivedClass

    /// The fields without `$class`, in the order in which they were encoded as far as the archive tells.
    ///
    /// An archive holds keys in hash order, but objects are numbered in the order in which they were first referred to,
    /// so that the references are put in that order again. Encoding the object then numbers its objects as before.
    public var fields: [Field]

    /// Creates an object.
    public init(_ archivedClass: ArchivedClass, fields: [Field] = []) {
        self.archivedClass = archivedClass
        self.fields = fields
    }

    /// Creates an object without fields, to be filled.
    public convenience init() {
        self.init(ArchivedClass(name: "NSObject"))
    }

    /// The value of the first field with a stored key; setting changes it in place, adds it, or removes it with nil.
    public subscript(key: String) -> ArchivedValue? {
        get { fields.first { $0.key == key }?.value }
        set {
            let position = fields.firstIndex { $0.key == key }
            switch (position, newValue) {
            case (let position?, let value?): fields[position].value = value
            case (let position?, nil): fields.remove(at: position)
            case (nil, let value?): fields.append(Field(key, value))
            case (nil, nil): break
            }
        }
    }

    /// The class record that was read.
    public var _codedClass: ArchivedClass? { archivedClass }

    /// Writes every field as it was read.
    ///
    /// - Throws: ``ArchiveError/Code/unrepresentable`` if an inline value holds UIDs, and else as `encode(_:forKey:)` does.
    public func encode(with archiver: KeyedArchiver) throws {
        for field in fields { try archiver.encode(field.value, forStoredKey: field.key) }
    }

    /// Reads every field.
    public func decode(with unarchiver: KeyedUnarchiver) throws {
        if let archivedClass = unarchiver.currentClass { self.archivedClass = archivedClass }
        fields = try unarchiver.decodeFields()
    }

    deinit {
        var contents = takeContents()
        ObjectGraph.release(&contents)
    }

    /// Leaves the object without fields.
    ///
    /// - Returns: The instances that it held.
    package func takeContents() -> [AnyObject] {
        defer { fields = [] }
        return fields.flatMap { $0.value.instances }
    }
}

/// The value of a field of an ``ArchivedObject``.
public enum ArchivedValue {
    /// A reference to an object, or nil.
    case object((any Codingable)?)
    /// An inline array of references, as collections have.
    case objects([(any Codingable)?])
    /// An inline value.
    ///
    /// One that holds UIDs, which no Apple archiver writes, can be read but not encoded: the numbers belong to the archive
    /// that it was read from.
    case inline(PropertyList)

    /// The instances that it refers to.
    fileprivate var instances: [AnyObject] {
        switch self {
        case .object(let object): object?._instance.map { [$0] } ?? []
        case .objects(let objects): objects.compactMap { $0?._instance }
        case .inline: []
        }
    }
}

extension KeyedArchiver {
    /// Encodes the value of a field under a key that is stored as it is.
    func encode(_ value: ArchivedValue, forStoredKey key: String) throws {
        switch value {
        case .object(let object):
            let uid = try object?._encodeReference(with: self) ?? .null
            state.put(state.table.uid(uid), forStoredKey: key)
        case .objects(let objects):
            var uids: [UID] = []
            for object in objects { uids.append(try object?._encodeReference(with: self) ?? .null) }
            let entries = uids.map { state.table.uid($0) }
            state.put(state.table.addArray(entries), forStoredKey: key)
        case .inline(let value):
            guard !value.holdsReferences else { throw misplacedReferences(key) }
            state.put(state.inlineEntry(value), forStoredKey: key)
        }
    }

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
        default: table.add(value)
        }
    }
}

extension KeyedUnarchiver {
    /// Decodes every field of the current object but its class.
    fileprivate func decodeFields() throws -> [ArchivedObject.Field] {
        let keys = state.scope.keys
        let values = state.scope.values
        try state.payForElements(keys.count)
        var fields: [ArchivedObject.Field] = []
        fields.reserveCapacity(keys.count)
        for position in try state.positionsInEncodingOrder() {
            guard let key = try state.reader.archiveString(at: state.reader.unchecked(position, of: keys))?.string
            else {
                throw failure(.invalidObject, "a key is not a string", key: nil)
            }
            guard key != "$class" else { continue }
            fields.append(ArchivedObject.Field(key, try fieldValue(at: state.reader.unchecked(position, of: values))))
        }
        return fields
    }

    private func fieldValue(at index: Int) throws -> ArchivedValue {
        if let uid = try state.uid(at: index) { return .object(try decodeAnyObject(reference: uid, .inherited)) }
        let header = try state.header(at: index)
        guard header.kind == .array else { return .inline(try inlineValue(at: index)) }
        try state.payForElements(header.count)
        let references = BinaryReferences(position: header.payload, count: header.count)
        var objects: [(any Codingable)?] = []
        objects.reserveCapacity(references.count)
        for position in 0..<references.count {
            guard let uid = try state.uid(at: state.reader.unchecked(position, of: references)) else {
                return .inline(try inlineValue(at: index))
            }
            objects.append(try decodeAnyObject(reference: uid, .inherited))
        }
        return .objects(objects)
    }

    private func inlineValue(at index: Int) throws(ArchiveError) -> PropertyList {
        try withPropertyList { () throws(PropertyListError) in
            if let scalar = try state.reader.scalar(at: index) { return scalar }
            return try state.reader.tree(at: index)
        }
    }
}
