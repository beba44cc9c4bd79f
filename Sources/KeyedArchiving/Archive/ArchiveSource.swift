internal import PropertyLists

/// An archive's container, in either form.
struct ArchiveSource {
    var reader: BinaryPropertyListReader
    var format: PropertyListFormat
    var documentType = XMLPropertyListWriter.DocumentType.apple

    /// Opens the container.
    ///
    /// XML is read whole and turned into the binary form, so that all else has one reader.
    init(
        _ bytes: [UInt8],
        limits: Limits,
        validation: BinaryPropertyListReader.Validation
    ) throws(ArchiveError) {
        format = try PropertyListFormat(detecting: bytes)
        guard format != .openStep else {
            throw ArchiveError(
                .notAKeyedArchive,
                "this looks like an OpenStep text property list, a form that has no UIDs and so holds no keyed archive",
                at: 0,
                remedy: "read it with `OpenStepPropertyListReader`"
            )
        }
        switch format {
        case .binary:
            reader = try BinaryPropertyListReader(bytes, limits: limits, validation: validation)
        case .xml, .openStep:
            documentType = XMLPropertyListReader.documentType(of: bytes)
            let tree = try XMLPropertyListReader(limits: limits).read(bytes)
            let binary = try BinaryPropertyListWriter().write(tree)
            reader = try BinaryPropertyListReader(binary, limits: limits, validation: .onAccess)
        }
    }
}
