// What the compiler says to a call that Apple's unarchiver has, or that looks right, and that isn't there.

import PropertyLists

extension KeyedUnarchiver {
    /// Not available: the type isn't ``Codingable``.
    @available(
        *, unavailable,
        message: """
            this type isn't Codingable: use 'decodeDecodable(_:forKey:)' for what 'encodeEncodable(_:forKey:)' stored, \
            declare it 'Codingable', or import KeyedArchivingFoundation for Data, Date, URL, UUID and the like; for a \
            protocol name its types, as in 'decodeArrayOfObjects(of: [A.self, B.self], forKey:) as? [any P]', and for \
            [String: Any] use 'decodeAny(of:forKey:)'
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
            declare it 'Codingable', or import KeyedArchivingFoundation for Data, Date, URL, UUID and the like; for a \
            protocol name its types, as in 'decodeArrayOfObjects(of: [A.self, B.self], forKey:) as? [any P]', and for \
            [String: Any] use 'decodeAny(of:forKey:)'
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
            this type isn't Codingable: declare it 'Codingable'; for NSString, NSNumber, NSDate and NSData name \
            String, Int or Double, Date and Data, of which the last two need 'import KeyedArchivingFoundation'; \
            'decodeAny(of:forKey:)' decodes an Any and a [String: Any]; for a protocol name its types, as in \
            'decodeObject(of: [A.self, B.self], forKey:) as? any P'
            """
    )
    @_disfavoredOverload
    public func decodeObject<Value>(of type: Value.Type, forKey key: String) throws -> Value? {
        throw Unavailable()
    }

    /// Not available: a type of the list isn't ``Codingable``.
    @available(
        *, unavailable,
        message: """
            a type of the list isn't Codingable: leave Foundation's collections out of it, and use \
            'decodeArrayOfObjects(of:forKey:)' for a list and 'decodeAny(of:forKey:)' for a [String: Any]; name String, \
            Int or Double, Date and Data for NSString, NSNumber, NSDate and NSData
            """
    )
    @_disfavoredOverload
    public func decodeObject(of types: [Any.Type], forKey key: String) throws -> Any? { throw Unavailable() }

    /// Not available: a type of the list isn't ``Codingable``.
    @available(
        *, unavailable,
        message: """
            a type of the list isn't Codingable: leave Foundation's collections out of it, and use \
            'decodeArrayOfObjects(of:forKey:)' for a list and 'decodeAny(of:forKey:)' for a [String: Any]; name String, \
            Int or Double, Date and Data for NSString, NSNumber, NSDate and NSData
            """
    )
    @_disfavoredOverload
    public func decodeAny(of types: [Any.Type], forKey key: String) throws -> Any? { throw Unavailable() }

    /// Not available: a type of the list isn't ``Codingable``.
    @available(
        *, unavailable,
        message: """
            a type of the list isn't Codingable: leave Foundation's collections out of it, and use \
            'decodeArrayOfObjects(of:forKey:)' for a list and 'decodeAny(of:forKey:)' for a [String: Any]; name String, \
            Int or Double, Date and Data for NSString, NSNumber, NSDate and NSData
            """
    )
    @_disfavoredOverload
    public func decodeArrayOfObjects(of types: [Any.Type], forKey key: String) throws -> [Any]? { throw Unavailable() }

    /// Not available: a type of the list isn't ``Codingable``.
    @available(
        *, unavailable,
        message: """
            a type of the list isn't Codingable: leave Foundation's collections out of it, and use \
            'decodeArrayOfObjects(of:forKey:)' for a list and 'decodeAny(of:forKey:)' for a [String: Any]; name String, \
            Int or Double, Date and Data for NSString, NSNumber, NSDate and NSData
            """
    )
    @_disfavoredOverload
    public static func unarchivedObject(of types: [Any.Type], from bytes: Any) throws -> Any? { throw Unavailable() }

    /// Not available: use `unarchivedObject(of:from:)`.
    @available(*, unavailable, renamed: "unarchivedObject(of:from:)")
    public static func unarchivedObject<Value>(ofClass type: Value.Type, from bytes: Any) throws -> Value? {
        throw Unavailable()
    }

    /// Not available: use `unarchivedObject(of:from:)`.
    @available(*, unavailable, renamed: "unarchivedObject(of:from:)")
    public static func unarchivedObject(ofClasses types: [Any.Type], from bytes: Any) throws -> Any? {
        throw Unavailable()
    }

    /// Not available: use `unarchivedArrayOfObjects(of:from:)`.
    @available(*, unavailable, renamed: "unarchivedArrayOfObjects(of:from:)")
    public static func unarchivedArrayOfObjects<Value>(ofClass type: Value.Type, from bytes: Any) throws -> [Value]? {
        throw Unavailable()
    }

