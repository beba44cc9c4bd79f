#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

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
