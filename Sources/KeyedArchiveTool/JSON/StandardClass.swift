import KeyedArchiving
import PropertyLists

/// Foundation's classes whose objects JSON has in a short form, by what their content is.
enum StandardKind {
    case null, string, data, date, url, uuid, decimal, array, set, orderedSet, countedSet, dictionary
    case indexSet, indexPath, value, attributedString

    private static let byClassName: [String: StandardKind?] = [
        "NSNull": .null, "NSString": .string, "NSData": .data, "NSDate": .date, "NSURL": .url, "NSUUID": .uuid,
        "NSDecimalNumberPlaceholder": .decimal, "NSDecimalNumber": .decimal, "NSArray": .array, "NSSet": .set,
        "NSOrderedSet": .orderedSet, "NSCountedSet": .countedSet, "NSDictionary": .dictionary,
        "NSIndexSet": .indexSet, "NSIndexPath": .indexPath, "NSValue": .value,
        "NSAttributedString": .attributedString,
        // It inherits from NSValue, and has other fields.
        "NSNumber": StandardKind?.none,
    ]

    /// What an object of a class is; nil if it is known by its fields only.
    init?(of archivedClass: ArchivedClass) {
        let names = [archivedClass.name] + archivedClass.hierarchy
        guard let kind = names.lazy.compactMap({ Self.byClassName[$0] }).first, let kind else { return nil }
        self = kind
    }

    /// The class whose name may be left out.
    var defaultClass: String? {
        switch self {
        case .array: "NSArray"
        case .dictionary: "NSDictionary"
        case .date: "NSDate"
        case .url: "NSURL"
        case .uuid: "NSUUID"
        case .decimal: "NSDecimalNumberPlaceholder"
        case .indexSet: "NSIndexSet"
        case .indexPath: "NSIndexPath"
        case .value: "NSValue"
        case .null, .string, .data, .set, .orderedSet, .countedSet, .attributedString: nil
        }
    }
}

extension ArchivedClass {
    /// Foundation's classes that have a mutable one below them.
    private static let mutable: Set = [
        "NSString", "NSData", "NSArray", "NSDictionary", "NSSet", "NSOrderedSet", "NSIndexSet", "NSAttributedString",
    ]

    /// Other classes of Foundation that don't inherit from NSObject at once.
    private static let superclasses: [String: [String]] = [
        "NSObject": [],
        "NSCountedSet": ["NSMutableSet", "NSSet", "NSObject"],
        "NSCalendarDate": ["NSDate", "NSObject"],
        "NSNumber": ["NSValue", "NSObject"],
        "NSDecimalNumberPlaceholder": ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"],
        "NSTextStorage": ["NSMutableAttributedString", "NSAttributedString", "NSObject"],
        "NSLocalizableString": ["NSString", "NSObject"],
    ]

    /// The class record that a name stands for by itself.
    init(standardNamed name: String) {
        let immutable = name.hasPrefix("NSMutable") ? "NS" + name.dropFirst("NSMutable".count) : ""
        let superclasses =
            Self.mutable.contains(immutable) ? [immutable, "NSObject"] : Self.superclasses[name] ?? ["NSObject"]
        self.init(name: name, hierarchy: [name] + superclasses)
    }

    /// Whether its mutable objects hold mutable texts.
    var isMutableAttributedString: Bool { hierarchy.contains("NSMutableAttributedString") }

    /// What `$classes` says of the class under a label.
    func json(labeled label: String) -> JSONValue {
        var members: [JSONValue.Member] = []
        if name != label { members.append(JSONValue.Member(key: "name", value: .text(name))) }
        let names = { (names: ArraySlice<String>) in JSONValue.array(names.map { .text($0) }) }
        if hierarchy.isEmpty {
            members.append(JSONValue.Member(key: "superclasses", value: .scalar(.null)))
        } else if hierarchy.first == name {
            members.append(JSONValue.Member(key: "superclasses", value: names(hierarchy.dropFirst())))
        } else {
            members.append(JSONValue.Member(key: "chain", value: names(hierarchy[...])))
        }
        if !fallbacks.isEmpty { members.append(JSONValue.Member(key: "hints", value: names(fallbacks[...]))) }
        // Superclasses alone need no object around them.
        if members.count == 1, let only = members.first, only.key.isIdentical(to: "superclasses") { return only.value }
        return .object(members)
    }
}
