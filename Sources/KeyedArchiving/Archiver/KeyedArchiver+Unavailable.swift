// What the compiler says to a call that Apple's archiver has, or that looks right, and that isn't there.
//
// Without these the compiler reports that it could not find out what is wrong, or names a conformance that can't be
// had.

extension KeyedArchiver {
    /// Not available: the type isn't ``Codingable``.
    @available(
        *, unavailable,
        message: """
            this type isn't Codingable: use 'encodeEncodable(_:forKey:)' to store it by its Encodable conformance, \
            declare it 'Codingable' to store it as an object (an enumeration with raw values only has to name the \
            protocol), or import KeyedArchivingFoundation for Data, Date, URL, UUID and the like
            """
    )
    @_disfavoredOverload
    public func encode<Value: Encodable>(_ value: Value, forKey key: String) throws {
        throw Unavailable()
    }

    /// Not available: the type isn't ``Codingable``.
    @available(
        *, unavailable,
        message: """
            this type isn't Codingable: declare it 'Codingable' (an enumeration with raw values only has to name the \
            protocol), or use 'encodeAny(_:forKey:)' for an Any, a [String: Any] or a list of existentials
            """
    )
    @_disfavoredOverload
    public func encode(_ value: Any?, forKey key: String) throws {
        throw Unavailable()
    }

    /// Not available: the type isn't ``Codingable``.
    @available(
        *, unavailable,
        message: "this type isn't Codingable: declare it 'Codingable', or use 'encodeAny(_:forKey:)' under a key"
    )
    @_disfavoredOverload
    public func encode(_ value: Any?) throws {
        throw Unavailable()
    }

    /// Not available: the type isn't ``Codingable``.
    @available(
        *, unavailable,
        message: """
            this type isn't Codingable: declare it 'Codingable', or make a KeyedArchiver and use \
            'encodeEncodable(_:forKey:)' or 'encodeAny(_:forKey:)' with the key KeyedArchiver.rootObjectKey
            """
    )
    @_disfavoredOverload
    public static func archivedBytes(
        withRootObject object: Any?,
        requiringSecureCoding: Bool = false,
        layout: ArchiveLayout = .current,
        limits: Limits = .default
    ) throws -> [UInt8] {
        throw Unavailable()
    }

    /// Not available: use `archivedBytes(withRootObject:)`, or import `KeyedArchivingFoundation`.
    @available(
        *, unavailable,
        message: "import KeyedArchivingFoundation to archive into Data, or use 'archivedBytes(withRootObject:)'"
    )
    @_disfavoredOverload
    public static func archivedData(withRootObject object: Any?, requiringSecureCoding: Bool) throws -> [UInt8] {
        throw Unavailable()
    }

    /// Not available: names are set for one archiver.
    @available(
        *, unavailable,
        message: "names are set for one archiver: call 'setClassName(_:for:)' on it, or declare 'codedClassName'"
    )
    public static func setClassName(_ name: String?, for type: Any.Type) {}
}

/// What an unavailable call would throw.
struct Unavailable: Error {}
