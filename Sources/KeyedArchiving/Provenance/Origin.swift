internal import PropertyLists

/// The archive that objects were decoded from.
///
/// An unchanged object is written as it was stored there: with its class record and with fields unknown to its type. So
/// the archive is kept as long as an object that carries its entry.
package final class Origin {
    let archive: ArchiveIndex
    /// The registry of types that the objects were decoded with.
    let registry: ClassRegistry
    /// Whether values carry their entries too, so that they are written with the same numbers and entries.
    let preservesIdentity: Bool
    /// The archive whose stored objects are copied, if this one decodes untyped copies for an archive that is being
    /// written.
    let original: Origin?
    init(_ archive: ArchiveIndex, _ registry: ClassRegistry, preservesIdentity: Bool, copying original: Origin? = nil) {
        self.archive = archive
        self.registry = registry
        self.preservesIdentity = preservesIdentity
        self.original = original
    }

    /// The fields of the entry at a UID; those of the top level for that of `$null`.
    func fields(at uid: EntryUID) -> BinaryFields? { uid == .null ? archive.top : archive.fields(at: archive[uid]) }
}

/// An entry of the archive that an object was decoded from.
package struct StoredEntry {
    let origin: Origin
    let uid: EntryUID

    /// Whether the object that carries it is an internal copy of the entry, which no program has seen.
    var isOfCopy: Bool { origin.original != nil }

    /// The archive that it is an entry of; for a copy, the archive of the original.
    var source: Origin { origin.original ?? origin }
}

/// The place of an object that is being encoded in an archive from which objects were decoded.
struct StoredPlace: BitwiseCopyable {
    /// The number of the archive among those that the archiver knows; negative if there is no such place.
    var source = -1
    /// The entry; that of `$null` is the top level where it holds fields, and no place where it is referred to.
    var uid = EntryUID.null
    /// Whether the object is a changed value, or a part of one: it is new, and only its unchanged parts are what was
    /// stored.
    var isOfChangedValue = false

    static var none: StoredPlace { StoredPlace() }

    var isNone: Bool { @inline(__always) get { source < 0 } }

    /// The place of a part of the object.
    func part(_ uid: EntryUID) -> StoredPlace {
        StoredPlace(source: source, uid: uid, isOfChangedValue: isOfChangedValue)
    }
}
