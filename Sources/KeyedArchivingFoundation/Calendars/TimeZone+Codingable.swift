public import KeyedArchiving

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// `NSTimeZone`.
///
/// A time zone is read by its name; the tables of offsets in the archive are not needed. Written is the name, with nil
/// for the tables, as Apple's systems write zones of a fixed offset; all read it. Greenwich mean time has its tables,
/// as they are the same in every archive.
extension TimeZone: Codingable {
    /// `NSTimeZone`.
    public static var codedClassName: String { "NSTimeZone" }

    /// Writes the name under `NS.name`, and the tables or nil under `NS.data`.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(identifier, forKey: "NS.name")
        let tables = identifier == "GMT" ? MutableVariant(Data(TimeZoneTables.greenwichMeanTime)) : nil
        try archiver.encode(tables, forKey: "NS.data")
    }

    /// Reads the name from `NS.name`.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError/Code/invalidValue`` if this system knows no time zone of the name.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let name = try unarchiver.requiredString(forKey: "NS.name")
        // A name is looked up in tables of the system, so it must not be able to lead elsewhere.
        guard TimeZoneTables.isName(name), let zone = TimeZone(identifier: name) ?? TimeZone(abbreviation: name) else {
            throw unarchiver.failure(
                .invalidValue,
                "there is no time zone of the given name",
                key: "NS.name",
                remedy: "decode it as ArchivedObject to see the name and the tables"
            )
        }
        self = zone
    }
}
