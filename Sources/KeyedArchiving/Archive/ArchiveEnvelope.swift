internal import PropertyLists

/// Where the parts of a keyed archive are: the object indices of `$archiver`, `$version`, `$top`, `$objects`, and every
/// other key of the outer dictionary.
struct ArchiveEnvelope: Sendable {
    /// The fields of the outer dictionary.
    var outer: BinaryFields
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
    /// - Throws: ``/PropertyLists/ArchiveError/Code/notAKeyedArchive``, naming the part that is missing or of the wrong
    ///   type, or ``/PropertyLists/ArchiveError/Code/unsupportedVersion``.
    init(of reader: borrowing BinaryPropertyListReader) throws(ArchiveError) {
        let parts = try EnvelopeParts(reader)
        let archiver = try parts.archiver(in: reader)
        let storedVersion = try parts.version(in: reader)
        let top = try parts.top(in: reader)
        let objects = try parts.objects(in: reader)
        // A damaged part tells more about a file than a version that no system writes.
        guard storedVersion.isSupported else {
            throw ArchiveError(
                .unsupportedVersion,
                "the archive's $version is \(storedVersion.number), not \(Self.supportedVersion)",
                at: reader.place(of: storedVersion.index),
                remedy: "no Apple system writes another version; the file was damaged or made by another program"
            )
        }
        outer = parts.outer
        self.archiver = archiver
        version = Self.supportedVersion
        self.top = top
        self.objects = objects
        null = reader.unchecked(0, of: objects)
    }
}

/// Finds each part of an archive and throws an error for a damaged one.
private struct EnvelopeParts: BitwiseCopyable {
    let outer: BinaryFields
    private var archiverPosition = FieldPosition.none
    private var versionPosition = FieldPosition.none
    private var topPosition = FieldPosition.none
    private var objectsPosition = FieldPosition.none

    /// Reads the keys of the outer dictionary until all four are found; of two with one text the first counts.
    init(_ reader: borrowing BinaryPropertyListReader) throws(ArchiveError) {
        outer = try reader.outerFields()
        try findParts(reader)
    }

    private mutating func findParts(_ reader: BinaryPropertyListReader) throws(ArchiveError) {
        for position in outer.positions {
            let key = try reader.stringHeader(at: reader.key(position, of: outer))
            guard key.kind.isString else { continue }
            switch key.count {
            case 4: topPosition.set(position, of: key, if: OuterKey.top.rawValue, in: reader)
            case 8:
                versionPosition.set(position, of: key, if: OuterKey.version.rawValue, in: reader)
                objectsPosition.set(position, of: key, if: OuterKey.objects.rawValue, in: reader)
            case 9: archiverPosition.set(position, of: key, if: OuterKey.archiver.rawValue, in: reader)
            default: break
            }
            if objectsPosition != .none, topPosition != .none, versionPosition != .none, archiverPosition != .none {
                break
            }
        }
    }

    func archiver(in reader: BinaryPropertyListReader) throws(ArchiveError) -> String {
        let index = try part(archiverPosition, .archiver, reader)
        if try reader.isString(at: index, ArchiveEnvelope.usualArchiver) { return ArchiveEnvelope.usualArchiver }
        guard let archiver = try reader.text(at: index)?.string else {
            throw wrong(OuterKey.archiver.rawValue, "a string", index, reader)
        }
        return archiver
    }

    /// The version, which is supported only if it is stored in at most 8 bytes.
    func version(
        in reader: BinaryPropertyListReader
    ) throws(ArchiveError) -> (number: Integer128, isSupported: Bool, index: ObjectIndex) {
        let index = try part(versionPosition, .version, reader)
        switch try reader.object(at: index) {
        case .integer(let small): return (Integer128(small), small == ArchiveEnvelope.supportedVersion, index)
        case .integer128(let large): return (large, false, index)
        default: throw wrong(OuterKey.version.rawValue, "an integer", index, reader)
        }
    }

