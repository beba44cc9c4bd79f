internal import PropertyLists

/// Where the parts of a keyed archive are: the object indices of `$archiver`, `$version`, `$top`, `$objects`, and every
/// other key of the outer dictionary.
struct ArchiveEnvelope: Sendable {
    /// All entries of the outer dictionary, as object indices in file order.
    var outer: [(key: ObjectIndex, value: ObjectIndex)]
    /// The name of the archiver's class, usually `NSKeyedArchiver`.
    var archiver: String
    /// Always 100000.
    var version: Int64
    /// The fields of `$top`.
    var top: BinaryFields
    /// The elements of `$objects`.
    var objects: BinaryReferences
    /// The object index of the string `$null` that entry 0 refers to.
    var null: ObjectIndex

    /// The number that every archive carries as its `$version`.
    static let supportedVersion: Int64 = 100_000

    /// The name of the archiver that isn't a subclass.
    static let usualArchiver = "NSKeyedArchiver"

    /// Finds the parts of an archive.
    ///
    /// - Throws: ``ArchiveError/Code/notAKeyedArchive``, naming the part that is missing or of the wrong type, or
    ///   ``ArchiveError/Code/unsupportedVersion``.
    init(of reader: BinaryPropertyListReader) throws(ArchiveError) {
        guard case .dictionary(let keys, let values) = try reader.archiveObject(at: reader.topObject) else {
            throw ArchiveError(
                .notAKeyedArchive,
                "the property list's top object is not a dictionary",
                byteOffset: try? reader.offset(of: reader.topObject),
                remedy: "it is a plain property list; a keyed archive has $archiver, $version, $top and $objects"
            )
        }
        let outer = (0..<keys.count).map {
            (key: reader.unchecked($0, of: keys), value: reader.unchecked($0, of: values))
        }
        self.outer = outer

        func part(_ name: String) throws(ArchiveError) -> ObjectIndex {
            for (key, value) in outer where try reader.isArchiveString(at: key, name) { return value }
            throw ArchiveError(
                .notAKeyedArchive,
                "the archive has no \(name)",
                byteOffset: try? reader.offset(of: reader.topObject),
                remedy: "a keyed archive has $archiver, $version, $top and $objects"
            )
        }
        func wrong(_ name: String, _ expected: String, _ index: ObjectIndex) -> ArchiveError {
            ArchiveError(
                .notAKeyedArchive,
                "the archive's \(name) is not \(expected)",
                byteOffset: try? reader.offset(of: index),
                remedy: "the file was damaged or made by a faulty writer"
            )
        }

        let archiverIndex = try part("$archiver")
        guard let archiver = try reader.archiveString(at: archiverIndex)?.string else {
            throw wrong("$archiver", "a string", archiverIndex)
        }
        self.archiver = archiver

        let versionIndex = try part("$version")
        let storedVersion = try reader.archiveObject(at: versionIndex)
        let version: Integer128
        switch storedVersion {
        case .integer(let small): version = Integer128(small)
        case .integer128(let large): version = large
        default: throw wrong("$version", "an integer", versionIndex)
        }
        self.version = Self.supportedVersion

        let topIndex = try part("$top")
        guard case .dictionary(let topKeys, let topValues) = try reader.archiveObject(at: topIndex) else {
            throw wrong("$top", "a dictionary", topIndex)
        }
        top = BinaryFields(keys: topKeys, values: topValues)
        if topValues.count > 0, try reader.isReferenceOfXML(at: reader.unchecked(0, of: topValues)) {
            throw ArchiveError(
                .notAKeyedArchive,
                "the references of the archive are dictionaries with a key CF$UID, which are references in XML only",
                byteOffset: try? reader.offset(of: reader.unchecked(0, of: topValues)),
                remedy: "the program that converted it from XML left them as they were; convert it back to XML, as "
                    + "`plutil -convert xml1` does, and open that"
            )
        }

        let objectsIndex = try part("$objects")
        guard case .array(let objects) = try reader.archiveObject(at: objectsIndex) else {
            throw wrong("$objects", "an array", objectsIndex)
        }
        self.objects = objects
        guard objects.count > 0 else { throw wrong("$objects", "an array with at least one entry", objectsIndex) }
        null = reader.unchecked(0, of: objects)
        guard try reader.isArchiveString(at: null, "$null") else {
            throw wrong("$objects[0]", "the string \"$null\"", null)
        }
        guard case .integer(Self.supportedVersion) = storedVersion else {
            throw ArchiveError(
                .unsupportedVersion,
                "the archive's $version is \(version), not \(Self.supportedVersion)",
                byteOffset: try? reader.offset(of: versionIndex),
                remedy: "no Apple system writes another version; the file was damaged or made by another program"
            )
        }
    }
}

extension BinaryPropertyListReader {
    /// One object, with an archive error if it cannot be read.
    func archiveObject(at index: ObjectIndex) throws(ArchiveError) -> BinaryObject {
        try withPropertyList { () throws(PropertyListError) in try object(at: index) }
    }

    /// The marker and the length of one object, with an archive error if they cannot be read.
    func archiveHeader(at index: ObjectIndex) throws(ArchiveError) -> BinaryObjectHeader {
        try withPropertyList { () throws(PropertyListError) in try header(at: index) }
    }

    /// The string at an index, or nil if it isn't a string; the caller pays for it.
    func archiveString(at index: ObjectIndex) throws(ArchiveError) -> PropertyListString? {
        switch try archiveObject(at: index) {
        case .asciiString(let range):
            try withPropertyList { () throws(PropertyListError) in PropertyListString(try asciiString(in: range)) }
        case .utf16String(let range):
            try withPropertyList { () throws(PropertyListError) in try utf16String(in: range) }
        default: nil
        }
    }

    /// Whether the object at an index is exactly the given text, with an archive error if it cannot be read.
    ///
    /// - Complexity: O(*n*) in the length of `text`, whatever the length of the object.
    func isArchiveString(at index: ObjectIndex, _ text: String) throws(ArchiveError) -> Bool {
        try withPropertyList { () throws(PropertyListError) in try isString(at: index, text) }
    }

    /// Whether an object is a dictionary that would be a reference in XML.
    ///
    /// One with a number that no reference has is a dictionary in XML, too.
    func isReferenceOfXML(at index: ObjectIndex) throws(ArchiveError) -> Bool {
        guard case .dictionary(let keys, let values) = try archiveObject(at: index), keys.count == 1,
            case .integer(let number) = try archiveObject(at: unchecked(0, of: values)),
            UInt32(exactly: number) != nil
        else { return false }
        return try isArchiveString(at: unchecked(0, of: keys), "CF$UID")
    }
}
