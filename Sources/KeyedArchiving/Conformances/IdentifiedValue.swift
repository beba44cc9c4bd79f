public import PropertyLists

/// A value with the identity that it had in an archive: a string, a number, data, or a decoded value of another type
/// that isn't a class.
///
/// Swift's values have no identity, so two references to one string come back as two strings. An unarchiver whose
/// ``KeyedUnarchiver/preservesValueIdentity`` is true returns instances of this class instead, one for each entry of
/// the archive, and an archiver writes each of them once.
public final class IdentifiedValue: Codingable, ValueCoding, ObjectContainer {
    /// The value.
    public private(set) var value: any Codingable

    /// The entry of an archive that it was decoded from; nil for a new value.
    let entry: StoredEntry?

    /// Creates an instance that stands for a value.
    public convenience init(_ value: any Codingable) {
        self.init(value, nil)
    }

    init(_ value: any Codingable, _ entry: StoredEntry?) {
        self.value = value
        self.entry = entry
    }

    /// `NSObject`; instances are written as their values are.
    public static var codedClassName: String { "NSObject" }

    /// Objects with another class record than that of the type.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// The class record of the value.
    @usableFromInline
    package static func classRecord(of object: IdentifiedValue) -> ArchivedClass? { object.value.classRecord }

    /// Writes the contents of the value.
    public func encode(with archiver: KeyedArchiver) throws { try value.encode(with: archiver) }

    /// Reads nothing: archives hold values, not this.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidObject`` always.
    public convenience init(coder unarchiver: KeyedUnarchiver) throws {
        throw unarchiver.failure(
            .invalidObject,
            "an identified value is not stored as such",
            key: nil,
            remedy: "decode the type of its value"
        )
    }

    /// Stores the value on the first call, and finds it on all others.
    @usableFromInline
    package static func reference(to object: IdentifiedValue, with archiver: KeyedArchiver) throws -> UID {
        try archiver.checkNotFinished()
        if let uid = archiver.encodedUID(of: object) { return uid.uid }
        let uid =
            try object.entry.flatMap { try archiver.reference(to: object.value, storedAt: $0) }
            ?? object.stored(with: archiver)
        archiver.setEncoded(object, uid: EntryUID(uid))
        if let entry = object.entry { archiver.note(EntryUID(uid), at: entry) }
        return uid
    }

    deinit {
        var contents = takeContents()
        ObjectGraph.release(&contents)
    }

    /// Leaves a null object in the place of an instance.
    ///
    /// - Returns: The instance.
    package func takeContents() -> [AnyObject] {
        guard let instance = value.instance else { return [] }
        value = ArchivedNull()
        return [instance]
    }

    private func stored(with archiver: KeyedArchiver) throws -> UID {
        let value = value
        switch value {
        case let string as String where !string.isNullText:
            return try archiver.storing(value) { archiver.state.addString(string).uid }
        case let number as Int64: return try archiver.storing(value) { archiver.state.addNumber(number).uid }
        case let number as Double: return try archiver.storing(value) { archiver.state.addReal(number).uid }
        case let number as Float: return try archiver.storing(value) { archiver.state.addReal(number).uid }
        case let bit as Bool:
            return try archiver.storing(value) { archiver.state.addValueObject(bit ? .true : .false).uid }
        default: return try archiver.reference(to: value)
        }
    }
}

extension ArchiverState {
    /// Adds a string as an object.
    fileprivate mutating func addString(_ string: String) -> EntryUID {
        addValueObject(stringEntry(string))
    }

    /// Adds a number as an object.
    fileprivate mutating func addNumber(_ number: Int64) -> EntryUID { addValueObject(integerEntry(number, .int64)) }

    /// Adds a real as an object.
    fileprivate mutating func addReal(_ number: Double) -> EntryUID { addValueObject(doubleEntry(number)) }

    /// Adds a 32-bit real as an object.
    fileprivate mutating func addReal(_ number: Float) -> EntryUID { addValueObject(floatEntry(number)) }
}
