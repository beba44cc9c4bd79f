public import PropertyLists

/// A keyed archive, opened for inspecting and editing without decoding its objects.
///
/// Any archive opens, whatever classes it holds. Content is read on demand: opening checks the container and finds the
/// parts of the envelope. Values are looked up by path, entries by UID or class; references are resolved
/// on demand, so cycles don't matter.
///
/// ```swift
/// let archive = try KeyedArchive(bytes)
/// print(archive["root.friend.name"].string ?? "nobody")
/// ```
///
/// ``bytes(format:)`` writes the archive back. An unchanged archive of Apple's archiver is written as the same bytes.
/// After an edit, everything else stays as it was: key order, which references share an entry, float widths, unknown
/// fields.
public struct KeyedArchive: Sendable {
    let file: ArchiveFile
    var edits = ArchiveEdits()

    /// Opens an archive in either form.
    ///
    /// ```swift
    /// let archive = try KeyedArchive(bytes, limits: .untrusted)
    /// ```
    ///
    /// - Parameters:
    ///   - source: A binary or XML property list.
    ///   - limits: Bounds on the work that the input may cause.
    /// - Throws: ``/PropertyLists/ArchiveError`` if the bytes are not a property list that can be read; with the code
    ///   ``/PropertyLists/ArchiveError/Code/notAKeyedArchive`` or
    ///   ``/PropertyLists/ArchiveError/Code/unsupportedVersion`` if they are but not a keyed archive.
    /// - Complexity: for binary archives O(*n*) in the number of objects with a very small constant; for XML O(*n*) in
    ///   the size.
    public init(_ source: some ArchiveSource, limits: Limits = .default) throws(ArchiveError) {
        try self.init(source, limits: limits, validation: .offsetTable)
    }

    /// Opens an archive, and checks the offset table of a binary one then or as its objects are read.
    package init(
        _ source: some ArchiveSource,
        limits: Limits = .default,
        validation: BinaryPropertyListReader.Validation
    ) throws(ArchiveError) {
        try self.init(bytes: source.archiveBytes(), limits: limits, validation: validation, nestingDepth: 0)
    }

    init(
        bytes: [UInt8],
        limits: Limits,
        validation: BinaryPropertyListReader.Validation,
        nestingDepth: Int
    ) throws(ArchiveError) {
        file = try ArchiveFile(bytes, limits: limits, validation: validation, nestingDepth: nestingDepth)
    }

    /// An archive in the binary form that a reader was opened for.
    init(
        binary reader: BinaryPropertyListReader,
        format: PropertyListFormat = .binary,
        documentType: XMLPropertyListWriter.DocumentType = .apple
    ) throws(ArchiveError) {
        file = try ArchiveFile(binary: reader, format: format, documentType: documentType)
    }

    /// The form in which the archive was opened, and the default form for writing it.
    public var format: PropertyListFormat { file.format }

    /// The limits that hold for this archive.
    public var limits: Limits { reader.limits }

    /// The name of the class that wrote the archive (`$archiver`): `NSKeyedArchiver` or that of a subclass.
    public var archiver: String { edits.archiver ?? envelope.archiver }

    /// The version of the archive format (`$version`), always 100000.
    public var version: Int { Int(truncatingIfNeeded: envelope.version) }

    /// The number of entries in `$objects`.
    public var objectCount: Int { index.entries.count + edits.added.count }
}

// MARK: - The file

extension KeyedArchive {
    /// The archive as a binary property list; XML is turned into one when it is opened.
    var reader: BinaryPropertyListReader { file.reader }

    /// The parts of the outer dictionary.
    var envelope: ArchiveEnvelope { file.envelope }

    /// The entries of the file by UID.
    var index: ArchiveIndex { file.index }

    /// Facts about the file, found when they are first needed.
    var facts: ArchiveFacts { file.facts }

    /// How many bytes the archive was opened from.
    var inputSize: Int { file.size }

    /// The peculiarities of the text of an XML archive.
    var textOddities: [ArchiveError] { file.textOddities }

    /// The document type that an XML archive names; for a binary archive, the current one.
    var documentType: XMLPropertyListWriter.DocumentType { file.documentType }

    /// How many archives enclose this one: 0 for a file, 1 for an archive in a data value of a file.
    package var nestingDepth: Int { file.nestingDepth }
}
