/// The names of Foundation's classes: the superclasses of each, and other classes whose objects the same types read.
package enum FoundationClassNames {
    /// The superclasses of a class, nearest first: for a class of another framework, `NSObject`.
    static func superclasses(of name: String) -> [String] {
        // By the first letter: comparing all names takes a tenth of encoding a small archive (row
        // `encode archive of two persons` of `Instructions.tsv`).
        switch (initial(of: name), name) {
        case (UInt8(ascii: "M"), _): mutableSuperclasses(of: name)
        case (UInt8(ascii: "L"), "NSLocalizableString"): ["NSString", "NSObject"]
        case (UInt8(ascii: "C"), "NSCountedSet"): ["NSMutableSet", "NSSet", "NSObject"]
        case (UInt8(ascii: "C"), "NSCalendarDate"): ["NSDate", "NSObject"]
        case (UInt8(ascii: "N"), "NSNumber"): ["NSValue", "NSObject"]
        case (UInt8(ascii: "D"), "NSDecimalNumberPlaceholder"):
            ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"]
        case (UInt8(ascii: "T"), "NSTextStorage"): ["NSMutableAttributedString", "NSAttributedString", "NSObject"]
        case (UInt8(ascii: "O"), "NSObject"): []
        default: ["NSObject"]
        }
    }

    private static func mutableSuperclasses(of name: String) -> [String] {
        let immutable = "NS" + name.dropFirst("NSMutable".count)
        return hasMutableVariant(immutable) && name == mutableName(of: immutable)
            ? [immutable, "NSObject"] : ["NSObject"]
    }

    /// Whether a class has a mutable subclass with the same fields.
    private static func hasMutableVariant(_ name: String) -> Bool {
        switch name {
        case "NSArray", "NSAttributedString", "NSCharacterSet", "NSData", "NSDictionary", "NSIndexSet", "NSOrderedSet",
            "NSSet", "NSString":
            true
        default: false
        }
    }

    /// The other classes whose objects a type reads that is archived under a name.
    static func aliases(of name: String) -> [String] {
        guard initial(of: name) != nil else { return [] }
        let mutable = hasMutableVariant(name) ? [mutableName(of: name)] : []
        return switch name {
        case "NSString": mutable + ["NSLocalizableString"]
        case "NSAttributedString": mutable + ["NSTextStorage"]
        case "NSDate": ["NSCalendarDate"]
        case "NSDecimalNumberPlaceholder": ["NSDecimalNumber"]
        default: mutable
        }
    }

    /// The name of the mutable variant of a class.
    package static func mutableName(of name: String) -> String { "NSMutable" + name.dropFirst(2) }

    /// The letter after `NS`; nil for the names of other frameworks.
    private static func initial(of name: String) -> UInt8? {
        var letters = name.utf8.makeIterator()
        guard letters.next() == UInt8(ascii: "N"), letters.next() == UInt8(ascii: "S") else { return nil }
        return letters.next()
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
