internal import Foundation

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
