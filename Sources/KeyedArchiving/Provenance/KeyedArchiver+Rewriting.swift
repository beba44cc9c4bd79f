internal import PropertyLists

extension KeyedArchiver {
    /// Creates an archiver for the objects that an unarchiver decoded: unchanged values are written as they were
    /// stored.
    ///
    /// It has the layout, the format and the archiver's name of the archive, and knows the value that was stored under
    /// each key. Types of your own decide what their objects hold, as always; a value in them that still equals the
    /// value stored under its key, such as a date, a font or a URL, is written with all its stored fields. A changed one
    /// is written as its type writes it, and the parts of it that still equal the stored ones with all their fields.
    /// Changed text or data in the place of a mutable one becomes immutable; encode a ``MutableArchivedString`` or
    /// ``MutableArchivedData`` there.
    ///
    /// ```swift
    /// let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
    /// let person = try unarchiver.decodeObject(of: Person.self, forKey: "root")
    /// person?.name = "Grace"
    /// let archiver = try KeyedArchiver(rewriting: unarchiver)
    /// try archiver.encode(person, forKey: "root")
    /// let changed = try archiver.encodedBytes
    /// ```
    ///
    /// Objects that carry their entries, such as an ``ArchivedObject`` or an ``ArchivedArray``, need no such archiver:
    /// any archiver writes them back with their fields. To leave stored fields behind, encode objects of your own types
    /// with an archiver that is made without this initializer.
    ///
    /// - Parameters:
    ///   - unarchiver: The unarchiver that decoded the objects. If it preserves the identity of values
    ///     (``KeyedUnarchiver/preservesValueIdentity``), they keep their numbers and entries as well.
    ///   - requiringSecureCoding: Whether only types that support secure coding may be encoded.
    /// - Throws: ``/PropertyLists/ArchiveError`` if the archive's outer dictionary can't be read.
    /// - Complexity: O(*n*) in the size of the archive.
    public convenience init(
        rewriting unarchiver: KeyedUnarchiver,
        requiringSecureCoding: Bool = false
    ) throws(ArchiveError) {
        let archive = try unarchiver.openedArchive
        self.init(requiringSecureCoding: requiringSecureCoding, layout: archive.layout, limits: unarchiver.limits)
        archiverName = unarchiver.archiverName
        outputFormat = archive.format
        state.frame.place = StoredPlace(source: state.origins.number(of: unarchiver.origin), uid: .null)
    }
}

extension KeyedUnarchiver {
    /// The archive that is decoded.
    fileprivate var openedArchive: KeyedArchive {
        get throws(ArchiveError) {
            try KeyedArchive(binary: state.reader, format: format, documentType: documentType)
        }
    }
}
