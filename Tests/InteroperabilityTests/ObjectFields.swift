import TestSupport
import Testing

/// The fields that an object has on both sides, one for each kind of field that a coder knows.
protocol ObjectFields: AnyObject {
    var name: String { get }
    var isOpen: Bool { get set }
    var platforms: Int32 { get set }
    var passengers: Int64 { get set }
    var height: Float { get set }
    var latitude: Double { get set }
    var code: [UInt8] { get set }
    var lines: [String] { get set }
}

extension OwnObject: ObjectFields {}
extension PlatformObject: ObjectFields {}

extension ObjectFields {
    /// Gives each field a value that it does not have at first.
    func fill() {
        isOpen = true
        platforms = -26
        passengers = 1 << 40
        height = 408.5
        latitude = 47.378_177
        code = [0, 255, 127]
        lines = ["S2", "S8", "IC 1"]
    }

    /// Expects each field to be that of another object.
    func expectFields(of other: some ObjectFields) {
        expectRows {
            (name, other.name)
            (isOpen, other.isOpen)
            (platforms, other.platforms)
            (passengers, other.passengers)
            (height, other.height)
            (latitude, other.latitude)
            (code, other.code)
            (lines, other.lines)
        }
    }
}
