public import Foundation

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

    /// Whether both convert alike, but for a rounded coefficient.
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

    private static func isNear(_ number: Double, _ other: Double) -> Bool {
        number == other || abs(number - other) <= 1e-4 * abs(other)
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
