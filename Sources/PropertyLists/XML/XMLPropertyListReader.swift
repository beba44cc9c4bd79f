/// A reader of XML property lists.
///
/// It opens all texts that CoreFoundation opens, with the same value, and most texts written by hand, and refuses
/// others with the place and the reason; <doc:OddInput> has the details:
///
/// - **Encodings**: UTF-8, US-ASCII, ISO 8859-1, UTF-16 and UTF-32 in both byte orders. Without a byte-order mark a
///   declared encoding must be one of these and agree with the bytes.
/// - **Entities**: the five predefined ones and character references. Any other, and a document type with an internal
///   subset, is refused and never expanded. Nothing outside the input is ever opened.
/// - **Text** stays as it is: control characters, which XML forbids and Apple's writer emits, are taken; line ends are
///   not changed; comments inside are left out; CDATA is taken literally.
/// - **Numbers**: integers from -2^63 to 2^64 - 1, decimal or hexadecimal (`0x`), with a sign; one too large for
///   64 bits is refused. Reals in decimal or one of `nan`, `inf`, `infinity`, with a sign and in any case; they are
///   always read as ``PropertyList/double(_:)``, and one too large for it as infinity, as CoreFoundation does.
/// - **Dates**: `YYYY-MM-DDThh:mm:ssZ`, in years of any number of digits up to 32 bits. A day that doesn't exist counts
///   on.
/// - **Data**: base64 with white space; other characters of ASCII are left out.
/// - **UIDs**: a dictionary with the only key `CF$UID` and an integer from 0 to 2^32 - 1 is a UID, any other a
///   dictionary.
/// - **Structure**: `<plist>` may be missing around the value; attributes are skipped; of equal keys the last counts;
///   only white space, comments and processing instructions are between elements. Text after the end is ignored.
///
/// Reading takes time and memory in proportion to the input, and no stack in proportion to its depth.
///
/// ```swift
/// let tree = try XMLPropertyListReader().read(bytes)
/// ```
public struct XMLPropertyListReader: Sendable {
    /// The bounds on the input; all apply but those on classes, output and archives in data.
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
    /// - Throws: ``ArchiveError`` with the byte offset, line and column of the error.
    /// - Complexity: O(*n*)
    public func read(_ bytes: [UInt8]) throws(ArchiveError) -> PropertyList {
        var oddities: [ArchiveError] = []
        return try read(bytes, oddities: &oddities)
    }

    /// Reads an XML property list, and lists its peculiarities.
    ///
    /// ```swift
    /// var oddities: [ArchiveError] = []
    /// let settings = try XMLPropertyListReader().read(bytes, oddities: &oddities)
    /// for oddity in oddities { print(oddity) }
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: An XML property list.
    ///   - oddities: Gets the oddities with their places, at most 100.
    /// - Throws: ``ArchiveError`` with the byte offset, line and column of the error.
    /// - Complexity: O(*n*)
    public func read(_ bytes: [UInt8], oddities: inout [ArchiveError]) throws(ArchiveError) -> PropertyList {
        let text = try SourceText(xml: bytes, limits: limits)
        do {
            var parser = XMLPropertyListParser(text, limits: limits)
            let root = try parser.parse()
            oddities = text.located(parser.cursor.oddities.list)
            return root
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
        guard let text = try? SourceText(xml: bytes, limits: .default) else { return .apple }
        var cursor = TextCursor(text)
        guard let identifier = try? cursor.skipPrologue() else { return .apple }
        let declared = XMLPropertyListWriter.DocumentType.allCases.first {
            identifier.elementsEqual($0.publicIdentifier.utf8)
        }
        return declared ?? .apple
    }
}
