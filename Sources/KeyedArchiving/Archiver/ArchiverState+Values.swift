internal import PropertyLists

// Values under keys of the current scope. Each method does all its work in one access to the state.

extension ArchiverState {
    /// The error for adding to an archive that is finished.
    static var alreadyFinished: ArchiveError {
        ArchiveError(
            .finished,
            "the archive is already finished; nothing more can be encoded",
            remedy: "use a new archiver"
        )
    }

    @inline(__always)
    private func checkNotFinished() throws(ArchiveError) {
        if isFinished { throw Self.alreadyFinished }
    }

    mutating func put(boolean value: Bool, forKey key: String) throws(ArchiveError) {
        try checkNotFinished()
        put(value ? .true : .false, forKey: key)
    }

    mutating func put(
        integer value: Int64,
        _ type: StorageType,
        forKey key: String
    ) throws(ArchiveError) {
        try checkNotFinished()
        put(integerEntry(value, type), forKey: key)
    }

    mutating func put(double value: Double, forKey key: String) throws(ArchiveError) {
        try checkNotFinished()
        put(doubleEntry(value), forKey: key)
    }

    mutating func put(float value: Float, forKey key: String) throws(ArchiveError) {
        try checkNotFinished()
        put(floatEntry(value), forKey: key)
    }

    mutating func put(data value: ArraySlice<UInt8>, forKey key: String) throws(ArchiveError) {
        try checkNotFinished()
        put(dataEntry(value), forKey: key)
    }

    mutating func put(inlineString value: String, forKey key: String) throws(ArchiveError) {
        try checkNotFinished()
        put(table.addString(value), forKey: key)
    }

    mutating func put(uid: UID, forKey key: String) {
        put(table.uid(uid), forKey: key)
    }

    mutating func put(unkeyedReference uid: UID) {
        put(table.uid(uid), forStoredKey: nextUnkeyedKey())
    }

    mutating func appendElement(_ uid: UID) {
        elements.append(table.uid(uid))
    }

    /// Stores references to strings.
    mutating func put(strings: [String], forKey key: String) {
        let start = elements.count
        elements.reserve(strings.count)
        for string in strings { elements.append(uidEntry(stringUID(string))) }
        putElements(from: start, forKey: key)
    }

    /// Stores the references from a position on, and forgets them.
    mutating func putElements(from start: Int, forKey key: String) {
        put(takeElements(from: start), forKey: key)
    }
}
