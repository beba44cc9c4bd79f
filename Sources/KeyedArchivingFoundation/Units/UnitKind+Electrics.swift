internal import Foundation

extension UnitKind {
    /// Electricity.
    static let electrics: [UnitKind] = [
        UnitKind(className: "NSUnitElectricCharge", type: UnitElectricCharge.self) {
            UnitElectricCharge(symbol: $0, converter: $1)
        } systemUnits: {
            [
                (UnitElectricCharge.coulombs, 0), (UnitElectricCharge.megaampereHours, 0),
                (UnitElectricCharge.kiloampereHours, 0), (UnitElectricCharge.ampereHours, 0),
                (UnitElectricCharge.milliampereHours, 0), (UnitElectricCharge.microampereHours, 0),
            ]
        },
        UnitKind(className: "NSUnitElectricCurrent", type: UnitElectricCurrent.self) {
            UnitElectricCurrent(symbol: $0, converter: $1)
        } systemUnits: {
            [
                (UnitElectricCurrent.amperes, 3840), (UnitElectricCurrent.milliamperes, 3841),
                (UnitElectricCurrent.megaamperes, 0), (UnitElectricCurrent.kiloamperes, 0),
                (UnitElectricCurrent.microamperes, 0),
            ]
        },
        UnitKind(className: "NSUnitElectricResistance", type: UnitElectricResistance.self) {
            UnitElectricResistance(symbol: $0, converter: $1)
        } systemUnits: {
            [
                (UnitElectricResistance.ohms, 3842), (UnitElectricResistance.megaohms, 0),
                (UnitElectricResistance.kiloohms, 0), (UnitElectricResistance.milliohms, 0),
                (UnitElectricResistance.microohms, 0),
            ]
        },
        UnitKind(className: "NSUnitElectricPotentialDifference", type: UnitElectricPotentialDifference.self) {
            UnitElectricPotentialDifference(symbol: $0, converter: $1)
        } systemUnits: {
            [
                (UnitElectricPotentialDifference.volts, 3843), (UnitElectricPotentialDifference.megavolts, 0),
                (UnitElectricPotentialDifference.kilovolts, 0), (UnitElectricPotentialDifference.millivolts, 0),
                (UnitElectricPotentialDifference.microvolts, 0),
            ]
        },
    ]
}
