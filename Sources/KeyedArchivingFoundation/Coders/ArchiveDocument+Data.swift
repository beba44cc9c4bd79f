public import KeyedArchiving
public import PropertyLists

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ArchiveDocument {
    /// The archive or list; the same bytes as those that were opened, if nothing was changed in an archive.
    ///
    /// ```swift
    /// let data = try archive.data()
    /// let xml = try archive.data(format: .xml)
    /// ```
    ///
    /// - Parameter format: The form to write; nil for the form in which it was read.
    /// - Throws: As ``/KeyedArchiving/ArchiveDocument/bytes(format:)`` does.
    public func data(format: PropertyListFormat? = nil) throws(ArchiveError) -> Data {
        Data(try bytes(format: format))
    }

    /// Writes the archive or list into a file that is replaced as a whole or not at all.
    ///
    /// ```swift
    /// try archive.setTopLevelValue(.integer(2), forKey: "version")
    /// try archive.write(to: url)
    /// ```
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - format: The form to write; nil for the form in which it was read.
    /// - Throws: As ``/KeyedArchiving/ArchiveDocument/bytes(format:)`` does, and `CocoaError` if the file cannot be
    ///   written.
    public func write(to url: URL, format: PropertyListFormat? = nil) throws {
        try data(format: format).write(to: url, options: .atomic)
    }
}
