import Foundation
import KeyedArchiving
import KeyedArchivingFoundation

extension ReplicaArchive {
    /// Measurements.
    static let measurements: [String: ReplicaArchive] = [
        fixtures + "NSMeasurement-Angle.archive": .old { Measurement(value: 90, unit: UnitAngle.degrees) },
        fixtures + "NSMeasurement-Frequency.archive": .old {
            Measurement(value: 1400, unit: UnitFrequency.megahertz)
        },
        fixtures + "NSMeasurement-Length-2.archive": .old { Measurement(value: 45, unit: UnitLength.miles) },
        fixtures + "NSMeasurement-Zero.archive": .old { Measurement(value: 0, unit: Unit(symbol: "")) },
    ]
}
