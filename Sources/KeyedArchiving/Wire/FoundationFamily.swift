/// Classes that lay out their fields alike.
package enum FoundationFamily {
    case null, string, data, decimal, date, url, uuid, value
    case array, orderedSet, set, countedSet, hashTable, dictionary, indexSet, indexPath, attributedString

    /// The family of each class that has one; subclasses are found through their superclasses.
    static let byClassName: ClassNameTable<FoundationFamily> = [
        "NSNull": .null,
        "NSString": .string,
        "NSMutableString": .string,
        "NSData": .data,
        "NSMutableData": .data,
        "NSDecimalNumber": .decimal,
        "NSDecimalNumberPlaceholder": .decimal,
        "NSDate": .date,
        "NSURL": .url,
        "NSUUID": .uuid,
        "NSValue": .value,
        "NSArray": .array,
        "NSMutableArray": .array,
        "NSOrderedSet": .orderedSet,
        "NSMutableOrderedSet": .orderedSet,
        "NSSet": .set,
        "NSMutableSet": .set,
        "NSCountedSet": .countedSet,
        "NSHashTable": .hashTable,
        "NSDictionary": .dictionary,
        "NSMutableDictionary": .dictionary,
        "NSIndexSet": .indexSet,
        "NSMutableIndexSet": .indexSet,
        "NSIndexPath": .indexPath,
        "NSAttributedString": .attributedString,
        "NSMutableAttributedString": .attributedString,
    ]

    /// Whether objects hold others, as ``CollectionLayout`` finds them.
    var isCollection: Bool {
        switch self {
        case .array, .orderedSet, .set, .countedSet, .hashTable, .dictionary: true
        default: false
        }
    }

    /// The family of a class, by its name or by the first of its superclasses that has one.
    package init?(of archivedClass: ArchivedClass) {
        self.init(name: archivedClass.name, hierarchy: archivedClass.hierarchy)
    }

    /// The family of a class with a name, or else with the first of its superclasses that has one.
    init?(name: String, hierarchy: [String]) {
        guard let family = Self.byClassName[name] ?? hierarchy.lazy.compactMap({ Self.byClassName[$0] }).first else {
            return nil
        }
        self = family
    }
}
