public import PropertyLists

// How nil is written. In a field it is a reference to entry 0. In a list it is a null object, `NSNull`, as Apple's
// collections hold no nil: Foundation's unarchivers drop a reference to entry 0, or end the process.

extension KeyedArchiver {
    /// The UID of an element of a list.
    ///
    /// - Parameter key: The key of the list.
    func reference(toElement object: (any Codingable)?, forKey key: String) throws -> UID {
        let uid = try object?._encodeReference(with: self) ?? .null
        return uid == .null ? try nilElement(forKey: key) : uid
    }

    /// What stands for nil in a list.
    ///
    /// - Parameter key: The key of the list; a dictionary's keys can't be nil.
    @usableFromInline
    @inline(never)
    func nilElement(forKey key: String) throws -> UID {
        guard key != CollectionFields.keys else {
            throw ArchiveError(
                .unrepresentable, "a key of the dictionary is nil",
                remedy: "leave the entry out, or use a key that is not nil")
        }
        return try ArchivedNull()._encodeReference(with: self)
    }
}
