package import KeyedArchiving

/// Decodes every top-level value of an archive without knowing a class of it, and encodes what comes out.
package enum GenericCopy {
    /// An archive with the same content, by way of decoded objects.
    ///
    /// Objects whose class is in no table are `ArchivedObject`s. Top-level objects are encoded in the order of their
    /// UIDs, which is the order in which they were encoded first.
    ///
    /// - Throws: What decoding and encoding throw.
    package static func bytes(
        of archive: KeyedArchive,
        from bytes: [UInt8],
        registry: ClassRegistry,
        layout: ArchiveLayout = .current,
        preservingValueIdentity preservesValueIdentity: Bool = false
    ) throws -> [UInt8] {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: registry, limits: archive.limits)
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        if preservesValueIdentity { unarchiver.preservesValueIdentity = true }
        let archiver = KeyedArchiver(layout: layout)
        archiver.archiverName = unarchiver.archiverName
        archiver.outputFormat = archive.format
        try archiver.encodeTopLevelFields(try unarchiver.decodeTopLevelFields())
        return try archiver.encodedBytes
    }
}
