@testable import KeyedArchiving
import PropertyLists

// Values that no call of the library would put into an archive, for tests of what is hostile.

extension KeyedArchive {
    /// Sets a field to a value as it is, whether or not any unarchiver would read it.
    mutating func setRawValue(
        _ value: PropertyList,
        forKey key: String,
        ofObjectAt uid: UID
    ) throws(ArchiveError) {
        var slots = try slots(ofObjectAt: uid)
        try set(.new(value), forKey: key, in: &slots)
        try store(.dictionary(slots), at: uid)
    }

    /// Sets a top-level value as it is.
    mutating func setRawTopLevelValue(_ value: PropertyList, forKey key: String) throws(ArchiveError) {
        try beginEditingTop()
        edits.top?.set(.new(value), forKey: key)
    }
}
