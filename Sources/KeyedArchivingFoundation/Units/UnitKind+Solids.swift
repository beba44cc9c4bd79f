internal import Foundation

extension UnitKind {
    /// Lengths, areas and volumes.
    static let solids: [UnitKind] = [
        UnitKind(className: "NSUnitLength", type: UnitLength.self) {
            UnitLength(symbol: $0, converter: $1)
        } systemUnits: {
            [
                (UnitLength.meters, 1280), (UnitLength.centimeters, 1281), (UnitLength.kilometers, 1282),
                (UnitLength.millimeters, 1283), (UnitLength.picometers, 1284), (UnitLength.feet, 1285),
                (UnitLength.inches, 1286), (UnitLength.miles, 1287), (UnitLength.yards, 1288),
                (UnitLength.lightyears, 1289), (UnitLength.decimeters, 1290), (UnitLength.micrometers, 1291),
                (UnitLength.nanometers, 1292), (UnitLength.nauticalMiles, 1293), (UnitLength.fathoms, 1294),
                (UnitLength.furlongs, 1295), (UnitLength.astronomicalUnits, 1296), (UnitLength.parsecs, 1297),
                (UnitLength.scandinavianMiles, 1298), (UnitLength.megameters, 0), (UnitLength.hectometers, 0),
                (UnitLength.decameters, 0),
            ]
        },
        UnitKind(className: "NSUnitArea", type: UnitArea.self) {
            UnitArea(symbol: $0, converter: $1)
        } systemUnits: {
            [
                (UnitArea.squareMeters, 512), (UnitArea.squareKilometers, 513), (UnitArea.squareFeet, 514),
                (UnitArea.squareMiles, 515), (UnitArea.acres, 516), (UnitArea.hectares, 517),
                (UnitArea.squareCentimeters, 518), (UnitArea.squareInches, 519), (UnitArea.squareYards, 520),
                (UnitArea.ares, 0), (UnitArea.squareMegameters, 0), (UnitArea.squareMillimeters, 0),
                (UnitArea.squareMicrometers, 0), (UnitArea.squareNanometers, 0),
            ]
        },
        UnitKind(className: "NSUnitVolume", type: UnitVolume.self) {
            UnitVolume(symbol: $0, converter: $1)
        } systemUnits: {
            [
                (UnitVolume.liters, 2816), (UnitVolume.cubicKilometers, 2817), (UnitVolume.cubicMiles, 2818),
                (UnitVolume.milliliters, 2819), (UnitVolume.centiliters, 2820), (UnitVolume.deciliters, 2821),
                (UnitVolume.megaliters, 2823), (UnitVolume.cubicCentimeters, 2824), (UnitVolume.cubicMeters, 2825),
                (UnitVolume.cubicInches, 2826), (UnitVolume.cubicFeet, 2827), (UnitVolume.cubicYards, 2828),
                (UnitVolume.acreFeet, 2829), (UnitVolume.bushels, 2830), (UnitVolume.teaspoons, 2831),
                (UnitVolume.tablespoons, 2832), (UnitVolume.fluidOunces, 2833), (UnitVolume.cups, 2834),
                (UnitVolume.pints, 2835), (UnitVolume.quarts, 2836), (UnitVolume.gallons, 2837),
                (UnitVolume.metricCups, 2838), (UnitVolume.imperialGallons, 2840), (UnitVolume.kiloliters, 0),
                (UnitVolume.cubicDecimeters, 0), (UnitVolume.cubicMillimeters, 0), (UnitVolume.imperialTeaspoons, 0),
                (UnitVolume.imperialTablespoons, 0), (UnitVolume.imperialFluidOunces, 0),
                (UnitVolume.imperialPints, 0), (UnitVolume.imperialQuarts, 0),
            ]
        },
    ]
}
