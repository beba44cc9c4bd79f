internal import Foundation

extension UnitKind {
    /// Motion, energy, power and light.
    static let energies: [UnitKind] = [
        UnitKind(className: "NSUnitAcceleration", type: UnitAcceleration.self) {
            UnitAcceleration(symbol: $0, converter: $1)
        } systemUnits: {
            [(UnitAcceleration.gravity, 0), (UnitAcceleration.metersPerSecondSquared, 1)]
        },
        UnitKind(className: "NSUnitSpeed", type: UnitSpeed.self) {
            UnitSpeed(symbol: $0, converter: $1)
        } systemUnits: {
            [
                (UnitSpeed.metersPerSecond, 2304), (UnitSpeed.kilometersPerHour, 2305),
                (UnitSpeed.milesPerHour, 2306), (UnitSpeed.knots, 2307),
            ]
        },
        UnitKind(className: "NSUnitEnergy", type: UnitEnergy.self) {
            UnitEnergy(symbol: $0, converter: $1)
        } systemUnits: {
            [
                (UnitEnergy.calories, 3072), (UnitEnergy.joules, 3074), (UnitEnergy.kilocalories, 3075),
                (UnitEnergy.kilojoules, 3076), (UnitEnergy.kilowattHours, 3077),
            ]
        },
        UnitKind(className: "NSUnitPower", type: UnitPower.self) {
            UnitPower(symbol: $0, converter: $1)
        } systemUnits: {
            [
                (UnitPower.watts, 1792), (UnitPower.kilowatts, 1793), (UnitPower.horsepower, 1794),
                (UnitPower.milliwatts, 1795), (UnitPower.megawatts, 1796), (UnitPower.gigawatts, 1797),
                (UnitPower.terawatts, 0), (UnitPower.microwatts, 0), (UnitPower.nanowatts, 0),
                (UnitPower.picowatts, 0), (UnitPower.femtowatts, 0),
            ]
        },
        UnitKind(className: "NSUnitIlluminance", type: UnitIlluminance.self) {
            UnitIlluminance(symbol: $0, converter: $1)
        } systemUnits: {
            [(UnitIlluminance.lux, 4352)]
        },
    ]
}