    /// Not available: use `unarchivedArrayOfObjects(of:from:)`.
    @available(*, unavailable, renamed: "unarchivedArrayOfObjects(of:from:)")
    public static func unarchivedArrayOfObjects(ofClasses types: [Any.Type], from bytes: Any) throws -> [Any]? {
        throw Unavailable()
    }

    /// Not available: use `unarchivedDictionary(ofKey:object:from:)`.
    @available(*, unavailable, renamed: "unarchivedDictionary(ofKey:object:from:)")
    public static func unarchivedDictionary<Key: Hashable, Value>(
        ofKeyClass keyType: Key.Type,
        objectClass type: Value.Type,
        from bytes: Any
    ) throws -> [Key: Value]? {
        throw Unavailable()
    }

    /// Not available: data need another module.
    @available(
        *, unavailable,
        message: """
            the type must be Codingable and the archive [UInt8]; import KeyedArchivingFoundation for Data, for a file \
            as '.contents(of: url)', and for Data, Date, URL and UUID as objects
            """
    )
    @_disfavoredOverload
    public static func unarchivedObject<Value>(of type: Value.Type, from bytes: Any) throws -> Value? {
        throw Unavailable()
    }

    /// Not available: data need another module.
    @available(*, unavailable, message: "import KeyedArchivingFoundation to open Data, or pass its bytes as [UInt8]")
    @_disfavoredOverload
    public convenience init(forReadingFrom data: Any) throws {
        throw Unavailable()
    }

    /// Not available: a table is of one unarchiver, or a ``/PropertyLists/ClassRegistry``.
    @available(
        *, unavailable,
        message: """
            names are set for one unarchiver: call 'setClass(_:forClassName:)' on it, or pass a ClassRegistry in which \
            the type is registered
            """
    )
    public static func setClass(_ type: Any.Type?, forClassName name: String) {}

    /// Not available: the type isn't ``Codingable``.
    @available(*, unavailable, message: "this type isn't Codingable: declare it 'Codingable'")
    @_disfavoredOverload
    public func setClass(_ type: Any.Type?, forClassName name: String) {}

    /// Not available: the type isn't ``Codingable``.
    @available(
        *, unavailable,
        message: """
            this type isn't Codingable: declare it 'Codingable'; for NSString, NSNumber, NSDate and NSData name \
            String, Int or Double, Date and Data, of which the last two need 'import KeyedArchivingFoundation'
            """
    )
    @_disfavoredOverload
    public func decodeTopLevelObject<Value>(of type: Value.Type, forKey key: String) throws -> Value? {
        throw Unavailable()
    }

    /// Not available: a type of the list isn't ``Codingable``.
    @available(
        *, unavailable,
        message: """
            a type of the list isn't Codingable: leave Foundation's collections out of it; name String, Int or Double, \
            Date and Data for NSString, NSNumber, NSDate and NSData
            """
    )
    @_disfavoredOverload
    public func decodeTopLevelObject(of types: [Any.Type], forKey key: String) throws -> Any? { throw Unavailable() }

    /// Not available: the types aren't ``Codingable``.
    @available(
        *, unavailable,
        message: "these types aren't Codingable: name String for NSString, Int or Double for NSNumber, Date for NSDate"
    )
    @_disfavoredOverload
    public func decodeDictionary<Key: Hashable, Value>(
        ofKey keyType: Key.Type, object type: Value.Type, forKey key: String
    ) throws -> [Key: Value]? { throw Unavailable() }
}

// Apple's spellings that are other calls here, or that keyed archives have no use for. Each says which call to write.

extension KeyedUnarchiver {
    /// Not available: a file is a source.
    @available(
        *, unavailable,
        message: "write 'unarchivedObject(of:from: .contents(of: url))', with KeyedArchivingFoundation imported"
    )
    public static func unarchivedObject<Value>(of type: Value.Type, contentsOf url: Any) throws -> Value? {
        throw Unavailable()
    }

    /// Not available: a type or a graph is asked for.
    @available(
        *, unavailable,
        message: "name the type: 'unarchivedObject(of:from:)', or take any with 'unarchivedGraph(from:)'"
    )
    public static func unarchiveObject(with data: Any) throws -> Any? { throw Unavailable() }

    /// Not available: a type or a graph is asked for.
    @available(
        *, unavailable,
        message: "name the type: 'unarchivedObject(of:from:)', or take any with 'unarchivedGraph(from:)'"
    )
    public static func unarchiveTopLevelObjectWithData(_ data: Any) throws -> Any? { throw Unavailable() }

