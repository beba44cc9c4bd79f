/// A writer of XML property lists that lays text out as Apple's writer does, byte for byte.
///
/// Some values have no XML form and are refused with ``ArchiveError/Code/unrepresentable``: null, sets, ordered
/// sets, keys that are not strings, strings with unpaired surrogates or NUL characters, dates outside of the years of
/// 32 bits, UIDs above 2^32 - 1, integers outside -2^63 to 2^64 - 1. So is a dictionary with the only key `CF$UID` and an
/// integer that would be read as a UID. Of equal keys only the first is written, which counts in a tree.
///
/// Other values lose details that XML cannot express, as in Apple's writer: a 32-bit real is written as the 64-bit real
/// of the same value, negative zero as `0.0`, every NaN as `nan`, a 16-byte integer like any other, and a date without
/// its fraction of a second.
///
/// Control characters and carriage returns are written as they are, which Apple's writer does too, so that its reader
/// and ``XMLPropertyListReader`` find the same text again. XML 1.0 has no control characters but tab and line feeds:
/// other parsers refuse such a text, and read a carriage return as a line feed. Archives of menus and their key
/// equivalents are full of them; pass these on in the binary form.
///
/// ```swift
/// let bytes = try XMLPropertyListWriter().write(["name": "Ada"])
/// ```
public struct XMLPropertyListWriter: Sendable {
    /// The document types that Apple's writers have used.
    public enum DocumentType: Hashable, Sendable, CaseIterable {
        /// `-//Apple//DTD PLIST 1.0//EN`, since Mac OS X 10.6.
        case apple
        /// `-//Apple Computer//DTD PLIST 1.0//EN`, up to Mac OS X 10.5.
        case appleComputer
    }

    /// The document type that the text declares.
    public var documentType = DocumentType.apple

    /// Whether dictionaries are written with their keys in the order of UTF-16 code units, as Apple's writer does, or
    /// in their own order.
    public var sortsKeys = true

    /// The bounds on the text; of these, depth applies, and ``Limits/output`` where a budget is charged.
    ///
    /// Lines are indented by as many tabs as Apple's writer puts there, but not by more than 64.
    public var limits: Limits

    /// Creates a writer.
    public init(documentType: DocumentType = .apple, sortsKeys: Bool = true, limits: Limits = .default) {
        self.documentType = documentType
        self.sortsKeys = sortsKeys
        self.limits = limits
    }

    /// Writes a property list as XML text in UTF-8.
    ///
    /// ```swift
    /// let xml = try XMLPropertyListWriter(sortsKeys: true).write(["name": "Ada", "tags": ["a", "b"]])
    /// ```
    ///
    /// - Throws: ``ArchiveError/Code/unrepresentable`` for a value that XML cannot hold,
    ///   ``ArchiveError/Code/limitExceeded`` for one that nests too deep. The reason says where the value is.
    /// - Complexity: O(*n* log *k*) where *k* is the largest number of keys in a dictionary, O(*n*) if its keys are in
    ///   order already.
    public func write(_ value: PropertyList) throws(ArchiveError) -> [UInt8] {
        var serializer = XMLPropertyListSerializer(sortsKeys: sortsKeys, limits: limits, chargedTo: .unbounded)
        return try serializer.serialize(value, as: documentType)
    }

    /// Writes a property list that was read from some input as XML text in UTF-8, and charges it to the budget of
    /// that input.
    ///
    /// XML repeats what a binary list shares, and indents what it nests, so that a hostile file of some kilobytes can
    /// take some hundred megabytes of XML.
    ///
    /// - Throws: As ``write(_:)`` does, and ``ArchiveError/Code/limitExceeded`` if the text is longer than
    ///   ``Limits/output`` allows for the input.
    /// - Complexity: As that of ``write(_:)``.
    package func write(
        _ value: PropertyList,
        charging budget: inout Budget
    ) throws(ArchiveError) -> [UInt8] {
        var serializer = XMLPropertyListSerializer(sortsKeys: sortsKeys, limits: limits, chargedTo: budget)
        defer { budget = serializer.budget ?? budget }
        return try serializer.serialize(value, as: documentType)
    }
}

extension XMLPropertyListWriter.DocumentType {
    /// The public identifier.
    var publicIdentifier: String {
        switch self {
        case .apple: "-//Apple//DTD PLIST 1.0//EN"
        case .appleComputer: "-//Apple Computer//DTD PLIST 1.0//EN"
        }
    }
}
