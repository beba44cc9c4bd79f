// What the compiler says to a call that Apple's archiver has, or that looks right, and that isn't there.
//
// Without these the compiler reports that it could not find out what is wrong, or names a conformance that can't be
// had.

import PropertyLists

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
            protocol), or use 'encodeAny(_:forKey:)' for an Any, a [String: Any] or a list of existentials; for \
            NSString, NSNumber and NSNull encode a String, an Int or Double, and nil
            """
    )
    @_disfavoredOverload
    public func encode(_ value: Any?, forKey key: String) throws {
        throw Unavailable()
    }

    /// Not available: the type isn't ``Codingable``.
    @available(
        *, unavailable,
        message: """
            this type isn't Codingable: declare it 'Codingable', or use 'encodeAny(_:forKey:)' under a key; for \
            NSString, NSNumber and NSNull encode a String, an Int or Double, and nil
            """
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

    /// Not available: the type isn't ``Codingable``.
    @available(*, unavailable, message: "this type isn't Codingable: declare it 'Codingable'")
    @_disfavoredOverload
    public func setClassName(_ name: String?, for type: Any.Type) {}

    /// Not available: the type isn't ``Codingable``.
    @available(*, unavailable, message: "this type isn't Codingable: declare it 'Codingable'")
    @_disfavoredOverload
    public func encodeConditionalObject(_ object: Any?) throws { throw Unavailable() }

    /// Not available: the type isn't ``Codingable``.
    @available(*, unavailable, message: "this type isn't Codingable: declare it 'Codingable'")
    @_disfavoredOverload
    public func encodeConditionalObject(_ object: Any?, forKey key: String) throws { throw Unavailable() }

    /// Not available: the type isn't ``Codingable``.
    @available(*, unavailable, message: "this type isn't Codingable: declare it 'Codingable'")
    @_disfavoredOverload
    public func encodeRootObject(_ object: Any) throws { throw Unavailable() }

    /// Not available: objects are encoded like all values.
    @available(*, unavailable, message: "use 'encode(_:forKey:)'")
    public func encodeObject(_ object: Any?, forKey key: String) throws { throw Unavailable() }
}

// Apple's spellings that are other calls here, or that keyed archives have no use for. Each says which call to write.

extension KeyedArchiver {
    /// Not available: the bytes are asked for.
    @available(
        *, unavailable,
        message: "make it with 'init(requiringSecureCoding:)', and ask for its 'encodedBytes' or 'encodedData'"
    )
    public convenience init(forWritingWith data: Any) throws { throw Unavailable() }

    /// Not available: a file is written by another call.
    @available(
        *, unavailable,
        message: "use 'archiveRootObject(_:to:)' of KeyedArchivingFoundation, which replaces the file as a whole"
    )
    public static func archiveRootObject(_ object: Any, toFile path: String) throws -> Bool { throw Unavailable() }

    /// Not available: integers are encoded like all values.
    @available(*, unavailable, message: "use 'encode(_:forKey:)'")
    public func encodeInteger(_ value: Int, forKey key: String) throws { throw Unavailable() }

    /// Not available: there are no distributed objects.
    @available(*, unavailable, message: "there are no distributed objects: use 'encode(_:)'")
    public func encodeBycopyObject(_ object: Any?) throws { throw Unavailable() }

    /// Not available: there are no distributed objects.
    @available(*, unavailable, message: "there are no distributed objects: use 'encode(_:)'")
    public func encodeByrefObject(_ object: Any?) throws { throw Unavailable() }

    /// Not available: there are no zones.
    @available(*, unavailable, message: "there are no zones")
    public func objectZone() -> Any? { nil }

    /// Not available: there are no zones.
    @available(*, unavailable, message: "there are no zones")
    public func setObjectZone(_ zone: Any?) {}

    /// Not available: bytes are an array.
    @available(*, unavailable, message: "pass an array: 'encodeBytes(_:forKey:)'")
    public func encodeBytes(_ bytes: UnsafeRawPointer?, length: Int, forKey key: String) throws { throw Unavailable() }

    /// Not available: bytes are an array.
    @available(*, unavailable, message: "pass an array: 'encodeBytes(_:)'")
    public func encodeBytes(_ bytes: UnsafeRawPointer?, length: Int) throws { throw Unavailable() }

    /// Not available: the value is passed.
    @available(*, unavailable, message: "use 'encodeValue(ofObjCType:_:)', which takes the value")
    public func encodeValue(ofObjCType type: Any, at address: UnsafeRawPointer) throws { throw Unavailable() }

    /// Not available: the values are passed.
    @available(*, unavailable, message: "use 'encodeArray(ofObjCType:_:)', which takes the values")
    public func encodeArray(ofObjCType type: Any, count: Int, at array: UnsafeRawPointer) throws { throw Unavailable() }

    /// Not available: archives name no system.
    @available(*, unavailable, message: "keyed archives record no versions: store one under a key")
    public var systemVersion: UInt32 { 0 }

    /// Not available: names are set for one archiver.
    @available(*, unavailable, message: "use 'className(for:)' of an archiver, or the type's 'codedClassName'")
    public static func classNameForClass(_ type: Any.Type) -> String? { nil }

    /// Not available: use ``className(for:)``.
    @available(*, unavailable, renamed: "className(for:)")
    public func classNameForClass(_ type: Any.Type) -> String? { nil }

    /// Not available: names are set for one archiver.
    @available(*, unavailable, message: "use 'className(for:)' of an archiver, or the type's 'codedClassName'")
    public static func className(for type: Any.Type) -> String? { nil }

    /// Not available: archives have no versions.
    @available(*, unavailable, message: "keyed archives record no versions: store one under a key")
    public func version(forClassName name: String) -> Int { 0 }

    /// Not available: objects of NeXTSTEP are in sequential archives.
    @available(*, unavailable, message: "keyed archives have no objects of NeXTSTEP: use 'encode(_:)'")
    public func encodeNXObject(_ object: Any) throws { throw Unavailable() }

    /// Not available: a hook or the delegate replaces objects.
    @available(
        *, unavailable, message: "implement 'archiver(_:willEncode:)' of a delegate, or 'replacementObject(for:)'"
    )
    public func replace(_ object: Any, with newObject: Any) {}

    /// Not available: the value isn't a ``PropertyList``.
    @available(
        *, unavailable,
        message: """
            this isn't a PropertyList: make one with 'try PropertyList(value)' of KeyedArchivingFoundation, or use \
            'encodeAny(_:forKey:)'
            """
    )
    @_disfavoredOverload
    public func encodePropertyList(_ value: Any) throws { throw Unavailable() }

    /// Not available: the value isn't a ``PropertyList``.
    @available(
        *, unavailable,
        message: """
            this isn't a PropertyList: make one with 'try PropertyList(value)' of KeyedArchivingFoundation, or use \
            'encodeAny(_:forKey:)'
            """
    )
    @_disfavoredOverload
    public func encodePropertyList(_ value: Any, forKey key: String) throws { throw Unavailable() }
}
