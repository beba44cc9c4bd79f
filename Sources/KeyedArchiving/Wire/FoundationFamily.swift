/// Classes that lay out their fields alike.
enum FoundationFamily {
    case null, string, data, decimal, date, url, uuid, value
    case array, orderedSet, set, countedSet, dictionary, indexSet, indexPath, attributedString

    /// The family of each class that has one; subclasses are found through their superclasses.
    static let byClassName: [String: FoundationFamily] = [
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
        "NSDictionary": .dictionary,
        "NSMutableDictionary": .dictionary,
        "NSIndexSet": .indexSet,
        "NSMutableIndexSet": .indexSet,
        "NSIndexPath": .indexPath,
        "NSAttributedString": .attributedString,
        "NSMutableAttributedString": .attributedString,
    ]
}
