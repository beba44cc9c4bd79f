/// A reader of XML property lists.
///
/// It opens everything that Apple's writer writes and most of what people write by hand, and refuses the rest with the
/// place and the reason:
///
/// - **Encodings**: UTF-8, US-ASCII, ISO 8859-1, and UTF-16 in both byte orders, with or without a byte-order mark. A
///   declared encoding must be one of these and agree with the bytes.
/// - **Entities**: the five predefined ones and character references. Any other, and a document type with an internal
///   subset, is refused and never expanded. Nothing outside the input is ever opened.
/// - **Text** stays as it is: control characters, which XML forbids and Apple's writer emits, are taken; line ends are
///   not changed; comments inside are left out; CDATA is taken literally. NUL is refused.
/// - **Numbers**: integers from -2^63 to 2^64 - 1, decimal or hexadecimal (`0x`), with a sign; reals in decimal or one
///   of `nan`, `inf`, `infinity`, with a sign and in any case. Reals are always read as ``PropertyList/double(_:)``.
///   One too large for 64 bits is refused.
/// - **Dates**: `YYYY-MM-DDThh:mm:ssZ` with existing days of the years 0 to 9999.
/// - **Data**: base64 with white space; foreign characters and missing padding are refused.
/// - **UIDs**: a dictionary with the only key `CF$UID` and an integer from 0 to 2^32 - 1 is a UID, any other a
///   dictionary.
/// - **Structure**: `<plist>` may be missing around the value; attributes are skipped; duplicate keys are kept; only
///   white space, comments and processing instructions are between elements and after the end.
///
/// Reading takes time and memory in proportion to the input, and no stack in proportion to its depth.
///
/// ```swift
/// let tree = try XMLPropertyListReader().read(bytes)
/// ```
public struct XMLPropertyListReader: Sendable {
    /// The bounds on what is read; of these, depth, objects, and the sizes of strings and data apply.
    public var limits: Limits

    /// Creates a reader.
    public init(limits: Limits = .default) {
        self.limits = limits
    }

    /// Reads an XML property list.
    ///
    /// ```swift
    /// let settings = try XMLPropertyListReader(limits: .untrusted).read(bytes)
    /// ```
    ///
    /// - Throws: ``ArchiveError`` with the byte offset, line and column of what is wrong.
    /// - Complexity: O(*n*)
    public func read(_ bytes: [UInt8]) throws(ArchiveError) -> PropertyList {
        let text = try SourceText(xml: bytes)
        do {
            var parser = XMLPropertyListParser(text, limits: limits)
            return try parser.parse()
        } catch {
            throw text.located(error)
        }
    }

    /// The document type that an XML property list declares, or the current one if it declares none or another.
    ///
    /// Give it to ``XMLPropertyListWriter/documentType`` to write a file again as it was.
    ///
    /// ```swift
    /// let type = XMLPropertyListReader.documentType(of: bytes)
    /// let xml = try XMLPropertyListWriter(documentType: type).write(["name": "Ada"])
    /// ```
    ///
    /// - Complexity: O(*n*)
    public static func documentType(of bytes: [UInt8]) -> XMLPropertyListWriter.DocumentType {
        guard let text = try? SourceText(xml: bytes) else { return .apple }
        var cursor = TextCursor(text.utf8, at: text.start)
        guard let identifier = try? cursor.skipPrologue() else { return .apple }
        let declared = XMLPropertyListWriter.DocumentType.allCases.first {
            identifier.elementsEqual($0.publicIdentifier.utf8)
        }
        return declared ?? .apple
    }
}
