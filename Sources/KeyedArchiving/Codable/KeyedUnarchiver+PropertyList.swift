public import PropertyLists

extension KeyedUnarchiver {
    /// Decodes a property list that is stored as objects; nil if the key is missing or holds nil.
    ///
    /// Only arrays, dictionaries, strings, numbers, data and dates are decoded, whatever else is allowed. Nil in a
    /// container is the text `$null`, which is what Apple's property-list encoder writes for nil and what stands for nil
    /// in archives.
    ///
    /// - Throws: ``ArchiveError/Code/unexpectedClass``, ``ArchiveError/Code/unknownClass`` or
    ///   ``ArchiveError/Code/invalidValue`` if there is another object among them, ``ArchiveError/Code/cycle`` if a
    ///   container holds itself, ``ArchiveError/Code/limitExceeded`` if the list is too deep, or has too many values for
    ///   the size of the archive.
    /// - Complexity: O(*n*) in the number of objects.
    public func decodePropertyList(forKey key: String) throws -> PropertyList? {
        try decoding(nil) {
            guard
                let uid = try reference(forKey: key),
                let object = try decodePropertyListObject(uid)
            else { return nil }
            do {
                return try tree(of: object)
            } catch {
                throw self.error(error, forKey: key)
            }
        }
    }

    /// Decodes the next property list that was encoded without a key; nil if there is none or it is nil.
    ///
    /// - Throws: As ``decodePropertyList(forKey:)`` does.
    public func decodePropertyList() throws -> PropertyList? {
        try decoding(nil) {
            guard
                let uid = try nextReference(),
                let object = try decodePropertyListObject(uid)
            else { return nil }
            return try tree(of: object)
        }
    }

    private func decodePropertyListObject(_ uid: UID) throws -> (any Codingable)? {
        let outer = elementForNil
        elementForNil = "$null"
        defer { elementForNil = outer }
        return try decodeAnyObject(reference: uid, .list(PropertyList.objectTypes))
    }

    private func tree(of object: any Codingable) throws(ArchiveError) -> PropertyList {
        var reader = ObjectTreeReader(limits: limits, byteCount: state.reader.bytes.count)
        return try reader.tree(of: object)
    }
}
