public import PropertyLists

/// An object of a class that has no type: its class record and its fields, which survive a round trip.
///
/// An unarchiver returns it where unknown classes are kept (``KeyedUnarchiver/keepsUnknownClasses``) or where a call
/// asks for it. Fields refer to decoded objects, typed where their class is known. It is inert: nothing is computed,
/// opened or evaluated.
///
/// ```swift
/// unarchiver.keepsUnknownClasses = true
/// if let window = try unarchiver.decodeObject(forKey: "window") as? ArchivedObject {
///     window["title"] = .object("Untitled")
/// }
/// ```
public final class ArchivedObject: TwoPhaseCodingable, ValueCoding, GraphContainer, StoredContainer {
    /// One field: the stored key and the value.
    public struct Field {
        /// The stored key.
        ///
        /// A user's key that starts with `$` has one more `$` in front.
        public var key: String

        /// The value.
        public var value: ArchivedValue

        /// The archive that a field of the top level was decoded from.
        var origin: Origin?

        /// Creates a field.
        public init(_ key: String, _ value: ArchivedValue) {
            self.key = key
            self.value = value
        }
    }

    /// The class record.
    public var archivedClass: ArchivedClass {
        get { layout?.archivedClass ?? ArchivedClass(name: "NSObject") }
        set { layout = FieldLayout(newValue, layout?.origin) }
    }

    /// The fields without `$class`, in the order in which they were encoded, as far as the archive shows it.
    ///
    /// An archive holds keys in hash order, but objects are numbered in the order in which they were first referred to,
    /// so that the references are put in that order again. Encoding the object then numbers its objects as before.
    public var fields: Fields {
        get { contents }
        set {
            // What the object held may refer back to it, and is released once the object is no longer being changed.
            let old = contents
            contents = newValue
            withExtendedLifetime(old) {}
        }
        _modify {
            // Moved out, the fields have one holder and are changed in place.
            var fields = takeFields()
            defer { contents = fields }
            yield &fields
        }
    }

    /// The class record, which objects of one class share; nil as long as there is none.
    private var layout: FieldLayout?

    private var contents: Fields

    /// The UID of its entry in its archive; that of `$null` if it wasn't decoded.
    private var uid = EntryUID.null

    package var entry: StoredEntry? {
        guard uid != .null, let origin = layout?.origin else { return nil }
        return StoredEntry(origin: origin, uid: uid)
    }

    /// Creates an object.
    ///
    /// ```swift
    /// let note = ArchivedObject(ArchivedClass(name: "Note", hierarchy: ["Note", "NSObject"]))
    /// note["title"] = .object("Untitled")
    /// ```
    public init(_ archivedClass: ArchivedClass, fields: some Sequence<Field> = EmptyCollection<Field>()) {
        layout = FieldLayout(archivedClass)
        contents = Fields(fields)
    }

    /// Creates an object without fields, to be filled.
    public init() {
        contents = Fields()
    }

    /// The value of the first field with a stored key; setting changes it in place, adds it, or removes it with nil.
    ///
    /// ```swift
    /// window["title"] = .object("Untitled")
    /// ```
    ///
    /// - Complexity: O(*n*) in the number of fields, and of the elements of the value.
    public subscript(key: String) -> ArchivedValue? {
        get { contents.position(ofKey: key).map { contents.value(at: $0) } }
        set {
            switch (contents.position(ofKey: key), newValue) {
            case (let position?, let value?): fields[position].value = value
            case (let position?, nil): fields.remove(at: position)
            case (nil, let value?): fields.append(Field(key, value))
            case (nil, nil): break
            }
        }
    }

    /// Objects with another class record than that of the type.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// The class record that was read.
    @usableFromInline
    package static func classRecord(of object: ArchivedObject) -> ArchivedClass? { object.archivedClass }

    /// Writes every field as it was read; of fields with one key, the first.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` if an inline value holds UIDs, and otherwise as
    ///   `encode(_:forKey:)` does.
    public func encode(with archiver: KeyedArchiver) throws {
        archiver.begin(self, at: entry)
        archiver.state.frame.keepsFirstValues = true
        for field in fields { try archiver.encode(field) }
    }

    /// Reads every field.
    public func decode(with unarchiver: KeyedUnarchiver) throws {
        uid = unarchiver.state.frame.uid
        let origin = unarchiver.origin
        do {
            // Code that has the object before it is complete sees its class.
            switch try unarchiver.state.fieldPlan() {
            case .known(let order):
                let known = unarchiver.state.layout(of: order)
                layout = known
                contents = Fields(keys: known.keys, values: try unarchiver.decodeValues(in: order))
            case .new(let positions):
                layout = FieldLayout(unarchiver.currentClass ?? archivedClass, origin)
                contents = try unarchiver.decodeFields(at: positions)
            }
        } catch {
            if let archivedClass = unarchiver.currentClass { layout = FieldLayout(archivedClass, origin) }
            throw error
        }
    }

    deinit {
        guard holdsGraphs else { return }
        var instances = takeContents()
        ObjectGraph.release(&instances)
    }
}

// MARK: - Release

extension ArchivedObject {
    /// Whether an instance is known to hold no others.
    static func isLeaf(_ instance: any Codingable & AnyObject) -> Bool {
        guard ObjectIdentifier(type(of: instance)) == ObjectIdentifier(ArchivedObject.self) else { return false }
        // Safe: the types were compared.
        return unsafe unsafeDowncast(instance, to: ArchivedObject.self).isLeaf
    }

    private var isLeaf: Bool { if case .leaves = contents.values { true } else { false } }

    var holdsGraphs: Bool { contents.values.holdsGraphs }

    func moveContents(to instances: inout [AnyObject]) {
        takeFields().values.appendInstances(to: &instances)
    }

    /// Leaves the object without fields.
    private func takeFields() -> Fields {
        let fields = contents
        contents = Fields()
        return fields
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
}
