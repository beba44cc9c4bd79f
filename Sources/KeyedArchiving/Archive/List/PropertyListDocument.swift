public import PropertyLists

/// A property list that may hold archives in its data: settings of an application, a theme of Terminal.
///
/// Paths lead through it as through an archive: names are keys of dictionaries, numbers in brackets positions, and `!`
/// opens the archive in a data value.
///
/// ```swift
/// var theme = try PropertyListDocument(bytes)
/// print(theme["\"Window Settings\".Basic.TextColor!root.NSRGB"].bytes ?? [])
/// try theme.set("Menlo", at: "\"Window Settings\".Basic.Font!root.NSName")
/// let changed = try theme.bytes()
/// ```
public struct PropertyListDocument: Sendable {
    /// The value at the top.
    public private(set) var root: PropertyList

    /// The form in which the list was read, and the default form for writing it.
    public let format: PropertyListFormat

    private let documentType: XMLPropertyListWriter.DocumentType
    private let bounds: ListBounds

    /// Reads a property list in any form.
    ///
    /// - Parameters:
    ///   - bytes: A binary, XML or OpenStep property list.
    ///   - limits: Bounds on the work that the input may cause.
    /// - Throws: ``ArchiveError/Code/invalidPropertyList`` if the bytes can't be read,
    ///   ``ArchiveError/Code/limitExceeded``.
    /// - Complexity: O(*n*) in the size of the list.
    public init(_ bytes: [UInt8], limits: Limits = .default) throws(ArchiveError) {
        do {
            format = try PropertyListFormat(detecting: bytes)
            switch format {
            case .binary:
                root = try BinaryPropertyListReader(bytes, limits: limits).tree()
                documentType = .apple
            case .xml:
                root = try XMLPropertyListReader(limits: limits).read(bytes)
                documentType = XMLPropertyListReader.documentType(of: bytes)
            case .openStep:
                root = try OpenStepPropertyListReader(limits: limits).read(bytes)
                documentType = .apple
            }
        } catch {
            throw ArchiveError(error)
        }
        bounds = ListBounds(limits: limits, size: bytes.count)
    }

    /// Writes the list.
    ///
    /// ```swift
    /// let xml = try document.bytes(format: .xml)
    /// ```
    ///
    /// - Parameter format: The form to write; nil for the form in which it was read.
    /// - Throws: ``ArchiveError/Code/invalidPropertyList`` if the list holds something that the form cannot express,
    ///   ``ArchiveError/Code/limitExceeded``.
    public func bytes(format: PropertyListFormat? = nil) throws(ArchiveError) -> [UInt8] {
        do {
            switch format ?? self.format {
            case .binary: return try BinaryPropertyListWriter().write(root)
            case .xml:
                return try XMLPropertyListWriter(documentType: documentType, limits: bounds.limits).write(root)
            case .openStep: return try OpenStepPropertyListWriter(limits: bounds.limits).write(root)
            }
        } catch {
            throw ArchiveError(error)
        }
    }
}

// MARK: - Looking up

extension PropertyListDocument {
    private var top: PathPlace { .value(root, bounds) }

    /// A view of what a path leads to.
    ///
    /// ```swift
    /// let columns = document["\"Window Settings\".Basic.columns"].int
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
        var matcher = PathMatcher(from: top, paidFrom: top.budget)
        return try matcher.matches(try path.archivePath).views
    }
}

// MARK: - Changing

extension PropertyListDocument {
    /// Sets what a path leads to, to a value of a property list.
    ///
    /// In the list itself the value is stored as it is; in an archive it is stored as
    /// `KeyedArchive.set(_:at:everywhere:orphans:)` stores it, whose parameters these are.
    ///
    /// ```swift
    /// try document.set(.integer(100), at: "\"Window Settings\".Basic.columns")
    /// ```
    ///
    /// - Throws: As that does.
    public mutating func set(
        _ value: PropertyList,
        at path: some ArchivePathConvertible,
        everywhere: Bool = false,
        orphans: OrphanPolicy = .dropped
    ) throws(ArchiveError) {
        try edit(try path.archivePath, .set(value)) { archive, path throws(ArchiveError) in
            try archive.set(value, at: path, everywhere: everywhere, orphans: orphans)
        }
    }

