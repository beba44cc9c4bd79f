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
    /// - Throws: ``/KeyedArchiving/ArchiveError`` if the data are not a keyed archive.
    public init(_ data: Data, limits: Limits = .default) throws(ArchiveError) {
        try self.init(Array(data), limits: limits)
    }

    /// Opens an archive file in either form.
    ///
    /// The file is mapped into memory where that is safe, and copied from there once.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError`` if the file is not a keyed archive, `CocoaError` if it cannot be
    ///   read.
    public init(contentsOf url: URL, limits: Limits = .default) throws {
        try self.init(try Data(contentsOf: url, options: .mappedIfSafe), limits: limits)
    }

    /// The archive as a property list; the same bytes as those that were opened, if nothing was changed.
    ///
    /// - Throws: As ``/KeyedArchiving/KeyedArchive/bytes(format:)`` does.
    public func data() throws -> Data {
        Data(try bytes())
    }

    /// Writes the archive into a file that is replaced as a whole or not at all.
    ///
    /// - Throws: As ``/KeyedArchiving/KeyedArchive/bytes(format:)`` does, and `CocoaError` if the file cannot be
    ///   written.
    public func write(to url: URL) throws {
        try data().write(to: url, options: .atomic)
    }
}
