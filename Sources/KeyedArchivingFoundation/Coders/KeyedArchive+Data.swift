public import KeyedArchiving
public import PropertyLists

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension KeyedArchive {
    /// Opens an archive in either form.
    ///
    /// ```swift
    /// let archive = try KeyedArchive(data)
    /// print(archive["root.name"].string ?? "nobody")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError`` if the data are not a keyed archive.
    public init(_ data: Data, limits: Limits = .default) throws(ArchiveError) {
        try self.init(Array(data), limits: limits)
    }

    /// Opens an archive file in either form.
    ///
    /// The file is read, not mapped into memory: a program that makes a mapped file shorter ends the one that looks at
    /// it.
    ///
    /// ```swift
    /// let archive = try KeyedArchive(contentsOf: url)
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError`` if the file is not a keyed archive, `CocoaError` if it cannot be
    ///   read.
    public init(contentsOf url: URL, limits: Limits = .default) throws {
        // The data aren't needed anymore when their bytes are copied.
        try self.init(Array(try Data(contentsOf: url)), limits: limits)
    }

    /// The archive as a property list; the same bytes as those that were opened, if nothing was changed.
    ///
    /// ```swift
    /// let data = try archive.data()
    /// ```
    ///
    /// - Throws: As ``/KeyedArchiving/KeyedArchive/bytes(format:)`` does.
    public func data() throws -> Data {
        Data(try bytes())
    }

    /// Writes the archive into a file that is replaced as a whole or not at all.
    ///
    /// ```swift
    /// try archive.setTopLevelValue(.integer(2), forKey: "version")
    /// try archive.write(to: url)
    /// ```
    ///
    /// - Throws: As ``/KeyedArchiving/KeyedArchive/bytes(format:)`` does, and `CocoaError` if the file cannot be
    ///   written.
    public func write(to url: URL) throws {
        try data().write(to: url, options: .atomic)
    }
}
