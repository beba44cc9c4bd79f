internal import PropertyLists

// Keys that Apple's classes do not have as constants: each use is a new string, and so a new entry of the file.

extension KeyedArchiver {
    /// Encodes an object under a key that is put together at run time, such as one with a number in it.
    ///
    /// - Throws: As `encode(_:forKey:)` does.
    package func encode(_ object: (any Codingable)?, forRuntimeKey key: String) throws {
        try checkNotFinished()
        do {
            let uid = try object?._encodeReference(with: self) ?? .null
            state.put(state.table.uid(uid), forRuntimeKey: key)
        } catch {
            throw located(error, forKey: key)
        }
    }

    /// Encodes bytes, inline, under a key that only systems whose Foundation is written in Swift make at run time.
    ///
    /// - Throws: ``ArchiveError/Code/finished`` after finishing.
    package func encodeBytes(_ bytes: [UInt8], forSwiftKey key: String) throws {
        guard state.makesKeysAtRunTime else { return try encodeBytes(bytes, forKey: key) }
        try checkNotFinished()
        let entry = state.dataEntry(bytes[...])
        state.put(entry, forRuntimeKey: key)
    }
}
