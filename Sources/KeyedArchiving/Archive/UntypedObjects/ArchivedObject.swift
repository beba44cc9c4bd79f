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
public final class ArchivedObject: TwoPhaseCodingable, GraphContainer, StoredContainer {
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
        set { layout = FieldLayout(newValue, keys: compactKeys, layout?.origin) }
    }

    /// The fields without `$class`, in the order in which they were encoded, as far as the archive shows it.
    ///
    /// An archive holds keys in hash order, but objects are numbered in the order in which they were first referred to,
    /// so that the references are put in that order again. Encoding the object then numbers its objects as before.
    ///
    /// - Complexity: O(1); O(*n*) in the number of fields, up to 32, of an object that was decoded and not changed.
    public var fields: [Field] {
        get {
            switch contents {
            case .fields(let fields): fields
            case .compact(let list): Self.fields(compactKeys, list)
            }
        }
        set {
            // What the object held may refer back to it, and is released once the object is no longer being changed.
            let old = contents
            contents = .fields(newValue)
            withExtendedLifetime(old) {}
        }
        _modify {
            // Moved out, the array has one holder and is changed in place.
            var fields = fields
            contents = .fields([])
            defer { contents = .fields(fields) }
            yield &fields
        }
    }

    /// The class record, and the keys of the fields in their compact form; nil as long as there is neither.
    private var layout: FieldLayout?

    private var compactKeys: [String] { layout?.keys ?? [] }

    private var contents: Contents

    /// Which entry of its archive it is; that of `$null` if it wasn't decoded.
    private var uid = EntryUID.null

    package var entry: StoredEntry? {
        guard uid != .null, let origin = layout?.origin else { return nil }
        return StoredEntry(origin: origin, uid: uid)
    }

    /// The fields as they are returned, or the values of as many as the layout has keys.
    private enum Contents {
        case fields([Field])
        case compact(CompactList)
    }

    /// Creates an object.
    ///
    /// ```swift
    /// let note = ArchivedObject(ArchivedClass(name: "Note", hierarchy: ["Note", "NSObject"]))
    /// note["title"] = .object("Untitled")
    /// ```
    public init(_ archivedClass: ArchivedClass, fields: [Field] = []) {
        layout = FieldLayout(archivedClass)
        contents = .fields(fields)
    }

    /// Creates an object without fields, to be filled.
    public init() {
        contents = .fields([])
    }

    /// The value of the first field with a stored key; setting changes it in place, adds it, or removes it with nil.
    ///
    /// ```swift
    /// window["title"] = .object("Untitled")
    /// ```
    ///
    /// - Complexity: O(*n*) in the number of fields.
    public subscript(key: String) -> ArchivedValue? {
        get {
            switch contents {
            case .fields(let fields): fields.first { $0.key.isIdentical(to: key) }?.value
            case .compact(let list):
                compactKeys.firstIndex { $0.isIdentical(to: key) }.map { list.elements[$0].value }
            }
        }
        set {
            let position = fields.firstIndex { $0.key.isIdentical(to: key) }
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
                layout = unarchiver.state.layout(of: order)
                keep(try unarchiver.decodeValues(in: order))
            case .new(let positions):
                let archivedClass = unarchiver.currentClass ?? archivedClass
                layout = FieldLayout(archivedClass, origin)
                let (keys, list) = try unarchiver.decodeFields(at: positions)
                layout = FieldLayout(archivedClass, keys: keys, origin)
                keep(list)
            }
        } catch {
            if let archivedClass = unarchiver.currentClass { layout = FieldLayout(archivedClass, origin) }
            throw error
        }
    }

    /// Keeps the values of the keys.
    private func keep(_ list: consuming CompactList) {
        contents =
            list.count > CompactList.maximumCount ? .fields(Self.fields(compactKeys, list)) : .compact(list)
    }

    /// The fields as they are returned.
    static func fields(_ keys: [String], _ list: CompactList) -> [Field] {
        zip(keys, list.elements).map { Field($0, $1.value) }
    }

    deinit {
        guard !isLeaf, holdsGraphs else { return }
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

    private var isLeaf: Bool {
        if case .compact(.leaves) = contents { true } else { false }
    }

    var holdsGraphs: Bool {
        switch contents {
        case .fields(let fields): !fields.isEmpty
        case .compact(let list): list.holdsGraphs
        }
    }

    func moveContents(to instances: inout [AnyObject]) {
        switch takeFields() {
        case .fields(var rest):
            // Taken out one by one, values are moved and not copied.
            while let field = rest.popLast() { field.value.appendInstances(to: &instances) }
        case .compact(let list): list.appendInstances(to: &instances)
        }
    }

    /// Leaves the object without fields.
    private func takeFields() -> Contents {
        let fields = contents
        contents = .fields([])
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
