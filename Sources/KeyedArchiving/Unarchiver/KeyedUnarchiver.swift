public import PropertyLists

/// Reads the objects of a keyed archive: Apple's `NSKeyedUnarchiver`.
///
/// ```swift
/// let person = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes)
/// ```
///
/// Only types that a decoding call names or that are in ``registry`` are ever instantiated, whatever class names the
/// archive has. A defect of an archive is thrown as an ``/PropertyLists/ArchiveError`` with the cause, the place and a
/// remedy; with ``DecodingFailurePolicy/setErrorAndReturn`` the error is kept in ``error`` instead, and calls return
/// defaults.
///
/// Methods with Apple's names keep Apple's contract for a missing key: `decodeInteger(forKey:)` returns 0,
/// `decodeObject(of:forKey:)` nil. ``decode(_:forKey:)`` throws instead.
///
/// An unarchiver belongs to one task at a time.
public final class KeyedUnarchiver {
    /// The treatment of decoding errors.
    public enum DecodingFailurePolicy: Hashable, Sendable {
        /// The call throws.
        case `throw`
        /// The call returns nil, false, 0 or no bytes; the first error is kept in ``KeyedUnarchiver/error``, and all
        /// later calls return defaults too.
        case setErrorAndReturn
    }

    /// The state, without dynamic exclusivity checks.
    ///
    /// Checking every access would slow down every call (row `decode person` of `Instructions.tsv`). It is
    /// not needed: the state is private to this class, its methods never call code of the user, and an unarchiver
    /// belongs to one task at a time, so no access can begin while another is open. The one exception is a `deinit`:
    /// letting go of a value that failed or was replaced may release an object of the user, whose `deinit` must not use
    /// the unarchiver.
    @exclusivity(unchecked) private var uncheckedState: UnarchiverState

    var state: UnarchiverState {
        @inline(__always) _read { yield unsafe uncheckedState }
        @inline(__always) _modify { yield unsafe &uncheckedState }
    }

    /// The types that ``setClass(_:forClassName:)`` set.
    var types: ClassNameTable<any Codingable.Type> { state.types }

    /// The element that represents nil in a collection; nil if a collection may not hold nil.
    var elementForNil: (any Codingable)?

    /// The types that are registered for class names, in addition to those that decoding calls name.
    public var registry: ClassRegistry {
        get { state.registry }
        set {
            forgetResolvedTypes()
            state.registry = newValue
        }
    }

    /// Whether objects of classes that have no type are decoded as ``ArchivedObject`` rather than refused.
    ///
    /// They are returned where a call asks for any object, or for an ``ArchivedObject``. So is an object whose class
    /// has a type of this library's, if that does not understand its content; ``warnings`` has a warning then. Arrays,
    /// dictionaries and sets whose references contradict themselves are damaged, and refused nevertheless.
    public var keepsUnknownClasses = false {
        didSet { if keepsUnknownClasses != oldValue { forgetResolvedTypes() } }
    }

    /// Whether secure coding counts only the types that were named, and not their subclasses.
    public var allowsExactTypesOnly: Bool {
        get { state.allowsExactTypesOnly }
        set {
            if newValue != state.allowsExactTypesOnly { forgetResolvedTypes() }
            state.allowsExactTypesOnly = newValue
        }
    }

    /// The treatment of decoding errors.
    ///
    /// Changing it has no effect on earlier errors.
    public var decodingFailurePolicy = DecodingFailurePolicy.throw

    /// The first failure under ``DecodingFailurePolicy/setErrorAndReturn``; nil otherwise.
    public internal(set) var error: (any Error)?

    /// The delegate.
    ///
    /// It is not retained, except while an object is decoded that it is asked about.
    public var delegate: (any KeyedUnarchiverDelegate)? {
        get { state.delegate }
        set {
            forgetResolvedTypes()
            state.delegate = newValue
            state.heldDelegate = nil
            state.hasDelegate = newValue != nil
            // The delegate has not seen them.
            state.recentStrings = RecentStrings()
        }
    }

    /// The name of the class that wrote the archive (`$archiver`).
    public let archiverName: String

    /// The form of the archive, and the document type of XML.
    let format: PropertyListFormat
    let documentType: XMLPropertyListWriter.DocumentType

    /// Opens an archive in either form for decoding.
    ///
    /// ```swift
    /// let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, limits: .untrusted)
    /// let person = try unarchiver.decode(Person.self, forKey: "person")
    /// unarchiver.finishDecoding()
    /// ```
    ///
    /// - Parameters:
    ///   - source: A binary or XML property list.
    ///   - registry: Which types stand for which class names, in addition to those that decoding calls name;
    ///     if nil, the registry of the source, or the standard one.
    ///   - limits: Bounds on the work that the input may cause.
    /// - Throws: ``/PropertyLists/ArchiveError`` if the bytes are not a keyed archive.
    /// - Complexity: O(*n*) in the number of objects, with a small constant.
    public convenience init(
        forReadingFrom source: some ArchiveSource,
        registry: ClassRegistry? = nil,
        limits: Limits = .default
    ) throws(ArchiveError) {
        try self.init(
            bytes: source.archiveBytes(), registry: registry ?? source.defaultRegistry ?? .standard, limits: limits)
    }

