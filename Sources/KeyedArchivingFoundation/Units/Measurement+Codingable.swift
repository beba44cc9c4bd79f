public import Foundation
public import KeyedArchiving

/// `NSMeasurement`.
///
/// Name the kind of unit to read one: `decodeObject(of: Measurement<UnitLength>.self, forKey:)`. A call that asks for
/// any object gets a `Measurement<Unit>`.
extension Measurement: Codingable, ValueCoding {
    /// `NSMeasurement`.
    public static var codedClassName: String { "NSMeasurement" }

    /// Writes the value under `NS.value` and the unit under `NS.unit`.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` if the unit is of a custom class or has a
    ///   custom converter.
    public func encode(with archiver: KeyedArchiver) throws {
        guard let unit = ArchivedUnit(unit) else {
            throw ArchiveError(
                .unrepresentable,
                "the unit \(self.unit.symbol) is of a class, or has a converter, that archives do not have",
                remedy: "convert the measurement to a unit of Foundation"
            )
        }
        try archiver.encode(value, forKey: "NS.value")
        try archiver.encode(unit, forKey: "NS.unit")
    }

    /// Reads the value and the unit.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let value = try unarchiver.requiredReal(forKey: "NS.value")
        guard let archived = try unarchiver.decodeObject(of: ArchivedUnit.self, forKey: "NS.unit") else {
            throw unarchiver.missing("NS.unit")
        }
        guard let unit = archived.unit else {
            throw unarchiver.damaged("a unit has no converter", key: "NS.unit")
        }
        guard let unit = unit as? UnitType else {
            throw unarchiver.failure(
                .unexpectedClass,
                "the unit is of another kind than \(UnitType.self)",
                key: "NS.unit",
                remedy: "decode it as Measurement<Unit> if the kind of unit is not known"
            )
        }
        self.init(value: value, unit: unit)
    }

    /// Objects that may be decoded as another type, too.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// The measurement, also from one of any unit.
    @usableFromInline
    package static func converted(_ object: any Codingable) -> Measurement? {
        switch object {
        case let measurement as Measurement: return measurement
        case let measurement as Measurement<Unit>:
            guard let unit = measurement.unit as? UnitType else { return nil }
            return Measurement(value: measurement.value, unit: unit)
        default: return nil
        }
    }
}
