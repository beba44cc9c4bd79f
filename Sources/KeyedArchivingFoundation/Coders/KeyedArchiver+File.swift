public import KeyedArchiving
public import PropertyLists

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension KeyedArchiver {
    /// Archives one object, with all it refers to, into a file that is replaced as a whole or not at all.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError``, whatever the objects' `encode(with:)` throws, and `CocoaError` if
    ///   the file cannot be written.
    public static func archiveRootObject(
        _ object: (any Codingable)?,
        to url: URL,
        requiringSecureCoding: Bool = false,
        layout: ArchiveLayout = .current,
        limits: Limits = .default
    ) throws {
        try archivedData(
            withRootObject: object,
            requiringSecureCoding: requiringSecureCoding,
            layout: layout,
            limits: limits
        ).write(to: url, options: .atomic)
    }

    /// Finishes the archive and writes it into a file that is replaced as a whole or not at all.
    ///
    /// - Throws: As ``/KeyedArchiving/KeyedArchiver/finishEncoding()`` does, and `CocoaError` if the file cannot be
    ///   written.
    public func write(to url: URL) throws {
        try encodedData.write(to: url, options: .atomic)
    }
}