    /// Not available: a file is a source.
    @available(
        *, unavailable,
        message: "write 'unarchivedObject(of:from: .contents(of: url))', with KeyedArchivingFoundation imported"
    )
    public static func unarchiveObject(withFile path: String) throws -> Any? { throw Unavailable() }

    /// Not available: an unarchiver reads an archive.
    @available(*, unavailable, message: "name the archive: 'init(forReadingFrom:)'")
    public convenience init() throws { throw Unavailable() }

    /// Not available: archives are opened by another initializer.
    @available(*, unavailable, message: "use 'init(forReadingFrom:)', which says what is wrong with the archive")
    public convenience init(forReadingWith data: Any) throws { throw Unavailable() }

    /// Not available: a file is a source.
    @available(
        *, unavailable,
        message: "write 'init(forReadingFrom: .contents(of: url))', with KeyedArchivingFoundation imported"
    )
    public convenience init(forReadingContentsOf url: Any) throws { throw Unavailable() }

    /// Not available: decode a point.
    @available(*, unavailable, message: "use 'decodePoint(forKey:)' of KeyedArchivingFoundation")
    public func decodeCGPoint<Value>(forKey key: String) throws -> Value { throw Unavailable() }

    /// Not available: decode a point.
    @available(*, unavailable, message: "use 'decodePoint(forKey:)' of KeyedArchivingFoundation")
    @_disfavoredOverload
    public func decodeCGPoint(forKey key: String) throws -> Any { throw Unavailable() }

    /// Not available: decode a size.
    @available(*, unavailable, message: "use 'decodeSize(forKey:)' of KeyedArchivingFoundation")
    public func decodeCGSize<Value>(forKey key: String) throws -> Value { throw Unavailable() }

    /// Not available: decode a size.
    @available(*, unavailable, message: "use 'decodeSize(forKey:)' of KeyedArchivingFoundation")
    @_disfavoredOverload
    public func decodeCGSize(forKey key: String) throws -> Any { throw Unavailable() }

    /// Not available: decode a rectangle.
    @available(*, unavailable, message: "use 'decodeRect(forKey:)' of KeyedArchivingFoundation")
    public func decodeCGRect<Value>(forKey key: String) throws -> Value { throw Unavailable() }

    /// Not available: decode a rectangle.
    @available(*, unavailable, message: "use 'decodeRect(forKey:)' of KeyedArchivingFoundation")
    @_disfavoredOverload
    public func decodeCGRect(forKey key: String) throws -> Any { throw Unavailable() }

    /// Not available: decode insets.
    @available(*, unavailable, message: "use 'decode(EdgeInsets.self, forKey:)' of KeyedArchivingFoundation")
    public func decodeUIEdgeInsets<Value>(forKey key: String) throws -> Value { throw Unavailable() }

    /// Not available: decode insets.
    @available(*, unavailable, message: "use 'decode(EdgeInsets.self, forKey:)' of KeyedArchivingFoundation")
    @_disfavoredOverload
    public func decodeUIEdgeInsets(forKey key: String) throws -> Any { throw Unavailable() }

    /// Not available: decode insets.
    @available(
        *, unavailable,
        message: "use 'decode(DirectionalEdgeInsets.self, forKey:)' of KeyedArchivingFoundation"
    )
    public func decodeDirectionalEdgeInsets<Value>(forKey key: String) throws -> Value { throw Unavailable() }

    /// Not available: decode insets.
    @available(
        *, unavailable,
        message: "use 'decode(DirectionalEdgeInsets.self, forKey:)' of KeyedArchivingFoundation"
    )
    @_disfavoredOverload
    public func decodeDirectionalEdgeInsets(forKey key: String) throws -> Any { throw Unavailable() }

    /// Not available: decode an offset.
    @available(*, unavailable, message: "use 'decode(Offset.self, forKey:)' of KeyedArchivingFoundation")
    public func decodeUIOffset<Value>(forKey key: String) throws -> Value { throw Unavailable() }

    /// Not available: decode an offset.
    @available(*, unavailable, message: "use 'decode(Offset.self, forKey:)' of KeyedArchivingFoundation")
    @_disfavoredOverload
    public func decodeUIOffset(forKey key: String) throws -> Any { throw Unavailable() }

    /// Not available: decode a transform.
    @available(*, unavailable, message: "use 'decode(AffineTransform.self, forKey:)' of KeyedArchivingFoundation")
    public func decodeCGAffineTransform<Value>(forKey key: String) throws -> Value { throw Unavailable() }

