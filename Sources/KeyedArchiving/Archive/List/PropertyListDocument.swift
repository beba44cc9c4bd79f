public import PropertyLists

/// A property list that may hold archives in its data: settings of an application, a theme of Terminal.
///
/// Paths lead through it as through an archive: names are keys of dictionaries, numbers in brackets positions, and `!`
/// opens the archive in a data value.
///
/// ```swift
/// var theme = try PropertyListDocument(bytes)
/// print(theme["Window Settings.Basic.TextColor!NSRGB"].bytes ?? [])
/// try theme.set("Menlo", at: "Window Settings.Basic.Font!NSName")
/// let changed = try theme.bytes()
/// ```
public struct PropertyListDocument: Sendable {
    /// The value at the top.
    public internal(set) var root: PropertyList

    /// The form in which the list was read, and the default form for writing it.
    public let format: PropertyListFormat

    private let documentType: XMLPropertyListWriter.DocumentType
    /// The dialect of OpenStep text that keeps the types that were read.
    private let dialect: OpenStepPropertyListWriter.Dialect
    /// Whether it is written as text that has no numbers, booleans and dates, though it holds some.
    package var losesTypes: Bool { format == .openStep && dialect != root.openStepDialect && dialect == .openStep }
    let bounds: ListBounds

    /// The peculiarities of the list as it was read, each with its place: see ``KeyedArchive/oddities``.
    public let oddities: [ArchiveError]

    /// Reads a property list in any form.
    ///
    /// ```swift
    /// let document = try PropertyListDocument(bytes, limits: .untrusted)
    /// print(document["names[0]"].string ?? "nobody")
    /// ```
    ///
    /// - Parameters:
    ///   - source: A binary, XML or OpenStep property list.
    ///   - limits: Bounds on the work that the input may cause.
    /// - Throws: ``/PropertyLists/ArchiveError`` if the bytes can't be read or exceed a limit.
    /// - Complexity: O(*n*) in the size of the list.
    public init(_ source: some ArchiveSource, limits: Limits = .default) throws(ArchiveError) {
        try self.init(bytes: source.archiveBytes(), limits: limits)
    }

    init(bytes: [UInt8], limits: Limits) throws(ArchiveError) {
        format = try PropertyListFormat(detecting: bytes)
        var oddities: [ArchiveError] = []
        switch format {
        case .binary:
            let reader = try BinaryPropertyListReader(bytes, limits: limits)
            root = try reader.tree()
            oddities = reader.oddities()
            documentType = .apple
        case .xml:
            root = try XMLPropertyListReader(limits: limits).read(bytes, oddities: &oddities)
            documentType = XMLPropertyListReader.documentType(of: bytes)
        case .openStep:
            do throws(ArchiveError) {
                root = try OpenStepPropertyListReader(limits: limits).read(bytes, oddities: &oddities)
            } catch {
                throw FileSignature.isJSON(bytes) ? FileSignature.json.refusal() : error
            }
            documentType = .apple
        }
        dialect = format == .openStep ? root.openStepDialect : .openStep
        self.oddities = oddities
        bounds = ListBounds(limits: limits, size: bytes.count)
    }

    /// Writes the list.
    ///
    /// ```swift
    /// let xml = try document.bytes(format: .xml)
    /// ```
    ///
    /// - Parameter format: The form to write; nil for the form in which it was read.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` if the list holds something that the form cannot
    ///   express, ``/PropertyLists/ArchiveError/Code/limitExceeded``.
    public func bytes(format: PropertyListFormat? = nil) throws(ArchiveError) -> [UInt8] {
        switch format ?? self.format {
        case .binary: return try BinaryPropertyListWriter().write(root)
        case .xml:
            return try XMLPropertyListWriter(documentType: documentType, limits: bounds.limits).write(root)
        case .openStep: return try OpenStepPropertyListWriter(dialect: dialect, limits: bounds.limits).write(root)
        }
    }
}

// MARK: - Looking up

extension PropertyListDocument {
    var top: PathPlace { .value(root.startOfPaths, bounds) }

    /// A view of the place that a path leads to.
    ///
    /// ```swift
    /// let columns = document["Window Settings.Basic.columns"].int
    /// ```
    public subscript(path: some ArchivePathConvertible) -> ArchiveView { ArchiveView(from: top, path) }

    /// All places that a path leads to, which may be a pattern.
    ///
    /// ```swift
    /// let colors = try document.matches("**!**<NSColor>")
    /// ```
    ///
    /// - Throws: As ``KeyedArchive/matches(_:)`` does.
    public func matches(_ path: some ArchivePathConvertible) throws(ArchiveError) -> [ArchiveView] {
        var matcher = PathMatcher(from: top, chargedTo: top.budget)
        return try matcher.matches(try path.archivePath)
    }
}
