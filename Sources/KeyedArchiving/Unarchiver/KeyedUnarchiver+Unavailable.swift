// What the compiler says to a call that Apple's unarchiver has, or that looks right, and that isn't there.

extension KeyedUnarchiver {
    /// Not available: the type isn't ``Codingable``.
    @available(
        *, unavailable,
        message: """
            this type isn't Codingable: use 'decodeDecodable(_:forKey:)' for what 'encodeEncodable(_:forKey:)' stored, \
            declare it 'Codingable', or import KeyedArchivingFoundation for Data, Date, URL, UUID and the like
            """
    )
    @_disfavoredOverload
    public func decode<Value>(_ type: Value.Type, forKey key: String) throws -> Value {
        throw Unavailable()
    }

    /// Not available: the type isn't ``Codingable``.
    @available(
        *, unavailable,
        message: """
            this type isn't Codingable: use 'decodeDecodable(_:forKey:)' for what 'encodeEncodable(_:forKey:)' stored, \
            declare it 'Codingable', or import KeyedArchivingFoundation for Data, Date, URL, UUID and the like
            """
    )
    @_disfavoredOverload
    public func decodeIfPresent<Value>(_ type: Value.Type, forKey key: String) throws -> Value? {
        throw Unavailable()
    }

    /// Not available: the type isn't ``Codingable``.
    @available(
        *, unavailable,
        message: """
            this type isn't Codingable: declare it 'Codingable', or import KeyedArchivingFoundation for Data, Date, \
            URL, UUID and the like; 'decodeAny(of:forKey:)' decodes an Any
            """
    )
    @_disfavoredOverload
    public func decodeObject<Value>(of type: Value.Type, forKey key: String) throws -> Value? {
        throw Unavailable()
    }

    /// Not available: use `unarchivedObject(of:from:)`.
    @available(*, unavailable, renamed: "unarchivedObject(of:from:)")
    public static func unarchivedObject(ofClass type: Any.Type, from bytes: Any) throws -> Any? {
        throw Unavailable()
    }

    /// Not available: use `unarchivedObject(of:from:)`.
    @available(*, unavailable, renamed: "unarchivedObject(of:from:)")
    public static func unarchivedObject(ofClasses types: [Any.Type], from bytes: Any) throws -> Any? {
        throw Unavailable()
    }

    /// Not available: use `unarchivedArrayOfObjects(of:from:)`.
    @available(*, unavailable, renamed: "unarchivedArrayOfObjects(of:from:)")
    public static func unarchivedArrayOfObjects(ofClass type: Any.Type, from bytes: Any) throws -> [Any]? {
        throw Unavailable()
    }

    /// Not available: use `unarchivedArrayOfObjects(of:from:)`.
    @available(*, unavailable, renamed: "unarchivedArrayOfObjects(of:from:)")
    public static func unarchivedArrayOfObjects(ofClasses types: [Any.Type], from bytes: Any) throws -> [Any]? {
        throw Unavailable()
    }

    /// Not available: use `unarchivedDictionary(ofKey:object:from:)`.
    @available(*, unavailable, renamed: "unarchivedDictionary(ofKey:object:from:)")
    public static func unarchivedDictionary(
        ofKeyClass keyType: Any.Type,
        objectClass type: Any.Type,
        from bytes: Any
    ) throws -> [AnyHashable: Any]? {
        throw Unavailable()
    }

    /// Not available: data need another module.
    @available(
        *, unavailable,
        message: """
            the type must be Codingable and the archive [UInt8]; import KeyedArchivingFoundation for Data, and for \
            Data, Date, URL and UUID as objects
            """
    )
    @_disfavoredOverload
    public static func unarchivedObject<Value>(of type: Value.Type, from bytes: Any) throws -> Value? {
        throw Unavailable()
    }

    /// Not available: files need another module.
    @available(
        *, unavailable,
        message: "import KeyedArchivingFoundation to read a file, and check that the type is Codingable"
    )
    @_disfavoredOverload
    public static func unarchivedObject<Value>(of type: Value.Type, contentsOf url: Any) throws -> Value? {
        throw Unavailable()
    }

    /// Not available: data need another module.
    @available(*, unavailable, message: "import KeyedArchivingFoundation to open Data, or pass its bytes as [UInt8]")
    @_disfavoredOverload
    public convenience init(forReadingFrom data: Any) throws {
        throw Unavailable()
    }

    /// Not available: a table is of one unarchiver, or a ``ClassRegistry``.
    @available(
        *, unavailable,
        message: """
            names are set for one unarchiver: call 'setClass(_:forClassName:)' on it, or pass a ClassRegistry in which \
            the type is registered
            """
    )
    public static func setClass(_ type: Any.Type?, forClassName name: String) {}
}
