internal import Foundation

/// A subclass of Foundation's `Dimension`, with the units that the system has for it.
struct UnitKind: Sendable {
    /// A unit of the system, with the number that Apple's systems give it, or 0.
    typealias SystemUnit = (unit: Dimension, specifier: Int)

    /// The coded class name.
    var className: String
    var type: Dimension.Type
    /// Makes a unit of the class.
    var make: @Sendable (_ symbol: String, _ converter: UnitConverter) -> Dimension
    /// The units of the system.
    var systemUnits: @Sendable () -> [SystemUnit]

    /// Every kind.
    static let all: [UnitKind] = scalars + solids + matter + energies + electrics

    /// The unit of the system that an archived one stands for, or nil.
    ///
    /// Symbols differ between systems, so the number decides where there is one.
    func systemUnit(for archived: ArchivedUnit) -> Dimension? {
        systemUnits().first { candidate in
            let isNamed =
                archived.specifier != 0 && candidate.specifier != 0
                ? candidate.specifier == archived.specifier : candidate.unit.symbol == archived.symbol
            guard isNamed, let converter = ArchivedUnitConverter(candidate.unit.converter) else { return false }
            return archived.converter?.isNearly(converter) ?? false
        }?.unit
    }

    /// Apple's number for a unit, or 0.
    func specifier(of archived: ArchivedUnit) -> Int {
        guard let unit = systemUnit(for: archived) else { return 0 }
        return systemUnits().first { $0.unit == unit }?.specifier ?? 0
    }
}
