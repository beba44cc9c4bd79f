public import KeyedArchiving
public import PropertyLists

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension KeyedUnarchiver {
    /// Opens an archive file in either form for decoding.
    ///
    /// The file is read, not mapped into memory: whoever makes a mapped file shorter ends the program that looks at it.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError`` if the file is not a keyed archive, `CocoaError` if it cannot be
    ///   read.
    public convenience init(
        forReadingContentsOf url: URL,
        registry: ClassRegistry = .foundation,
        limits: Limits = .default
    ) throws {
        // The data aren't needed any more when their bytes are copied.
        try self.init(forReadingFrom: Array(try Data(contentsOf: url)), registry: registry, limits: limits)
    }

    /// Decodes the root object of an archive file as a type or one of its subclasses.
    ///
    /// - Returns: The object; nil if the archive has no root object or it is nil.
    /// - Throws: ``/KeyedArchiving/ArchiveError``, whatever the types' initializers throw, and `CocoaError` if the file
    ///   cannot be read.
    public static func unarchivedObject<Object: Codingable>(
        of type: Object.Type,
        contentsOf url: URL,
        registry: ClassRegistry = .foundation,
        limits: Limits = .default
    ) throws -> Object? {
        try KeyedUnarchiver(forReadingContentsOf: url, registry: registry, limits: limits)
            .decodeObject(of: type, forKey: KeyedArchiver.rootObjectKey)
    }
}
