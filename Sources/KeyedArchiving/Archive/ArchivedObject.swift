public import PropertyLists

/// An object of a class that has no type: its class record and its fields, which survive a round trip.
///
/// An unarchiver hands it out where unknown classes are kept (``KeyedUnarchiver/keepsUnknownClasses``) or where a call
/// asks for it. Fields refer to decoded objects, typed where their class is known. It is inert: nothing is computed,
/// opened or evaluated.
///
/// ```swift
/// unarchiver.keepsUnknownClasses = true
/// if let window = try unarchiver.decodeObject(forKey: "window") as? ArchivedObject {
///     window["title"] = .object("Untitled")
/// }
/// ```
public final class ArchivedObject: TwoPhaseCodingable, ObjectContainer {
    /// One field: the stored key and the value.
    public struct Field {
        /// The stored key.
        ///
        /// A user's key that starts with `$` has one more `$` in front.
        public var key: String

        /// The value.
        public var value: ArchivedValue

        /// The archive that a field of the top level was decoded from, where identities are kept.
        var identities: ValueIdentities?

        /// Creates a field.
        public init(_ key: String, _ value: ArchivedValue) {
            self.key = key
            self.value = value
        }
    }

    /// The class record.
    public var archivedClass: ArchivedClass

    /// The fields without `$class`, in the order in which they were encoded, as far as the archive shows it.
    ///
    /// An archive holds keys in hash order, but objects are numbered in the order in which they were first referred to,
    /// so that the references are put in that order again. Encoding the object then numbers its objects as before.
    public var fields: [Field]

    /// Which object of an archive it is, where identities are kept.
    var identity: StoredIdentity?

    /// Creates an object.
    ///
    /// ```swift
    /// let note = ArchivedObject(ArchivedClass(name: "Note", hierarchy: ["Note", "NSObject"]))
    /// note["title"] = .object("Untitled")
    /// ```
    public init(_ archivedClass: ArchivedClass, fields: [Field] = []) {
        self.archivedClass = archivedClass
        self.fields = fields
    }

    /// Creates an object without fields, to be filled.
    public convenience init() {
        self.init(ArchivedClass(name: "NSObject"))
    }

    /// The value of the first field with a stored key; setting changes it in place, adds it, or removes it with nil.
    ///
    /// ```swift
    /// window["title"] = .object("Untitled")
    /// ```
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
    public var _classRecord: ArchivedClass? { archivedClass }

    /// Writes every field as it was read.
    ///
    /// - Throws: ``ArchiveError/Code/unrepresentable`` if an inline value holds UIDs, and otherwise as
    ///   `encode(_:forKey:)` does.
    public func encode(with archiver: KeyedArchiver) throws {
        archiver.keepIdentity(identity, of: self)
        for field in fields { try archiver.encode(field) }
    }

    /// Reads every field.
    public func decode(with unarchiver: KeyedUnarchiver) throws {
        if let archivedClass = unarchiver.currentClass { self.archivedClass = archivedClass }
        identity = unarchiver.identity(ofObjectAt: unarchiver.state.scope.uid)
        fields = try unarchiver.decodeFields()
    }

    deinit {
        var contents = takeContents()
        if !contents.isEmpty { ObjectGraph.release(&contents) }
    }

    /// Leaves the object without fields.
    ///
    /// - Returns: The instances that it held.
    package func takeContents() -> [AnyObject] {
        var contents: [AnyObject] = []
        // Taken out one by one, values are moved and not copied.
        var rest = fields
        fields = []
        while let field = rest.popLast() { field.value.appendInstances(to: &contents) }
        return contents
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
    /// One that holds UIDs, which no Apple archiver writes, can be read but not encoded: the numbers belong to the
    /// archive that it was read from.
    case inline(PropertyList)

    /// Adds the instances that it refers to.
    fileprivate consuming func appendInstances(to instances: inout [AnyObject]) {
        switch self {
        case .object(let object):
            if let instance = object?._object { instances.append(instance) }
        case .objects(let objects):
            for object in objects { if let instance = object?._object { instances.append(instance) } }
        case .inline: break
        }
    }
}