    /// Not available: decode a transform.
    @available(*, unavailable, message: "use 'decode(AffineTransform.self, forKey:)' of KeyedArchivingFoundation")
    @_disfavoredOverload
    public func decodeCGAffineTransform(forKey key: String) throws -> Any { throw Unavailable() }

    /// Not available: decode a text.
    @available(*, unavailable, message: "decode the text of the vector with 'decode(String.self, forKey:)'")
    public func decodeCGVector<Value>(forKey key: String) throws -> Value { throw Unavailable() }

    /// Not available: decode a text.
    @available(*, unavailable, message: "decode the text of the vector with 'decode(String.self, forKey:)'")
    @_disfavoredOverload
    public func decodeCGVector(forKey key: String) throws -> Any { throw Unavailable() }

    /// Not available: geometry has a key.
    @available(
        *, unavailable,
        message: "read geometry by a key, with 'decodePoint(forKey:)' of KeyedArchivingFoundation"
    )
    public func decodePoint<Value>() throws -> Value { throw Unavailable() }

    /// Not available: geometry has a key.
    @available(
        *, unavailable,
        message: "read geometry by a key, with 'decodePoint(forKey:)' of KeyedArchivingFoundation"
    )
    @_disfavoredOverload
    public func decodePoint() throws -> Any { throw Unavailable() }

    /// Not available: geometry has a key.
    @available(
        *, unavailable,
        message: "read geometry by a key, with 'decodeSize(forKey:)' of KeyedArchivingFoundation"
    )
    public func decodeSize<Value>() throws -> Value { throw Unavailable() }

    /// Not available: geometry has a key.
    @available(
        *, unavailable,
        message: "read geometry by a key, with 'decodeSize(forKey:)' of KeyedArchivingFoundation"
    )
    @_disfavoredOverload
    public func decodeSize() throws -> Any { throw Unavailable() }

    /// Not available: geometry has a key.
    @available(
        *, unavailable,
        message: "read geometry by a key, with 'decodeRect(forKey:)' of KeyedArchivingFoundation"
    )
    public func decodeRect<Value>() throws -> Value { throw Unavailable() }

    /// Not available: geometry has a key.
    @available(
        *, unavailable,
        message: "read geometry by a key, with 'decodeRect(forKey:)' of KeyedArchivingFoundation"
    )
    @_disfavoredOverload
    public func decodeRect() throws -> Any { throw Unavailable() }

    /// Not available: data are an object.
    @available(*, unavailable, message: "use 'decodeObject(of: Data.self)' of KeyedArchivingFoundation")
    public func decodeData<Value>() throws -> Value? { throw Unavailable() }

    /// Not available: data are an object.
    @available(*, unavailable, message: "use 'decodeObject(of: Data.self)' of KeyedArchivingFoundation")
    @_disfavoredOverload
    public func decodeData() throws -> Any? { throw Unavailable() }

    /// Not available: archives have no versions.
    @available(*, unavailable, message: "keyed archives record no versions: store one under a key")
    public func version(forClassName name: String) -> Int { 0 }

    /// Not available: archives have no zones.
    @available(*, unavailable, message: "there are no zones")
    public func objectZone() -> Any? { nil }

    /// Not available: archives have no zones.
    @available(*, unavailable, message: "there are no zones")
    public func setObjectZone(_ zone: Any?) {}

    /// Not available: the count is that of the array.
    @available(*, unavailable, message: "use 'decodeBytes(forKey:)' and compare its count")
    public func decodeBytes(forKey key: String, returnedLength length: UnsafeMutablePointer<Int>?) throws
        -> UnsafePointer<UInt8>?
    { throw Unavailable() }

    /// Not available: the count is that of the array.
    @available(*, unavailable, message: "use 'decodeBytes(forKey:)' and compare its count")
    public func decodeBytes(forKey key: String, minimumLength length: Int) throws -> UnsafePointer<UInt8>? {
        throw Unavailable()
    }

    /// Not available: the value is returned.
    @available(*, unavailable, message: "use 'decodeValue(ofObjCType:)', which returns the value")
    public func decodeValue(ofObjCType type: Any, at address: UnsafeMutableRawPointer) throws { throw Unavailable() }

    /// Not available: the value is returned.
    @available(*, unavailable, message: "use 'decodeValue(ofObjCType:)', which returns the value")
    public func decodeValue(ofObjCType type: Any, at address: UnsafeMutableRawPointer, size: Int) throws {
        throw Unavailable()
    }

    /// Not available: the values are returned.
    @available(*, unavailable, message: "use 'decodeArray(ofObjCType:count:)', which returns the values")
    public func decodeArray(ofObjCType type: Any, count: Int, at address: UnsafeMutableRawPointer) throws {
        throw Unavailable()
    }

