internal import PropertyLists

/// An archive's container, in either form.
struct ArchiveContainer {
    var reader: BinaryPropertyListReader
    var format: PropertyListFormat
    var documentType = XMLPropertyListWriter.DocumentType.apple
    /// The peculiarities of the text that it was read from.
    var oddities: [ArchiveError]

    /// Opens the container.
    ///
    /// XML is turned into the binary form, so that all else has one reader.
    init(
        _ bytes: [UInt8],
        limits: Limits,
        validation: BinaryPropertyListReader.Validation
    ) throws(ArchiveError) {
        format = try PropertyListFormat(detecting: bytes)
        guard format != .openStep else {
            if FileSignature.isJSON(bytes) { throw FileSignature.json.refusal() }
            throw ArchiveError(
                .notAKeyedArchive,
                "this looks like an OpenStep text property list, a form that has no UIDs and so holds no keyed archive",
                at: 0,
                remedy: "read it with `OpenStepPropertyListReader`"
            )
        }
        if format == .xml { documentType = XMLPropertyListReader.documentType(of: bytes) }
        let form = try BinaryForm(bytes, format, limits: limits, validation: validation)
        (reader, oddities) = (form.reader, form.oddities)
    }
}
