public import KeyedArchiving

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

extension ArchivedUnitConverter: Codingable {
    private static let reciprocalName = "NSUnitConverterReciprocal"

    /// `NSUnitConverterLinear`.
    public static var codedClassName: String { "NSUnitConverterLinear" }

    /// `NSUnitConverterReciprocal`.
    public static var codedClassAliases: [String] { [reciprocalName] }

    /// The class record by the kind of conversion.
    public var _classRecord: ArchivedClass? {
        let name = if case .reciprocal = self { Self.reciprocalName } else { Self.codedClassName }
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
