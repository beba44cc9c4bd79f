/// The names of Foundation's classes: the superclasses of each, and other classes whose objects the same types read.
package enum FoundationClassNames {
    /// The superclasses of a class, nearest first: for a class of another framework, `NSObject`.
    static func superclasses(of name: String) -> [String] {
        guard isPrefixed(name) else { return ["NSObject"] }
        // As code: looking in a dictionary takes a tenth of encoding a small archive (row
        // `encode archive of two persons` of `Instructions.tsv`).
        return switch name {
        case "NSObject": []
        case "NSMutableArray": ["NSArray", "NSObject"]
        case "NSMutableAttributedString": ["NSAttributedString", "NSObject"]
        case "NSMutableCharacterSet": ["NSCharacterSet", "NSObject"]
        case "NSMutableData": ["NSData", "NSObject"]
        case "NSMutableDictionary": ["NSDictionary", "NSObject"]
        case "NSMutableIndexSet": ["NSIndexSet", "NSObject"]
        case "NSMutableOrderedSet": ["NSOrderedSet", "NSObject"]
        case "NSMutableSet": ["NSSet", "NSObject"]
        case "NSMutableString", "NSLocalizableString": ["NSString", "NSObject"]
        case "NSCountedSet": ["NSMutableSet", "NSSet", "NSObject"]
        case "NSCalendarDate": ["NSDate", "NSObject"]
        case "NSNumber": ["NSValue", "NSObject"]
        case "NSDecimalNumberPlaceholder": ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"]
        case "NSTextStorage": ["NSMutableAttributedString", "NSAttributedString", "NSObject"]
        default: ["NSObject"]
        }
    }

    /// The other classes whose objects a type reads that is archived under a name.
    static func aliases(of name: String) -> [String] {
        guard isPrefixed(name) else { return [] }
        return switch name {
        case "NSArray", "NSCharacterSet", "NSData", "NSDictionary", "NSIndexSet", "NSOrderedSet", "NSSet":
            [mutableName(of: name)]
        case "NSString": ["NSMutableString", "NSLocalizableString"]
        case "NSAttributedString": ["NSMutableAttributedString", "NSTextStorage"]
        case "NSDate": ["NSCalendarDate"]
        case "NSDecimalNumberPlaceholder": ["NSDecimalNumber"]
        default: []
        }
    }

    /// The name of the mutable variant of a class.
    package static func mutableName(of name: String) -> String { "NSMutable" + name.dropFirst(2) }

    /// Whether a name may be that of one of Foundation's classes.
    private static func isPrefixed(_ name: String) -> Bool {
        let start = name.utf8.prefix(2)
        return start.first == UInt8(ascii: "N") && start.last == UInt8(ascii: "S")
    }
}

extension ArchivedClass {
    /// The class record that Foundation writes for a class with a name.
    package init(standardNamed name: String) {
        self.init(name: name, hierarchy: [name] + FoundationClassNames.superclasses(of: name))
    }
}

/// The class records of a class and of its mutable variant.
package struct VariantRecords: Sendable {
    private let immutable, mutable: ArchivedClass

    /// Creates the records of a class and of its mutable variant.
    package init(of name: String) {
        immutable = ArchivedClass(standardNamed: name)
        mutable = ArchivedClass(standardNamed: FoundationClassNames.mutableName(of: name))
    }

    /// The record of the mutable variant, or of the class.
    package func record(isMutable: Bool) -> ArchivedClass { isMutable ? mutable : immutable }
}