    /// Not available: use `unarchivedDictionary(ofKeys:objects:from:)`.
    @available(*, unavailable, renamed: "unarchivedDictionary(ofKeys:objects:from:)")
    public static func unarchivedDictionary(
        keysOfClasses keyTypes: [Any.Type], objectsOfClasses types: [Any.Type], from bytes: Any
    ) throws -> [AnyHashable: Any]? { throw Unavailable() }

    /// Not available: use `decodeArrayOfObjects(of:forKey:)`.
    @available(*, unavailable, renamed: "decodeArrayOfObjects(of:forKey:)")
    public func decodeArrayOfObjects<Value>(ofClass type: Value.Type, forKey key: String) throws -> [Value]? {
        throw Unavailable()
    }

    /// Not available: use `decodeArrayOfObjects(of:forKey:)`.
    @available(*, unavailable, renamed: "decodeArrayOfObjects(of:forKey:)")
    public func decodeArrayOfObjects(ofClasses types: [Any.Type], forKey key: String) throws -> [Any]? {
        throw Unavailable()
    }

    /// Not available: use `decodeDictionary(ofKey:object:forKey:)`.
    @available(*, unavailable, renamed: "decodeDictionary(ofKey:object:forKey:)")
    public func decodeDictionary<Key: Hashable, Value>(
        withKeyClass keyType: Key.Type, objectClass type: Value.Type, forKey key: String
    ) throws -> [Key: Value]? { throw Unavailable() }

    /// Not available: use `decodeDictionary(ofKeys:objects:forKey:)`.
    @available(*, unavailable, renamed: "decodeDictionary(ofKeys:objects:forKey:)")
    public func decodeDictionary(
        withKeysOfClasses keyTypes: [Any.Type], objectsOfClasses types: [Any.Type], forKey key: String
    ) throws -> [AnyHashable: Any]? { throw Unavailable() }

    /// Not available: archives name no system.
    @available(*, unavailable, message: "keyed archives name no system: store a version under a key")
    public var systemVersion: UInt32 { 0 }

    /// Not available: use ``allowedTypes``.
    @available(*, unavailable, renamed: "allowedTypes")
    public var allowedClasses: Set<AnyHashable>? { nil }

    /// Not available: the count is that of the array.
    @available(*, unavailable, message: "use 'decodeBytes()' and its count")
    public func decodeBytes(withReturnedLength length: UnsafeMutablePointer<Int>?) throws -> UnsafeMutableRawPointer? {
        throw Unavailable()
    }

    /// Not available: the count is that of the array.
    @available(*, unavailable, message: "use 'decodeBytes()' and compare its count")
    public func decodeBytes(withMinimumLength length: Int) throws -> UnsafeMutableRawPointer? { throw Unavailable() }

    /// Not available: a table is of one unarchiver, or a ``/PropertyLists/ClassRegistry``.
    @available(
        *, unavailable,
        message: "use 'class(forClassName:)' of an unarchiver, or 'type(forClassName:)' of a ClassRegistry"
    )
    public static func `class`(forClassName name: String) -> AnyClass? { nil }

    /// Not available: times of media are of another framework.
    @available(*, unavailable, message: "there is no CMTime: 'decodeAny(forKey:)' returns what is stored")
    public func decodeTime(forKey key: String) throws -> Any { throw Unavailable() }

    /// Not available: times of media are of another framework.
    @available(*, unavailable, message: "there is no CMTimeRange: 'decodeAny(forKey:)' returns what is stored")
    public func decodeTimeRange(forKey key: String) throws -> Any { throw Unavailable() }

    /// Not available: times of media are of another framework.
    @available(*, unavailable, message: "there is no CMTimeMapping: 'decodeAny(forKey:)' returns what is stored")
    public func decodeTimeMapping(forKey key: String) throws -> Any { throw Unavailable() }

    /// Not available: objects of NeXTSTEP are in sequential archives.
    @available(*, unavailable, message: "keyed archives have no objects of NeXTSTEP: use 'decodeObject()'")
    public func decodeNXObject() throws -> Any? { throw Unavailable() }

    /// Not available: objects of NeXTSTEP are in sequential archives.
    @available(
        *, unavailable, message: "keyed archives have no objects of NeXTSTEP: use 'decode(ArchivedColor.self, forKey:)'"
    )
    public func decodeNXColor() throws -> Any? { throw Unavailable() }
}

extension KeyedUnarchiver.DecodingFailurePolicy {
    /// Not available: there are no exceptions.
    @available(*, unavailable, renamed: "throw")
    public static var raiseException: Self { .throw }
}
