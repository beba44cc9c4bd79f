public import KeyedArchiving

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension KeyedArchive {
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
