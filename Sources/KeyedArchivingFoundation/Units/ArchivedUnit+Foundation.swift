public import Foundation

extension ArchivedUnit {
    /// Creates a unit from Foundation's, or fails if it is of a class of one's own or has a converter of one's own.
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
