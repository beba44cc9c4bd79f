internal import Foundation

extension UnitKind {
    /// Masses, pressures, concentrations and temperatures.
    static let matter: [UnitKind] = [
        UnitKind(className: "NSUnitMass", type: UnitMass.self) {
            UnitMass(symbol: $0, converter: $1)
        } systemUnits: {
            [
                (UnitMass.grams, 1536), (UnitMass.kilograms, 1537), (UnitMass.ounces, 1538), (UnitMass.pounds, 1539),
                (UnitMass.stones, 1540), (UnitMass.micrograms, 1541), (UnitMass.milligrams, 1542),
                (UnitMass.metricTons, 1543), (UnitMass.shortTons, 1544), (UnitMass.carats, 1545),
                (UnitMass.ouncesTroy, 1546), (UnitMass.decigrams, 0), (UnitMass.centigrams, 0),
                (UnitMass.nanograms, 0), (UnitMass.picograms, 0), (UnitMass.slugs, 0),
            ]
        },
        UnitKind(className: "NSUnitPressure", type: UnitPressure.self) {
            UnitPressure(symbol: $0, converter: $1)
        } systemUnits: {
            [
                (UnitPressure.hectopascals, 2048), (UnitPressure.inchesOfMercury, 2049),
                (UnitPressure.millibars, 2050), (UnitPressure.millimetersOfMercury, 2051),
                (UnitPressure.poundsForcePerSquareInch, 2052), (UnitPressure.kilopascals, 2054),
                (UnitPressure.megapascals, 2055), (UnitPressure.newtonsPerMetersSquared, 0),
                (UnitPressure.gigapascals, 0), (UnitPressure.bars, 0),
            ]
        },
        UnitKind(className: "NSUnitConcentrationMass", type: UnitConcentrationMass.self) {
            UnitConcentrationMass(symbol: $0, converter: $1)
        } systemUnits: {
            [(UnitConcentrationMass.gramsPerLiter, 0), (UnitConcentrationMass.milligramsPerDeciliter, 4609)]
        },
        UnitKind(className: "NSUnitTemperature", type: UnitTemperature.self) {
            UnitTemperature(symbol: $0, converter: $1)
        } systemUnits: {
            [
                (UnitTemperature.celsius, 2560), (UnitTemperature.fahrenheit, 2561), (UnitTemperature.kelvin, 2562),
            ]
        },
    ]
}
