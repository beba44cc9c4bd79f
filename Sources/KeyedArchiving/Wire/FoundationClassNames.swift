internal import PropertyLists

/// The names of Foundation's classes: the superclasses of each, and other classes whose objects the same types read.
package enum FoundationClassNames {
    /// The classes that have a mutable subclass with the same fields.
    private static let havingMutable: Set = [
        "NSArray", "NSAttributedString", "NSCharacterSet", "NSData", "NSDictionary", "NSIndexSet", "NSOrderedSet",
        "NSSet", "NSString",
    ]

    /// The superclasses of the classes that neither inherit from `NSObject` directly nor are mutable variants.
    private static let otherSuperclasses: ClassNameTable<[String]> = [
        "NSObject": [],
        "NSCountedSet": ["NSMutableSet", "NSSet", "NSObject"],
        "NSCalendarDate": ["NSDate", "NSObject"],
        "NSNumber": ["NSValue", "NSObject"],
        "NSDecimalNumberPlaceholder": ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"],
        "NSTextStorage": ["NSMutableAttributedString", "NSAttributedString", "NSObject"],
        "NSLocalizableString": ["NSString", "NSObject"],
    ]

    /// Classes whose objects are read like those of a class, beside its mutable variant.
    private static let otherAliases: ClassNameTable<[String]> = [
        "NSAttributedString": ["NSTextStorage"],
        "NSDate": ["NSCalendarDate"],
        "NSDecimalNumberPlaceholder": ["NSDecimalNumber"],
        "NSString": ["NSLocalizableString"],
    ]

    /// The superclasses of a class, nearest first: for a class of another framework, `NSObject`.
    static func superclasses(of name: String) -> [String] {
        guard name.utf8.starts(with: prefix.utf8) else { return ["NSObject"] }
        if let superclasses = otherSuperclasses[name] { return superclasses }
        guard name.utf8.starts(with: mutablePrefix.utf8) else { return ["NSObject"] }
        let immutable = prefix + name.dropFirst(mutablePrefix.count)
        return havingMutable.contains(immutable) ? [immutable, "NSObject"] : ["NSObject"]
    }

    /// The other classes whose objects a type reads that is archived under a name.
    static func aliases(of name: String) -> [String] {
        guard name.utf8.starts(with: prefix.utf8) else { return [] }
        let mutable = havingMutable.contains(name) ? [mutableName(of: name)] : []
        return mutable + (otherAliases[name] ?? [])
    }

    /// The name of the mutable variant of a class.
    package static func mutableName(of name: String) -> String { mutablePrefix + name.dropFirst(prefix.count) }

    private static var prefix: String { "NS" }
    private static var mutablePrefix: String { "NSMutable" }
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
