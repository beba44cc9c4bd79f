public import KeyedArchiving

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// `NSTimeZone`.
///
/// A time zone is read by its name; the tables of offsets in the archive are not needed. A time zone is written as its
/// name with nil for the tables, as Apple's systems write zones of a fixed offset; all systems read this form. The zone
/// `GMT` is written with its tables, as they are the same in every archive.
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
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidValue`` if this system knows no time zone of the name.
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

/// The tables that archives hold of time zones besides their names.
enum TimeZoneTables {
    /// Whether a text has the form of a name, such as `Europe/Berlin` or `GMT+0100`: letters, digits and `_+-/:`.
    static func isName(_ text: String) -> Bool {
        text.utf8.count <= 64 && !text.hasPrefix("/")
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ":"): true
                default: false
                }
            }
    }

    /// The tables of the zone `GMT` in the format of RFC 8536: no transitions, one type of time.
    static let greenwichMeanTime: [UInt8] = block + block + Array("\nGMT0\n".utf8)

    /// A header for version 2 and the one type of time: offset 0, not summer time, the name at 0.
    private static let block: [UInt8] = {
        var bytes = Array("TZif2".utf8) + Array(repeating: 0, count: 15)
        // UTC flags, standard-time flags, leap seconds, transitions, types, characters of names.
        for count: UInt8 in [1, 1, 0, 0, 1, 4] { bytes += [0, 0, 0, count] }
        bytes += [0, 0, 0, 0, 0, 0]
        bytes += Array("GMT\0".utf8)
        return bytes + [0, 0]
    }()
}