    init(bytes: [UInt8], registry: ClassRegistry, limits: Limits) throws(ArchiveError) {
        let source = try ArchiveContainer(bytes, limits: limits, validation: .onAccess)
        let reader = source.reader
        let envelope = try ArchiveEnvelope(of: reader)
        (format, documentType) = (source.format, source.documentType)
        self.limits = limits
        archiverName = envelope.archiver
        unsafe uncheckedState = UnarchiverState(ArchiveIndex(reader, envelope), registry)
    }

    /// Decodes from an archive that was opened and not changed.
    init(_ archive: KeyedArchive, registry: ClassRegistry) {
        limits = archive.limits
        archiverName = archive.archiver
        (format, documentType) = (archive.format, archive.documentType)
        unsafe uncheckedState = UnarchiverState(ArchiveIndex(archive.reader, archive.envelope), registry)
    }

    /// Creates an unarchiver for an archive from which other objects were decoded.
    init(_ archive: ArchiveIndex, registry: ClassRegistry) {
        limits = archive.reader.limits
        archiverName = ArchiveEnvelope.usualArchiver
        (format, documentType) = (.binary, .apple)
        unsafe uncheckedState = UnarchiverState(archive, registry)
        keepsUnknownClasses = true
        state.requiresSecureCoding = false
    }

    /// Whether decoding is limited to the types that calls name and that support secure coding.
    ///
    /// True at first, as in Apple's `init(forReadingFrom:)`. A type that a call names admits its registered subclasses
    /// unless ``allowsExactTypesOnly`` is set; named types apply to everything decoded below, until an inner call names
    /// other types. Plain values (strings, numbers, data) are always admitted.
    public var requiresSecureCoding: Bool {
        get { state.requiresSecureCoding }
        @available(*, unavailable, message: "call 'disableSecureCoding()' right after opening the archive")
        set {}
    }

    /// Turns secure coding off.
    ///
    /// ```swift
    /// try unarchiver.disableSecureCoding()
    /// let object = try unarchiver.decodeObject(forKey: "root")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if decoding has begun.
    public func disableSecureCoding() throws(ArchiveError) {
        guard !state.hasStarted else {
            throw ArchiveError(
                .invalidUnarchiveOperation,
                "secure coding cannot be turned off once decoding has begun",
                remedy: "turn it off right after opening the archive"
            )
        }
        state.requiresSecureCoding = false
    }

    /// The limits that hold for this archive.
    public let limits: Limits

    /// True: values are decoded by keys.
    public var allowsKeyedCoding: Bool { true }

    /// The types that the innermost decoding call allows; none at the top level.
    public var allowedTypes: [any Codingable.Type] { state.allowed.types }

    /// The class record of the object being decoded, or nil at the top level.
    ///
    /// A type that reads several class names asks this to know which one it was.
    public var currentClass: ArchivedClass? { state.currentClass }

    /// The warnings about the values decoded so far, such as an inline number where an object was expected.
    public var warnings: [CodingWarning] { state.warnings }

    // MARK: Class names

    /// Sets the type for a class name in this unarchiver; nil removes it.
    ///
    /// It takes precedence over the types that calls name and over the registry.
    ///
    /// ```swift
    /// unarchiver.setClass(Person.self, forClassName: "OldPerson")
    /// ```
    public func setClass(_ type: (any Codingable.Type)?, forClassName name: String) {
        forgetResolvedTypes()
        state.types[name] = type
    }

    /// Discards the resolved types; called before the properties that they depend on change.
    private func forgetResolvedTypes() {
        noteTypes()
        for index in state.classes.indices {
            state.classes[index].request = nil
            state.classes[index].requestedList = .none
        }
        state.graphTables = nil
    }

    /// The type set for a class name with ``setClass(_:forClassName:)``, or nil; for a mangled name also the one set for
    /// the name in the source.
    ///
    /// ```swift
    /// let type = unarchiver.class(forClassName: "OldPerson")
    /// ```
    public func `class`(forClassName name: String) -> (any Codingable.Type)? {
        types[name] ?? MangledClassName.readable(name).flatMap { types[$0] }
    }

    // MARK: Finishing

    /// Ends decoding.
    ///
    /// Later calls fail; ending again does nothing.
    ///
    /// ```swift
    /// let person = try unarchiver.decode(Person.self, forKey: "person")
    /// unarchiver.finishDecoding()
    /// ```
    public func finishDecoding() {
        if case .finished = state.decodingState { return }
        delegate?.unarchiverWillFinish(self)
        state.decodingState = .finished
        delegate?.unarchiverDidFinish(self)
    }
}
