internal import PropertyLists

/// The archive that decoded values came from, and which of its entries each value had.
///
/// Only the file shows which of several equal values were one object (see ``SharingPolicy``), not the values. So an
/// archive that is to be encoded as it was is kept, and what was decoded from it carries the UID that it had there.
final class ValueIdentities {
    let archive: ArchiveIndex

    init(_ archive: ArchiveIndex) {
        self.archive = archive
    }
}

/// The identity of one decoded object: the archive that it was decoded from, and its UID there.
///
/// It is an instance so that the many objects without one have a single word for it.
final class StoredIdentity {
    let identities: ValueIdentities
    let uid: EntryUID

    init(_ identities: ValueIdentities, _ uid: EntryUID) {
        self.identities = identities
        self.uid = uid
    }
}

/// What an archiver knows of the identities of the objects that it encodes.
struct EncodedIdentities {
    /// The archive that they were decoded from; nil if no object carries an identity.
    ///
    /// Where a graph is put together from several archives it is the one that was seen first.
    private(set) var identities: ValueIdentities?
    /// The UIDs that objects have in this archive, and had in that one.
    private(set) var uids: [(written: EntryUID, stored: EntryUID)] = []

    /// Keeps where something comes from.
    mutating func add(_ identities: ValueIdentities) {
        if self.identities == nil { self.identities = identities }
    }

    /// Keeps which object of another archive an object is.
    mutating func add(_ identity: StoredIdentity, uid: EntryUID) {
        add(identity.identities)
        if identities === identity.identities { uids.append((uid, identity.uid)) }
    }
}

extension KeyedArchiver {
    /// Keeps which object of another archive an instance is that is being encoded.
    func keepIdentity(_ identity: StoredIdentity?, of instance: some Codingable) {
        guard let identity, let uid = encodedUID(of: instance) else { return }
        state.encodedIdentities.add(identity, uid: uid)
    }
}

extension KeyedUnarchiver {
    /// The identity of the object at a UID, where identities are kept.
    func identity(ofObjectAt uid: EntryUID) -> StoredIdentity? {
        state.identities.map { StoredIdentity($0, uid) }
    }
}