    func top(in reader: BinaryPropertyListReader) throws(ArchiveError) -> BinaryFields {
        let index = try part(topPosition, .top, reader)
        guard case .dictionary(let keys, let values) = try reader.object(at: index) else {
            throw wrong(OuterKey.top.rawValue, "a dictionary", index, reader)
        }
        if values.count > 0, try reader.isReferenceOfXML(at: reader.unchecked(0, of: values)) {
            throw ArchiveError(
                .notAKeyedArchive,
                "the references of the archive are dictionaries with a key CF$UID, which are references in XML only",
                at: reader.place(of: reader.unchecked(0, of: values)),
                remedy: "the program that converted it from XML left them as they were; convert it back to XML, as "
                    + "`plutil -convert xml1` does, and open that"
            )
        }
        return BinaryFields(keys: keys, values: values)
    }

    /// The entries, of which there is at least `$null`.
    func objects(in reader: BinaryPropertyListReader) throws(ArchiveError) -> BinaryReferences {
        let index = try part(objectsPosition, .objects, reader)
        guard case .array(let objects) = try reader.object(at: index) else {
            throw wrong(OuterKey.objects.rawValue, "an array", index, reader)
        }
        guard objects.count > 0 else {
            throw wrong(OuterKey.objects.rawValue, "an array with at least one entry", index, reader)
        }
        let null = reader.unchecked(0, of: objects)
        guard try reader.isNullText(at: null) else {
            throw wrong("\(OuterKey.objects.rawValue)[0]", "the string \"$null\"", null, reader)
        }
        return objects
    }

    private func part(
        _ position: FieldPosition,
        _ key: OuterKey,
        _ reader: BinaryPropertyListReader
    ) throws(ArchiveError) -> ObjectIndex {
        if position != .none { return reader.value(position, of: outer) }
        throw ArchiveError(
            .notAKeyedArchive,
            "the archive has no \(key.rawValue)",
            at: reader.place(of: reader.topObject),
            remedy: Self.remedy
        )
    }

    private static let remedy =
        "open another property list as a PropertyListDocument; a keyed archive has $archiver, $version, $top and $objects"

    private func wrong(
        _ name: String,
        _ expected: String,
        _ index: ObjectIndex,
        _ reader: BinaryPropertyListReader
    ) -> ArchiveError {
        ArchiveError(
            .notAKeyedArchive,
            "the archive's \(name) is not \(expected)",
            at: reader.place(of: index),
            remedy: ArchiveError.damageRemedy
        )
    }
}

extension BinaryPropertyListReader {
    /// The fields of the outer dictionary of an archive.
    fileprivate func outerFields() throws(ArchiveError) -> BinaryFields {
        let header = try header(at: topObject)
        guard header.kind == .dictionary else {
            // A damaged object must not pass for a file of another kind.
            _ = try object(at: topObject)
            throw ArchiveError(
                .notAKeyedArchive,
                "the property list's top object is not a dictionary",
                at: try? offset(of: topObject),
                remedy: "open it as a PropertyListDocument; a keyed archive has $archiver, $version, $top and $objects"
            )
        }
        return fields(of: header)
    }

    /// The string at an index, or nil if it isn't a string; the caller charges it.
    func text(at index: ObjectIndex) throws(ArchiveError) -> PropertyListString? {
        try text(of: header(at: index))
    }

    /// Whether an object is a dictionary that would be a reference in XML.
    ///
    /// One with a number that no reference has is a dictionary in XML, too.
    func isReferenceOfXML(at index: ObjectIndex) throws(ArchiveError) -> Bool {
        if fastUID(at: index) != nil { return false }
        guard case .dictionary(let keys, let values) = try object(at: index), keys.count == 1,
            case .integer(let number) = try object(at: unchecked(0, of: values)),
            UInt32(exactly: number) != nil
        else { return false }
        return try isString(at: unchecked(0, of: keys), "CF$UID")
    }
}
