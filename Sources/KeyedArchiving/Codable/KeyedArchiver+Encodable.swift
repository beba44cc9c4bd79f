public import PropertyLists

extension KeyedArchiver {
    /// Encodes a value by its `Encodable` conformance, as a property list: Apple's `encodeEncodable(_:forKey:)`.
    ///
    /// Structures become dictionaries, lists arrays; nil is the text `$null`. Dates and data are stored as such, from
    /// the types that ``/PropertyLists/PlistEncoder`` names. The keys of dictionaries and the members of sets are sorted,
    /// so that equal values give equal bytes.
    ///
    /// ```swift
    /// try archiver.encodeEncodable(["volume": 0.5], forKey: "settings")
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key to encode it under.
    ///   - userInfo: Contextual information that types can read from their encoder.
    /// - Throws: `EncodingError` if the value encodes nothing or in a way that contradicts itself, the errors of its
    ///   `encode(to:)`, and otherwise as ``encodePropertyList(_:forKey:)`` does.
    public func encodeEncodable(
        _ value: some Encodable,
        forKey key: String,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws {
        try checkNotFinished()
        do {
            putReference(try encodeTree(of: value, userInfo), forKey: key)
        } catch {
            throw located(error, forKey: key)
        }
    }

    /// Encodes a value by its `Encodable` conformance, as a property list, without a key.
    ///
    /// ```swift
    /// try archiver.encodeEncodable(["volume": 0.5])
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - userInfo: Contextual information that types can read from their encoder.
    /// - Throws: As ``encodeEncodable(_:forKey:userInfo:)`` does.
    public func encodeEncodable(
        _ value: some Encodable,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws {
        try checkNotFinished()
        do {
            let uid = try encodeTree(of: value, userInfo)
            state.put(unkeyedReference: uid)
        } catch {
            throw locatedUnkeyed(error)
        }
    }

    /// Encodes a value by its `Encodable` conformance; nothing of it stays if it throws.
    private func encodeTree(
        of value: some Encodable,
        _ userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> UID {
        let tree = EncodedTree(limits: limits, userInfo: userInfo)
        let encoder = TreeEncoder(tree)
        try tree.checkDepth(0)
        try encoder.encode(value)
        if case .nothing = tree.content(of: encoder.place) { throw encoder.nothingEncoded(by: value) }
        try checkNotFinished()
        let checkpoint = state.checkpoint
        do {
            return try ArchiveSink.reference(to: encoder.place, of: tree, in: self).uid
        } catch {
            state.rollBack(to: checkpoint)
            throw error
        }
    }
}

extension KeyedArchiver {
    /// Encodes a property list as objects: arrays, dictionaries, strings, numbers, data and dates.
    ///
    /// ```swift
    /// try archiver.encodePropertyList(["name": "Ada", "age": 36], forKey: "info")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` if the list holds something that has no such
    ///   object: a set, a UID, a key that isn't a string; otherwise as `encode(_:forKey:)` does.
    public func encodePropertyList(_ value: PropertyList, forKey key: String) throws {
        let object: any Codingable
        do {
            object = try value.object()
        } catch {
            throw located(error, forKey: key)
        }
        try encode(object, forKey: key)
    }

    /// Encodes a property list as objects without a key.
    ///
    /// ```swift
    /// try archiver.encodePropertyList(["name": "Ada", "age": 36])
    /// ```
    ///
    /// - Throws: As ``encodePropertyList(_:forKey:)`` does.
    public func encodePropertyList(_ value: PropertyList) throws {
        let object: any Codingable
        do {
            object = try value.object()
        } catch {
            throw locatedUnkeyed(error)
        }
        try encode(object)
    }
}

// What writing trees needs beside what objects need.

extension ArchiverState {
    /// How far an archiver got.
    struct Checkpoint {
        fileprivate let frame: Frame
        fileprivate let fieldCount: Int
        fileprivate let elementCount: Int
        fileprivate let depth: Int
    }

    var checkpoint: Checkpoint {
        Checkpoint(frame: frame, fieldCount: fields.count, elementCount: elements.count, depth: depth)
    }

    /// Discards the objects begun since, as leaving one object after the other does.
    mutating func rollBack(to checkpoint: Checkpoint) {
        fields.truncate(to: checkpoint.fieldCount)
        elements.truncate(to: checkpoint.elementCount)
        frame = checkpoint.frame
        depth = checkpoint.depth
    }

    /// Whether a string is one object however often it is encoded.
    func isOneObject(_ string: String) -> Bool {
        guard let packed = PackedString(string), packed != .null else { return false }
        return sharing.key(of: packed) != nil
    }
}

extension KeyedArchiver {
    /// Whether objects lie so deep that their contents may have to wait, which only objects can.
    var defersObjects: Bool { state.depth >= deferringDepth }
}
