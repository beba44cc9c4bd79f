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

// The numbers follow the list of units of Apple's variant of ICU: 256 for each kind, plus the position. Three of them
// have been seen in archives: degrees, megahertz and miles. Units without a number there have 0.

extension UnitKind {
    /// Angles, times, frequencies, ratios and amounts of information.
    static let scalars: [UnitKind] = [
        UnitKind(className: "NSUnitAngle", type: UnitAngle.self) {
            UnitAngle(symbol: $0, converter: $1)
        } systemUnits: {
            [
                (UnitAngle.degrees, 256), (UnitAngle.arcMinutes, 257), (UnitAngle.arcSeconds, 258),
                (UnitAngle.radians, 259), (UnitAngle.gradians, 0), (UnitAngle.revolutions, 260),
            ]
        },
        UnitKind(className: "NSUnitDuration", type: UnitDuration.self) {
            UnitDuration(symbol: $0, converter: $1)
        } systemUnits: {
            [
                (UnitDuration.hours, 1028), (UnitDuration.minutes, 1029), (UnitDuration.seconds, 1030),
                (UnitDuration.milliseconds, 1031), (UnitDuration.microseconds, 1032),
                (UnitDuration.nanoseconds, 1033), (UnitDuration.picoseconds, 0),
            ]
        },
        UnitKind(className: "NSUnitFrequency", type: UnitFrequency.self) {
            UnitFrequency(symbol: $0, converter: $1)
        } systemUnits: {
            [
                (UnitFrequency.terahertz, 0), (UnitFrequency.gigahertz, 4099), (UnitFrequency.megahertz, 4098),
                (UnitFrequency.kilohertz, 4097), (UnitFrequency.hertz, 4096), (UnitFrequency.millihertz, 0),
                (UnitFrequency.microhertz, 0), (UnitFrequency.nanohertz, 0),
            ]
        },
        UnitKind(className: "NSUnitDispersion", type: UnitDispersion.self) {
            UnitDispersion(symbol: $0, converter: $1)
        } systemUnits: {
            [(UnitDispersion.partsPerMillion, 4611)]
        },
        UnitKind(className: "NSUnitInformationStorage", type: UnitInformationStorage.self) {
            UnitInformationStorage(symbol: $0, converter: $1)
        } systemUnits: {
            [
                (UnitInformationStorage.bits, 3584), (UnitInformationStorage.bytes, 3585),
                (UnitInformationStorage.gigabits, 3586), (UnitInformationStorage.gigabytes, 3587),
                (UnitInformationStorage.kilobits, 3588), (UnitInformationStorage.kilobytes, 3589),
                (UnitInformationStorage.megabits, 3590), (UnitInformationStorage.megabytes, 3591),
                (UnitInformationStorage.terabits, 3592), (UnitInformationStorage.terabytes, 3593),
                (UnitInformationStorage.petabytes, 3594), (UnitInformationStorage.nibbles, 0),
                (UnitInformationStorage.petabits, 0), (UnitInformationStorage.exabytes, 0),
                (UnitInformationStorage.kibibytes, 0), (UnitInformationStorage.mebibytes, 0),
                (UnitInformationStorage.gibibytes, 0), (UnitInformationStorage.tebibytes, 0),
            ]
        },
        UnitKind(className: "NSUnitFuelEfficiency", type: UnitFuelEfficiency.self) {
            UnitFuelEfficiency(symbol: $0, converter: $1)
        } systemUnits: {
            [
                (UnitFuelEfficiency.litersPer100Kilometers, 3330), (UnitFuelEfficiency.milesPerGallon, 3329),
                (UnitFuelEfficiency.milesPerImperialGallon, 3331),
            ]
        },
    ]
}

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
