import KeyedArchiving
import PropertyLists

/// The shortest list of Swift types that decodes the objects of some classes.
struct AllowedTypes {
    /// The classes that each type is for.
    private var classNames: [String: Set<String>] = [:]
    /// Classes with names that no type can have.
    private var unnamed: Set<String> = []

    /// Adds the types of the objects of an archive.
    ///
    /// Types of the library other than collections decode what they hold without a list, and so are strings and
    /// numbers decoded.
    mutating func add(_ archive: KeyedArchive) throws(ArchiveError) {
        var pending = try archive.topLevel().map(\.value)
        var seen: Set<UID> = []
        var names: [UID: String] = [:]
        while let value = pending.popLast() {
            switch value {
            case .uid(let uid):
                guard uid != .null, seen.insert(uid).inserted,
                    case .object(let record) = try archive.readableEntry(at: uid)
                else { continue }
                if names[record.classUID] == nil {
                    let archivedClass = try archive.archivedClass(at: record.classUID)
                    names[record.classUID] = add(archivedClass)
                }
                guard let type = names[record.classUID] else { continue }
                if !Self.isLibraryType(type) || Self.collections.contains(type) {
                    pending.append(contentsOf: record.fields.lazy.map(\.value))
                }
            case .array(let elements), .set(let elements), .orderedSet(let elements):
                pending.append(contentsOf: elements)
            default: continue
            }
        }
    }

    /// Adds the types of another list.
    mutating func add(_ other: AllowedTypes) {
        classNames.merge(other.classNames) { $0.union($1) }
        unnamed.formUnion(other.unnamed)
    }

    /// Adds the type of a class.
    ///
    /// - Returns: Its name; that of the class if no type can have it.
    private mutating func add(_ archivedClass: ArchivedClass) -> String {
        let name = archivedClass.name
        let family = archivedClass.hierarchy.lazy.compactMap { Self.families[$0] }.first
        guard let type = Self.libraryTypes[name] ?? family ?? Self.typeName(of: name) else {
            unnamed.insert(name)
            return name
        }
        // Strings and numbers are always allowed.
        if !Self.values.contains(type) { classNames[type, default: []].insert(name) }
        return type
    }

    private static func isLibraryType(_ type: String) -> Bool {
        libraryTypes.values.contains(type) || families.values.contains(type)
    }

    /// The list as Swift source.
    var source: String {
        var text = "let types: [any Codingable.Type] = [\n"
        for (type, names) in classNames.sorted(by: { $0.key < $1.key }) {
            let names = names.sorted().map { $0.escaped(limit: displayLimit) }.joined(separator: ", ")
            text += "    \(type).self,  // \(names)\(Self.isLibraryType(type) ? "" : "; a type of your own")\n"
        }
        for name in unnamed.sorted() {
            text += "    // \(name.quoted()): a type of your own with this codedClassName\n"
        }
        return text + "]\n"
    }

    /// The name of a type for a class; nil if the class isn't named as types are.
    private static func typeName(of className: String) -> String? {
        // The module is another one in the program that reads.
        let name = className.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? className
        guard let first = name.utf8.first, !(0x30...0x39).contains(first), !keywords.contains(name),
            name.utf8.count <= displayLimit,
            name.utf8.allSatisfy({
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F
            })
        else { return nil }
        return name
    }

    private static let keywords: Set = ["Any", "Self", "Type", "Protocol", "class", "struct", "enum", "func", "_"]

    /// Types that need not be on a list.
    private static let values: Set = ["String", "MutableArchivedString", "ArchivedNumber"]

    /// Types that decode what they hold as what the list names.
    private static let collections: Set = [
        "ArchivedArray", "ArchivedDictionary", "ArchivedSet", "ArchivedOrderedSet", "ArchivedCountedSet",
    ]

    /// Classes whose subclasses, which are many, are decoded by one type.
    private static let families = ["NSUnit": "ArchivedUnit"]

    /// The types of KeyedArchiving and KeyedArchivingFoundation by the classes that they stand for.
    static let libraryTypes = [
        "NSString": "String", "NSMutableString": "MutableArchivedString", "NSNumber": "ArchivedNumber",
        "NSDecimalNumber": "Decimal", "NSDecimalNumberPlaceholder": "Decimal", "NSDate": "Date", "NSData": "Data",
        "NSMutableData": "MutableArchivedData", "NSNull": "ArchivedNull", "NSArray": "ArchivedArray",
        "NSMutableArray": "ArchivedArray", "NSDictionary": "ArchivedDictionary",
        "NSMutableDictionary": "ArchivedDictionary", "NSSet": "ArchivedSet", "NSMutableSet": "ArchivedSet",
        "NSOrderedSet": "ArchivedOrderedSet", "NSMutableOrderedSet": "ArchivedOrderedSet",
        "NSCountedSet": "ArchivedCountedSet", "NSURL": "URL", "NSURLQueryItem": "URLQueryItem", "NSUUID": "UUID",
        "NSIndexSet": "IndexSet", "NSMutableIndexSet": "IndexSet", "NSIndexPath": "IndexPath",
        "NSValue": "BoxedValue", "NSConcreteValue": "BoxedValue", "NSAffineTransform": "AffineTransform",
        "NSLocale": "Locale", "NSTimeZone": "TimeZone", "NSCalendar": "Calendar",
        "NSDateComponents": "DateComponents", "NSDateInterval": "DateInterval",
        "NSUnitConverterLinear": "ArchivedUnitConverter", "NSMeasurement": "Measurement<Unit>",
        "NSCharacterSet": "CharacterSet", "NSMutableCharacterSet": "CharacterSet",
        "NSPersonNameComponents": "PersonNameComponents", "NSAttributedString": "ArchivedAttributedString",
        "NSMutableAttributedString": "ArchivedAttributedString", "NSNotification": "Notification",
        "NSError": "ArchivedNSError", "NSColor": "ArchivedColor", "UIColor": "ArchivedColor",
        "NSColorSpace": "ArchivedColorSpace", "NSFont": "ArchivedFont",
    ]
}

extension KeyedArchive {
    /// One entry; nil if it can't be read.
    fileprivate func readableEntry(at uid: UID) throws(ArchiveError) -> ArchiveEntry? {
        do throws(ArchiveError) {
            return try entry(at: uid)
        } catch {
            if error.code == .limitExceeded { throw error }
            return nil
        }
    }
}
