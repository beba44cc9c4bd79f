import KeyedArchiving
import PropertyLists

extension FoundationFamily {
    /// The family of the objects of a class that have a short form in JSON, by their content; nil for objects that only
    /// have fields.
    init?(inShortForm archivedClass: ArchivedClass) {
        guard let family = FoundationFamily(of: archivedClass), family != .hashTable else { return nil }
        // NSNumber inherits from NSValue, and has other fields.
        if family == .value, ([archivedClass.name] + archivedClass.hierarchy).contains("NSNumber") { return nil }
        self = family
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
        case .null, .string, .data, .set, .orderedSet, .countedSet, .hashTable, .attributedString: nil
        }
    }
}

extension ArchivedClass {
    /// Whether its mutable objects hold mutable texts.
    var isMutableAttributedString: Bool { hierarchy.contains("NSMutableAttributedString") }

    /// The member of `$classes` for the class with a label.
    func json(labeled label: String) -> JSONValue {
        var members: [JSONValue.Member] = []
        if name != label { members.append(JSONValue.Member(key: "name", value: .text(name))) }
        let names = { (names: ArraySlice<String>) in JSONValue.array(names.map { .text($0) }) }
        if hierarchy.isEmpty {
            members.append(JSONValue.Member(key: "superclasses", value: .scalar(.null)))
        } else if hierarchy.first == name, !hierarchy.dropFirst().contains(name) {
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
