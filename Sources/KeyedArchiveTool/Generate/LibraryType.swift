/// A type of the library, or of Foundation with the library's conformances, for objects of Apple's classes.
///
/// Classes with these names get no generated type: that would hide the library's, or be registered in its place.
struct LibraryType: Equatable {
    /// The type that conforms to `Codingable`.
    var codingable: String
    /// The type that `KeyedArchiveDecoder` decodes; nil if there is none.
    var decodable: String?

    /// A type that is both.
    private init(_ name: String) {
        codingable = name
        decodable = name
    }

    private init(codingable: String, decodable: String? = nil) {
        self.codingable = codingable
        self.decodable = decodable
    }

    /// The type for a class that isn't a collection, a string or data; nil if the library has none.
    init?(ofClass name: String) {
        guard let type = Self.byClassName[name] ?? (name.hasPrefix("NSUnit") ? Self.units[name] : nil) else {
            return nil
        }
        self = type
    }

    /// The class of the object in an `NSPersonNameComponents`, which only the library decodes.
    static let partOfNames = "_NSPersonNameComponentsData"

    private static let attributedString = LibraryType(
        codingable: "ArchivedAttributedString", decodable: "String")

    private static let byClassName: [String: LibraryType] = [
        "NSDate": LibraryType("Date"), "NSCalendarDate": LibraryType("Date"),
        "NSURL": LibraryType("URL"), "NSURLQueryItem": LibraryType(codingable: "URLQueryItem"),
        "NSUUID": LibraryType("UUID"),
        "NSDecimalNumber": LibraryType("Decimal"), "NSDecimalNumberPlaceholder": LibraryType("Decimal"),
        "NSIndexSet": LibraryType("IndexSet"), "NSMutableIndexSet": LibraryType("IndexSet"),
        "NSIndexPath": LibraryType("IndexPath"),
        "NSValue": LibraryType(codingable: "BoxedValue"), "NSConcreteValue": LibraryType(codingable: "BoxedValue"),
        "NSAffineTransform": LibraryType("AffineTransform"),
        "NSLocale": LibraryType("Locale"), "NSTimeZone": LibraryType("TimeZone"), "NSCalendar": LibraryType("Calendar"),
        "NSDateComponents": LibraryType("DateComponents"), "NSDateInterval": LibraryType("DateInterval"),
        "NSMeasurement": LibraryType("Measurement<Unit>"),
        "NSCharacterSet": LibraryType("CharacterSet"), "NSMutableCharacterSet": LibraryType("CharacterSet"),
        "NSPersonNameComponents": LibraryType("PersonNameComponents"),
        partOfNames: LibraryType(codingable: "PersonNameComponents"),
        "NSNotification": LibraryType(codingable: "Notification"),
        "NSError": LibraryType(codingable: "ArchivedNSError"),
        "NSAttributedString": attributedString, "NSMutableAttributedString": attributedString,
        "NSTextStorage": attributedString,
        "NSColor": LibraryType("ArchivedColor"), "UIColor": LibraryType("ArchivedColor"),
        "UIDynamicSystemColor": LibraryType("ArchivedColor"), "UIDeviceRGBColor": LibraryType("ArchivedColor"),
        "UIDeviceWhiteColor": LibraryType("ArchivedColor"), "UICachedDeviceRGBColor": LibraryType("ArchivedColor"),
        "UICachedDeviceWhiteColor": LibraryType("ArchivedColor"), "UIDisplayP3Color": LibraryType("ArchivedColor"),
        "NSColorSpace": LibraryType("ArchivedColorSpace"),
        "NSFont": LibraryType("ArchivedFont"), "UIFont": LibraryType("ArchivedFont"),
    ]

    private static let units: [String: LibraryType] = {
        var table: [String: LibraryType] = ["NSUnit": LibraryType(codingable: "ArchivedUnit")]
        let kinds = [
            "Acceleration", "Angle", "Area", "ConcentrationMass", "Dispersion", "Duration", "ElectricCharge",
            "ElectricCurrent", "ElectricPotentialDifference", "ElectricResistance", "Energy", "Frequency",
            "FuelEfficiency", "Illuminance", "InformationStorage", "Length", "Mass", "Power", "Pressure", "Speed",
            "Temperature", "Volume",
        ]
        for kind in kinds { table["NSUnit" + kind] = LibraryType(codingable: "ArchivedUnit") }
        for kind in ["Linear", "Reciprocal"] {
            table["NSUnitConverter" + kind] = LibraryType(codingable: "ArchivedUnitConverter")
        }
        return table
    }()

    /// The classes whose objects are decoded as plain values: strings, numbers, data, collections and the null object.
    static let plainClasses: Set<String> = [
        "NSNull", "NSString", "NSMutableString", "NSLocalizableString", "NSData", "NSMutableData", "NSNumber",
        "NSArray", "NSMutableArray", "NSOrderedSet", "NSMutableOrderedSet", "NSSet", "NSMutableSet", "NSCountedSet",
        "NSDictionary", "NSMutableDictionary",
    ]

    /// Whether objects of a class are colors.
    static func isColor(_ className: String) -> Bool { byClassName[className]?.codingable == "ArchivedColor" }

    /// Whether the library has a type for a class, or decodes its objects as plain values.
    static func knows(_ className: String) -> Bool {
        plainClasses.contains(className) || LibraryType(ofClass: className) != nil
    }
}
