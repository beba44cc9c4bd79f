public import Foundation
public import PropertyLists

extension Data: ArchiveSource {
    /// A copy of the bytes.
    public func archiveBytes() throws(ArchiveError) -> [UInt8] { Array(self) }

    /// Foundation's classes.
    public var defaultRegistry: ClassRegistry? { .foundation }
}

/// A file as the source of an archive: see ``PropertyLists/ArchiveSource/contents(of:)``.
public struct ArchiveFile: ArchiveSource, Sendable {
    private let url: URL

    fileprivate init(_ url: URL) { self.url = url }

    /// The bytes of the file.
    ///
    /// The file is read, not mapped into memory: truncating a mapped file ends the program that reads it.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unreadableFile`` if it can't be read.
    public func archiveBytes() throws(ArchiveError) -> [UInt8] {
        do {
            // The data aren't needed anymore when their bytes are copied.
            return Array(try Data(contentsOf: url))
        } catch {
            throw ArchiveError(
                .unreadableFile, "the file \(url.path) can't be read: \(error.localizedDescription)",
                remedy: "check its path, and that this program may read it")
        }
    }

    /// Foundation's classes.
    public var defaultRegistry: ClassRegistry? { .foundation }
}

extension ArchiveSource where Self == ArchiveFile {
    /// The contents of a file, which is read when the archive is opened.
    ///
    /// ```swift
    /// let archive = try KeyedArchive(.contents(of: url))
    /// let names = try KeyedUnarchiver.unarchivedObject(of: [String].self, from: .contents(of: url))
    /// ```
    public static func contents(of url: URL) -> ArchiveFile { ArchiveFile(url) }
}
