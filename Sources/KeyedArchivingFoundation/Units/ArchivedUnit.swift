public import Foundation
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

extension ArchivedUnit: Codingable, ValueCoding {
    /// `NSUnit`.
    public static var codedClassName: String { "NSUnit" }

    /// The subclasses of `NSUnit` that Foundation has.
    public static var codedClassAliases: [String] { UnitKind.all.map(\.className) }

    /// Objects with another class record than that of the type.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// The class record by the class name.
    @usableFromInline
    package static func classRecord(of unit: ArchivedUnit) -> ArchivedClass? {
        let name = unit.className
        return name == codedClassName
            ? ArchivedClass(name: name, hierarchy: [name, "NSObject"])
            : ArchivedClass(name: name, hierarchy: [name, "NSDimension", "NSUnit", "NSObject"])
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

extension ArchivedUnit {
    /// Creates a unit from Foundation's, or fails if it is of a custom class or has a custom converter.
    public init?(_ unit: Unit) {
        guard let dimension = unit as? Dimension else {
            guard type(of: unit) == Unit.self else { return nil }
            self.init(className: Self.codedClassName, symbol: unit.symbol)
            return
        }
        guard
            let kind = UnitKind.all.first(where: { $0.type == type(of: dimension) }),
            let converter = ArchivedUnitConverter(dimension.converter)
        else { return nil }
        self.init(className: kind.className, symbol: dimension.symbol, converter: converter)
        specifier = kind.specifier(of: self)
    }

    /// The unit as Foundation's; nil if its class is not one of Foundation's or needs a converter and has none.
    ///
    /// A unit of the system comes as the system's own, so that it equals it, although the coefficient in the archive
    /// may have fewer digits.
    public var unit: Unit? {
        guard className != Self.codedClassName else { return Unit(symbol: symbol) }
        guard let kind = UnitKind.all.first(where: { $0.className == className }), let converter else { return nil }
        return kind.systemUnit(for: self) ?? kind.make(symbol, converter.unitConverter)
    }
}

/// How values of a unit are converted to the base unit of its class.
public enum ArchivedUnitConverter: Hashable, Sendable {
    /// `NSUnitConverterLinear`: the value times the coefficient, plus the constant.
    case linear(coefficient: Double, constant: Double)
    /// `NSUnitConverterReciprocal`: the number divided by the value.
    case reciprocal(Double)

    /// The value in the base unit.
    public func baseUnitValue(fromValue value: Double) -> Double {
        switch self {
        case .linear(let coefficient, let constant): value * coefficient + constant
        case .reciprocal(let reciprocal): reciprocal / value
        }
    }
}

extension ArchivedUnitConverter: Codingable, ValueCoding {
    private static let reciprocalName = "NSUnitConverterReciprocal"

    /// `NSUnitConverterLinear`.
    public static var codedClassName: String { "NSUnitConverterLinear" }

    /// `NSUnitConverterReciprocal`.
    public static var codedClassAliases: [String] { [reciprocalName] }

    /// Objects with another class record than that of the type.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// The class record by the kind of conversion.
    @usableFromInline
    package static func classRecord(of converter: ArchivedUnitConverter) -> ArchivedClass? {
        let name = if case .reciprocal = converter { reciprocalName } else { codedClassName }
        return ArchivedClass(name: name, hierarchy: [name, "NSUnitConverter", "NSObject"])
    }

    /// Writes the numbers.
    public func encode(with archiver: KeyedArchiver) throws {
        switch self {
        case .linear(let coefficient, let constant):
            try archiver.encode(coefficient, forKey: "NS.coefficient")
            try archiver.encode(constant, forKey: "NS.constant")
        case .reciprocal(let reciprocal): try archiver.encode(reciprocal, forKey: "NS.reciprocal")
        }
    }

    /// Reads the numbers.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        if unarchiver.currentClass?.name == Self.reciprocalName {
            self = .reciprocal(try unarchiver.requiredReal(forKey: "NS.reciprocal"))
        } else {
            self = .linear(
                coefficient: try unarchiver.requiredReal(forKey: "NS.coefficient"),
                constant: try unarchiver.decodeNumber(forKey: "NS.constant") ?? 0
            )
        }
    }
}

extension ArchivedUnitConverter {
    /// Creates a converter from Foundation's, or fails if that converts in another way.
    public init?(_ converter: UnitConverter) {
        if let linear = converter as? UnitConverterLinear {
            self = .linear(coefficient: linear.coefficient, constant: linear.constant)
            return
        }
        // Foundation's own class for reciprocals is not public, but what it does can be seen.
        let reciprocal = converter.baseUnitValue(fromValue: 1)
        let other = ArchivedUnitConverter.reciprocal(reciprocal)
        guard [2, 4, 0.5].allSatisfy({ converter.baseUnitValue(fromValue: $0) == other.baseUnitValue(fromValue: $0) })
        else { return nil }
        self = other
    }

    /// The converter as Foundation's.
    public var unitConverter: UnitConverter {
        switch self {
        case .linear(let coefficient, let constant):
            UnitConverterLinear(coefficient: coefficient, constant: constant)
        case .reciprocal(let reciprocal): ReciprocalUnitConverter(reciprocal)
        }
    }

    /// Whether both convert alike, except for a rounded coefficient.
    ///
    /// Systems differ in how many digits they give a coefficient.
    func isNearly(_ other: ArchivedUnitConverter) -> Bool {
        switch (self, other) {
        case (.linear(let coefficient, let constant), .linear(let otherCoefficient, let otherConstant)):
            Self.isNear(coefficient, otherCoefficient) && Self.isNear(constant, otherConstant)
        case (.reciprocal(let reciprocal), .reciprocal(let otherReciprocal)): Self.isNear(reciprocal, otherReciprocal)
        default: false
        }
    }

    /// Whether one of two numbers is the other with fewer digits, three at least.
    private static func isNear(_ number: Double, _ other: Double) -> Bool {
        if number == other { return true }
        let shorter = min(digitCount(number), digitCount(other))
        guard shorter >= 3 else { return false }
        return rounded(number, to: shorter) == rounded(other, to: shorter)
    }

    /// How many significant digits a number has, without zeros at its end.
    private static func digitCount(_ number: Double) -> Int {
        let digits = "\(number)".prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
        return digits.count - digits.reversed().prefix { $0 == "0" }.count
    }

    private static func rounded(_ number: Double, to digits: Int) -> String {
        String(format: "%.\(digits - 1)e", number)
    }
}

/// A converter between units of which one grows as the other shrinks.
private final class ReciprocalUnitConverter: UnitConverter, @unchecked Sendable {
    private let reciprocal: Double

    init(_ reciprocal: Double) {
        self.reciprocal = reciprocal
    }

    override func baseUnitValue(fromValue value: Double) -> Double { reciprocal / value }

    override func value(fromBaseUnitValue baseUnitValue: Double) -> Double { reciprocal / baseUnitValue }
}
