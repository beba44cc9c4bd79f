import PropertyLists

// What the compiler says to a call that `NSArchiver` or `NSUnarchiver` has, and that isn't there.

extension SequentialArchiver {
    /// Not available: the bytes are asked for.
    @available(*, unavailable, message: "make it with 'init()', and ask for its 'encodedBytes'")
    public convenience init(forWritingWith data: Any) { self.init() }

    /// Not available: use ``encodedBytes``.
    @available(*, unavailable, renamed: "encodedBytes")
    public var archiverData: Any { encodedBytes }

    /// Not available: use `archivedBytes(withRootObject:)`.
    @available(*, unavailable, renamed: "archivedBytes(withRootObject:)")
    public static func archivedData(withRootObject object: Any?) throws -> Any { throw Unavailable() }

    /// Not available: the program writes the file.
    @available(*, unavailable, message: "write 'Data(archivedBytes(withRootObject: object))' to the file")
    public static func archiveRootObject(_ object: Any, toFile path: String) throws -> Bool { throw Unavailable() }

    /// Not available: the type isn't ``SequentialCodingable``.
    @available(
        *, unavailable,
        message: """
            this type isn't SequentialCodingable: declare it so, or use 'encodeString(_:)' for text, 'encodeData(_:)' \
            for bytes and 'encodeValue(_:)' for numbers
            """
    )
    @_disfavoredOverload
    public func encode(_ value: Any?) throws { throw Unavailable() }

    /// Not available: the value is passed.
    @available(*, unavailable, message: "use 'encodeValue(_:)' or 'encodeValue(ofObjCType:_:)', which take the value")
    public func encodeValue(ofObjCType type: Any, at address: UnsafeRawPointer) throws { throw Unavailable() }

    /// Not available: the values are passed.
    @available(*, unavailable, message: "use 'encodeArray(_:)' or 'encodeArray(ofObjCType:_:)', which take the values")
    public func encodeArray(ofObjCType type: Any, count: Int, at array: UnsafeRawPointer) throws { throw Unavailable() }

    /// Not available: bytes are an array.
    @available(*, unavailable, message: "pass an array: 'encodeBytes(_:)'")
    public func encodeBytes(_ bytes: UnsafeRawPointer?, length: Int) throws { throw Unavailable() }

    /// Not available: values are written one after another.
    @available(*, unavailable, message: "sequential archives have no keys: use 'encode(_:)' or 'encodeValue(_:)'")
    public func encode(_ value: Any?, forKey key: String) throws { throw Unavailable() }

    /// Not available: values are written one after another.
    @available(*, unavailable, message: "sequential archives have no keys: use a KeyedArchiver for those")
    public var allowsKeyedCoding: Bool { false }

    /// Not available: the header says it.
    @available(*, unavailable, renamed: "header.systemVersion")
    public var systemVersion: UInt32 { 0 }
}

extension SequentialUnarchiver {
    /// Not available: use `init(forReadingFrom:limits:)`.
    @available(*, unavailable, renamed: "init(forReadingFrom:limits:)")
    public convenience init(forReadingWith data: Any) throws { throw Unavailable() }

    /// Not available: a type or a graph is asked for.
    @available(
        *, unavailable,
        message: "name the type: 'unarchivedObject(of:from:)', or take any with 'unarchivedObject(from:)'"
    )
    public static func unarchiveObject(with data: Any) throws -> Any? { throw Unavailable() }

    /// Not available: the program reads the file.
    @available(
        *, unavailable,
        message: "read the file, and pass its bytes to 'unarchivedObject(of:from:)'"
    )
    public static func unarchiveObject(withFile path: String) throws -> Any? { throw Unavailable() }

    /// Not available: the value is returned.
    @available(*, unavailable, message: "use 'decodeValue(_:)' or 'decodeValue(ofObjCType:)', which return the value")
    public func decodeValue(ofObjCType type: Any, at address: UnsafeMutableRawPointer) throws { throw Unavailable() }

    /// Not available: the value is returned.
    @available(*, unavailable, message: "use 'decodeValue(_:)' or 'decodeValue(ofObjCType:)', which return the value")
    public func decodeValue(ofObjCType type: Any, at address: UnsafeMutableRawPointer, size: Int) throws {
        throw Unavailable()
    }

    /// Not available: the values are returned.
    @available(
        *, unavailable,
        message: "use 'decodeArray(of:)' or 'decodeArray(ofObjCType:count:)', which return the values"
    )
    public func decodeArray(ofObjCType type: Any, count: Int, at address: UnsafeMutableRawPointer) throws {
        throw Unavailable()
    }

    /// Not available: the count is that of the array.
    @available(*, unavailable, message: "use 'decodeBytes()' and its count")
    public func decodeBytes(withReturnedLength length: Any?) throws -> Any? { throw Unavailable() }

    /// Not available: values are read one after another.
    @available(*, unavailable, message: "sequential archives have no keys: use 'decodeObject()' or 'decodeValue(_:)'")
    public func decodeObject(forKey key: String) throws -> Any? { throw Unavailable() }

    /// Not available: values are read one after another.
    @available(*, unavailable, message: "sequential archives have no keys: 'nextTypes' says what comes next")
    public func containsValue(forKey key: String) -> Bool { false }

    /// Not available: values are read one after another.
    @available(*, unavailable, message: "sequential archives have no keys: use a KeyedUnarchiver for those")
    public var allowsKeyedCoding: Bool { false }

    /// Not available: names are set for one unarchiver.
    @available(*, unavailable, message: "names are set for one unarchiver: call it on that, or on its 'registry'")
    public static func decodeClassName(_ name: String, asClassName other: String) {}

    /// Not available: names are set for one unarchiver.
    @available(*, unavailable, message: "names are set for one unarchiver: call it on that, or on its 'registry'")
    public static func classNameDecoded(forArchiveClassName name: String) -> String { name }
}
