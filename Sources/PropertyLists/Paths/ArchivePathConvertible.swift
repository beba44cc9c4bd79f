/// A type that a path can be given as: an ``ArchivePath``, or its text.
public protocol ArchivePathConvertible {
    /// The path.
    ///
    /// - Throws: ``ArchiveError/Code/invalidPath`` if a text is not a path.
    var archivePath: ArchivePath { get throws(ArchiveError) }
}

extension ArchivePath: ArchivePathConvertible {
    /// The path itself.
    public var archivePath: ArchivePath { self }
}

extension String: ArchivePathConvertible {
    /// The path that the text stands for.
    ///
    /// - Throws: ``ArchiveError/Code/invalidPath`` with the position of the character that does not fit.
    public var archivePath: ArchivePath {
        get throws(ArchiveError) { try ArchivePath(self) }
    }
}
