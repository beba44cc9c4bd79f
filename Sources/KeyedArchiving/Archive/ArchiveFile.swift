internal import PropertyLists

/// The file that an archive was opened from, which never changes; copies of the archive share it.
final class ArchiveFile: Sendable {
    /// The file as a binary property list; XML is turned into one.
    let reader: BinaryPropertyListReader
    let envelope: ArchiveEnvelope
    /// The entries by UID.
    let index: ArchiveIndex
    /// Facts about the file, found when they are first needed.
    let facts = ArchiveFacts()
    let format: PropertyListFormat
    /// How many bytes the file has.
    let size: Int
    /// The peculiarities of the text of an XML file.
    let textOddities: [ArchiveError]
    /// The document type that an XML file names; for a binary one, the current one.
    let documentType: XMLPropertyListWriter.DocumentType
    /// How many archives enclose this one.
    let nestingDepth: Int

    /// Opens a file in either form.
    init(
        _ bytes: [UInt8],
        limits: Limits,
        validation: BinaryPropertyListReader.Validation,
        nestingDepth: Int
    ) throws(ArchiveError) {
        let source: ArchiveContainer
        let envelope: ArchiveEnvelope
        do {
            source = try ArchiveContainer(bytes, limits: limits, validation: validation)
            envelope = try ArchiveEnvelope(of: source.reader)
        } catch {
            throw LineEndChange.explaining(error, in: bytes)
        }
        reader = source.reader
        self.envelope = envelope
        index = ArchiveIndex(source.reader, envelope)
        format = source.format
        size = bytes.count
        textOddities = source.oddities
        documentType = source.documentType
        self.nestingDepth = nestingDepth
    }

    /// The file in the binary form that a reader was opened for.
    init(
        binary reader: BinaryPropertyListReader,
        format: PropertyListFormat,
        documentType: XMLPropertyListWriter.DocumentType
    ) throws(ArchiveError) {
        self.reader = reader
        envelope = try ArchiveEnvelope(of: reader)
        index = ArchiveIndex(reader, envelope)
        self.format = format
        size = reader.bytes.count
        textOddities = []
        self.documentType = documentType
        nestingDepth = 0
    }
}