    /// Sets what a path leads to, to any value that can be encoded.
    ///
    /// ```swift
    /// try document.set("Menlo-Bold", at: "\"Window Settings\".Basic.Font!root.NSName")
    /// ```
    ///
    /// - Throws: ``ArchiveError/Code/unrepresentable`` for an object in the list itself, which holds only
    ///   strings, numbers, booleans and data, and otherwise as `KeyedArchive.set(_:at:everywhere:orphans:)` does.
    public mutating func set<Value: Codingable>(
        _ value: Value,
        at path: some ArchivePathConvertible,
        everywhere: Bool = false,
        orphans: OrphanPolicy = .dropped
    ) throws {
        let placed = try PlacedValue(encoding: value)
        var plain: TreeEdit?
        if case .plain(let value) = placed { plain = .set(value) }
        let options = KeyedArchive.EditOptions(everywhere: everywhere, orphans: orphans)
        try edit(try path.archivePath, plain) { archive, path throws(ArchiveError) in
            try archive.set(placed, at: path, options)
        }
    }

    /// Takes away what a path leads to.
    ///
    /// ```swift
    /// try document.remove(at: "\"Window Settings\".Basic.title")
    /// ```
    ///
    /// - Throws: As ``KeyedArchive/remove(at:orphans:)`` does.
    public mutating func remove(
        at path: some ArchivePathConvertible,
        orphans: OrphanPolicy = .dropped
    ) throws(ArchiveError) {
        try edit(try path.archivePath, .remove) { archive, path throws(ArchiveError) in
            try archive.remove(at: path, orphans: orphans)
        }
    }

    /// Puts a value of a property list before the element at a position.
    ///
    /// ```swift
    /// try document.insert("first", at: "names[0]")
    /// ```
    ///
    /// - Throws: As `KeyedArchive.insert(_:at:)` does.
    public mutating func insert(_ value: PropertyList, at path: some ArchivePathConvertible) throws(ArchiveError) {
        try edit(try path.archivePath, .insert(value)) { archive, path throws(ArchiveError) in
            try archive.insert(value, at: path)
        }
    }

    /// Adds a value of a property list after the elements of an array.
    ///
    /// ```swift
    /// try document.append("last", to: "names")
    /// ```
    ///
    /// - Throws: As `KeyedArchive.append(_:to:)` does.
    public mutating func append(_ value: PropertyList, to path: some ArchivePathConvertible) throws(ArchiveError) {
        let list = try path.archivePath
        let count = try top.following(list).place.elements?.count ?? 0
        try insert(value, at: ArchivePath(list.steps + [.index(count)]))
    }

    /// Changes the list, or an archive in it, which is written back into its data.
    private mutating func edit(
        _ path: ArchivePath,
        _ change: TreeEdit?,
        _ changeArchive: (inout KeyedArchive, ArchivePath) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        guard let end = path.steps.firstIndex(of: .nestedArchive) else {
            guard let change else {
                throw ArchiveError(
                    .unrepresentable, "a property list holds no objects", path: path,
                    remedy: "archive it, and set the data")
            }
            root = try root.editing(path, change, bounds)
            return
        }
        let data = ArchivePath(Array(path.steps[..<end]))
        let nested = try top.following(ArchivePath(Array(path.steps[...end]))).place
        guard case .topLevel(let shared) = nested else { return }
        var archive = shared.archive
        do throws(ArchiveError) {
            try changeArchive(&archive, ArchivePath(Array(path.steps[(end + 1)...])))
        } catch {
            var error = error
            error.path = ArchivePath(path.steps[...end] + (error.path?.steps ?? []))
            throw error
        }
        root = try root.editing(data, .set(.data(try archive.bytes())), bounds)
    }
}
