import KeyedArchiving
import PropertyLists

// Values that no call of the library would put into an archive, for tests of what is hostile.

extension KeyedArchive {
    /// Sets a field to a value as it is, whether or not any unarchiver would read it.
    mutating func setRawValue(_ value: PropertyList, forKey key: String, ofObjectAt uid: UID) throws {
        guard case .array(let entries)? = try storedFields()["$objects"],
            case .dictionary(let fields) = entries[Int(uid.rawValue)]
        else { throw ArchiveError(.invalidReference, "no object at \(uid)") }
        try replaceEntry(at: uid, withStored: .dictionary(fields.setting(value, forKey: key)))
    }

    /// Sets a top-level value as it is.
    mutating func setRawTopLevelValue(_ value: PropertyList, forKey key: String) throws {
        guard case .dictionary(let fields)? = try storedFields()["$top"] else { return }
        try replaceTopLevel(withStored: fields.setting(value, forKey: key))
    }

    /// The outermost dictionary of the archive as it would be written.
    private func storedFields() throws -> PropertyListDictionary {
        let tree = try BinaryPropertyListReader(bytes(format: .binary)).tree()
        guard case .dictionary(let fields) = tree else { return [:] }
        return fields
    }
}

extension PropertyListDictionary {
    /// The entries with another value at a key, in its place or else at the end.
    fileprivate func setting(_ value: PropertyList, forKey key: String) -> PropertyListDictionary {
        var entries = Array(self)
        if let position = position(of: key) {
            entries[position].value = value
        } else {
            entries.append((key: .string(PropertyListString(key)), value: value))
        }
        return PropertyListDictionary(entries)
    }
}
