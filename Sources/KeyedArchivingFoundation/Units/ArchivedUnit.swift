public import KeyedArchiving

/// A unit of measurement as archives hold it: `NSUnit` or one of its subclasses, such as `NSUnitLength`.
///
/// Foundation's units are classes that cannot be made ``/KeyedArchiving/Codingable`` from outside; `init(_:)` and
/// ``unit`` convert from and to them.
public struct ArchivedUnit: Hashable, Sendable {
    /// The class name, such as `NSUnitLength`.
    public var className: String

    /// The symbol, such as `mi`.
    public var symbol: String

    /// How values are converted to the base unit of the class; nil for an `NSUnit`.
    public var converter: ArchivedUnitConverter?

    /// Apple's number of the unit; 0 for a unit that is not one of the system's.
    public var specifier: Int

    /// Creates a unit.
    public init(className: String, symbol: String, converter: ArchivedUnitConverter? = nil, specifier: Int = 0) {
        self.className = className
        self.symbol = symbol
        self.converter = converter
        self.specifier = specifier
    }
}

extension ArchivedUnit: Codingable {
    /// `NSUnit`.
    public static var codedClassName: String { "NSUnit" }

    /// The subclasses of `NSUnit` that Foundation has.
    public static var codedClassAliases: [String] { UnitKind.all.map(\.className) }

    /// The class record by the class name.
    public var _classRecord: ArchivedClass? {
        className == Self.codedClassName
            ? ArchivedClass(name: className, hierarchy: [className, "NSObject"])
            : ArchivedClass(name: className, hierarchy: [className, "NSDimension", "NSUnit", "NSObject"])
    }

    /// Writes the symbol, and the converter and the number of the unit if it has a converter.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(symbol, forKey: "NS.symbol")
        guard let converter else { return }
        try archiver.encode(converter, forKey: "NS.converter")
        try archiver.encode(specifier, forKey: "NS.specifier")
    }

    /// Reads the symbol, the converter and the number of the unit, of which the latter two may be missing.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self.init(
            className: unarchiver.currentClass?.name ?? Self.codedClassName,
            symbol: try unarchiver.requiredString(forKey: "NS.symbol"),
            converter: try unarchiver.decodeObject(of: ArchivedUnitConverter.self, forKey: "NS.converter"),
            specifier: try unarchiver.optionalInteger(forKey: "NS.specifier") ?? 0
        )
    }
}
