public import KeyedArchiving

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// `NSCalendar`.
extension Calendar: Codingable {
    /// 15 October 1582, from which on Apple's Gregorian calendar follows Gregorian rules.
    private static let gregorianStart = Date(timeIntervalSinceReferenceDate: -13_197_600_000)

    /// `NSCalendar`.
    public static var codedClassName: String { "NSCalendar" }

    /// Writes the name of the calendar, its locale, time zone, first weekday, and days in the first week.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` if the calendar is of a kind that archives are
    ///   not known to have.
    public func encode(with archiver: KeyedArchiver) throws {
        guard let name = CalendarNames.name(identifier) else {
            throw ArchiveError(
                .unrepresentable,
                "the calendar \(identifier) has no name in archives",
                remedy: "encode another calendar, or the identifier as a string"
            )
        }
        try archiver.encode(minimumDaysInFirstWeek, forKey: "NS.mindays")
        try archiver.encode(name, forKey: "NS.identifier")
        try archiver.encode(locale ?? Locale(identifier: ""), forKey: "NS.locale")
        try archiver.encode(timeZone, forKey: "NS.timezone")
        try archiver.encode(identifier == .gregorian ? Self.gregorianStart : nil, forKey: "NS.gstartdate")
        try archiver.encode(firstWeekday, forKey: "NS.firstwkdy")
    }

    /// Reads the calendar.
    ///
    /// When Gregorian rules begin is not read; Swift's calendars have one date for all.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let name = try unarchiver.requiredString(forKey: "NS.identifier")
        guard let identifier = CalendarNames.identifier(name) else {
            throw unarchiver.failure(
                .invalidValue,
                "there is no calendar of the given name",
                key: "NS.identifier",
                remedy: "decode it as ArchivedObject to see the name"
            )
        }
        self.init(identifier: identifier)
        if let locale = try unarchiver.decodeObject(of: Locale.self, forKey: "NS.locale") { self.locale = locale }
        if let zone = try unarchiver.decodeObject(of: TimeZone.self, forKey: "NS.timezone") { timeZone = zone }
        if let day = try unarchiver.dayOfWeek(forKey: "NS.firstwkdy") { firstWeekday = day }
        if let days = try unarchiver.dayOfWeek(forKey: "NS.mindays") { minimumDaysInFirstWeek = days }
    }
}

extension KeyedUnarchiver {
    /// A number from 1 to 7; nil if the key is missing.
    fileprivate func dayOfWeek(forKey key: String) throws -> Int? {
        guard let number = try optionalInteger(forKey: key) else { return nil }
        guard 1...7 ~= number else {
            throw damaged("there is no day \(number) of a week", key: key)
        }
        return number
    }
}

/// The names of calendars in archives.
enum CalendarNames {
    private static let identifiers: KeyValuePairs<String, Calendar.Identifier> = [
        "gregorian": .gregorian, "buddhist": .buddhist, "chinese": .chinese, "coptic": .coptic,
        "ethiopic": .ethiopicAmeteMihret, "ethiopic-amete-alem": .ethiopicAmeteAlem, "hebrew": .hebrew,
        "iso8601": .iso8601, "indian": .indian, "islamic": .islamic, "islamic-civil": .islamicCivil,
        "islamic-tbla": .islamicTabular, "islamic-umalqura": .islamicUmmAlQura, "japanese": .japanese,
        "persian": .persian, "roc": .republicOfChina,
    ]

    /// The calendar of a name, or nil.
    static func identifier(_ name: String) -> Calendar.Identifier? {
        identifiers.first { $0.key == name }?.value
    }

    /// The name of a calendar, or nil if Apple's archives are not known to have it.
    static func name(_ identifier: Calendar.Identifier) -> String? {
        identifiers.first { $0.value == identifier }?.key
    }
}

/// `NSLocale`.
extension Locale: Codingable {
    /// `NSLocale`.
    public static var codedClassName: String { "NSLocale" }

    /// Writes the identifier under `NS.identifier`.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(identifier, forKey: "NS.identifier")
    }

    /// Reads the identifier from `NS.identifier`.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let identifier = try unarchiver.requiredString(forKey: "NS.identifier")
        // Foundation keeps a locale, with its identifier in several forms, for as long as the program runs.
        try unarchiver.charge(512 + 2 * identifier.utf8.count)
        self.init(identifier: identifier)
    }
}
