public import PropertyLists

/// Writes a graph of objects as a keyed archive: Apple's `NSKeyedArchiver`.
///
/// ```swift
/// let bytes = try KeyedArchiver.archivedBytes(withRootObject: person)
/// ```
///
/// For several top-level objects, make an archiver, encode each under a key, and take ``encodedBytes``.
///
/// The bytes are those that Apple's archiver writes for the same graph: UIDs in the order in which objects are first
/// seen, class records after the contents of their first instance, keys in hash order. The same graph gives the same
/// bytes, with one exception: a set whose members aren't `Comparable` and differ only more than two levels down.
///
/// An archiver belongs to one task at a time. If `encode(with:)` of an object throws, the archiver can be used on:
/// references to the object that were already written stand for nil, unless the object is encoded after all.
public final class KeyedArchiver {
    /// The key of the root object: `root`.
    public static let rootObjectKey = "root"

    /// The state, without dynamic exclusivity checks.
    ///
    /// They are not needed: the methods of the state never call code of the user while the archiver has it, and an
    /// archiver belongs to one task at a time, so no access can begin while another is open. They would slow down every
    /// call (row `encode person` of `Instructions.tsv`). The one exception is a `deinit`: letting go of a
    /// delegate may release it, and its `deinit` must not use the archiver.
    @exclusivity(unchecked) private var uncheckedState: ArchiverState

    var state: ArchiverState {
        @inline(__always) _read { yield unsafe uncheckedState }
        @inline(__always) _modify { yield unsafe &uncheckedState }
    }

    /// The result of finishing; nil before.
    var finished: Result<[UInt8], any Error>?
    /// How many levels of objects are written with their contents, where an archive only serves to compare objects.
    var contentDepth = Int.max

    /// The generation of Apple's archiver whose layout is followed.
    public var layout: ArchiveLayout { state.layout }

    /// Bounds on the archive to write, so that it can be read again within the same limits.
    ///
    /// The limits on the expansion of an input apply to reading only.
    public let limits: Limits

    /// The form to write; binary unless set before finishing.
    public var outputFormat: PropertyListFormat {
        get { state.outputFormat }
        set { state.outputFormat = newValue }
    }

    /// The name of the archiver's class in the archive (`$archiver`).
    ///
    /// Subclasses of Apple's archiver write their own name; readers accept any.
    public var archiverName: String {
        get { state.archiverName }
        set { state.archiverName = newValue }
    }

    /// Whether only types that support secure coding may be encoded.
    ///
    /// It does not change the bytes.
    public var requiresSecureCoding: Bool {
        get { state.requiresSecureCoding }
        set { state.requiresSecureCoding = newValue }
    }

    /// Whether classes that are nested in other types get the names that Apple's runtime has for them:
    /// `_TtCC3App5Outer5Inner` for `App.Outer.Inner`.
    ///
    /// Set it before the first object is encoded if a program that uses Apple's coders reads the archive. It is about names
    /// that no class declares; generic and private classes keep theirs. Reading takes either name for the class.
    public var usesRuntimeClassNames = false

    /// The delegate.
    ///
    /// It is not retained, except while an object is encoded that it is asked about.
    public var delegate: (any KeyedArchiverDelegate)? {
        get { state.delegate }
        set {
            state.delegate = newValue
            state.heldDelegate = nil
            state.hasDelegate = newValue != nil
        }
    }

    /// Whether to skip the delegate for the next plain value: it is the delegate's own replacement.
    var skipsDelegate = false

    /// Creates an archiver.
    ///
    /// ```swift
    /// let archiver = KeyedArchiver()
    /// try archiver.encode(person, forKey: "person")
    /// let bytes = try archiver.encodedBytes
    /// ```
    public init(
        requiringSecureCoding: Bool = false,
        layout: consuming ArchiveLayout = .current,
        limits: Limits = .default
    ) {
        self.limits = limits
        unsafe uncheckedState = ArchiverState(layout)
        state.requiresSecureCoding = requiringSecureCoding
    }

    /// Archives one object, with all it refers to, under the key `root`.
    ///
    /// ```swift
    /// let bytes = try KeyedArchiver.archivedBytes(withRootObject: person)
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError``, and the errors of the objects' `encode(with:)`.
    /// - Complexity: O(*n*) in the number of values.
    @inlinable
    public static func archivedBytes<Object: Codingable>(
        withRootObject object: Object,
        requiringSecureCoding: Bool = false,
        layout: consuming ArchiveLayout = .current,
        limits: Limits = .default
    ) throws -> [UInt8] {
        let archiver = KeyedArchiver(requiringSecureCoding: requiringSecureCoding, layout: layout, limits: limits)
        try archiver.encode(object, forKey: rootObjectKey)
        return try archiver.encodedBytes
    }

    /// Archives an object of any type, or nil, under the key `root`.
    ///
    /// ```swift
    /// let bytes = try KeyedArchiver.archivedBytes(withRootObject: pets.first)
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError``, and the errors of the objects' `encode(with:)`.
    /// - Complexity: O(*n*) in the number of values.
    public static func archivedBytes(
        withRootObject object: (any Codingable)?,
        requiringSecureCoding: Bool = false,
        layout: ArchiveLayout = .current,
        limits: Limits = .default
    ) throws -> [UInt8] {
        let archiver = KeyedArchiver(requiringSecureCoding: requiringSecureCoding, layout: layout, limits: limits)
        try archiver.encode(object, forKey: rootObjectKey)
        return try archiver.encodedBytes
    }

    /// True: values are encoded under keys.
    ///
    /// A type that supports only some coders asks this, as it would ask Apple's `allowsKeyedCoding`.
    public var allowsKeyedCoding: Bool { true }

    /// The warnings about the objects encoded so far, such as a key used twice in one object.
    public var warnings: [CodingWarning] { state.warnings }

    // MARK: Class names

    /// Sets the name to write for a type, in place of its coded class name; nil removes it.
    ///
    /// Apple's archiver writes such a class record without its superclasses, and so does this one. Set names before
    /// encoding: the record of a class is made when its first instance is seen.
    ///
    /// ```swift
    /// archiver.setClassName("OldPerson", for: Person.self)
    /// ```
    public func setClassName(_ name: String?, for type: any Codingable.Type) {
        state.classNames[ObjectIdentifier(type)] = name
    }

    /// The name set for a type with ``setClassName(_:for:)``, or nil.
    ///
    /// ```swift
    /// let name = archiver.className(for: Person.self) ?? Person.codedClassName
    /// ```
    public func className(for type: any Codingable.Type) -> String? {
        state.classNames[ObjectIdentifier(type)]
    }
}
