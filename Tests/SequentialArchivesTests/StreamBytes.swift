/// Bytes of a sequential archive, written by hand: no writer of the library is between the test and the file.
struct StreamBytes {
    var bytes: [UInt8]

    init(big: Bool = false, version: UInt8 = 4) {
        bytes = [version, 11] + Array((big ? "typedstream" : "streamtyped").utf8)
        bytes += big ? [0x81, 0x03, 0xE8] : [0x81, 0xE8, 0x03]
    }

    static let null: UInt8 = 0x85
    static let end: UInt8 = 0x86

    /// The byte of a reference to one of the first 238 strings or items.
    static func reference(_ number: Int) -> UInt8 { UInt8(bitPattern: Int8(number - 110)) }

    /// An integer of four bytes, little-endian.
    static func wide(_ value: Int32) -> [UInt8] {
        [0x82] + (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// A string that is new, with its length.
    static func new(_ text: String) -> [UInt8] {
        let utf8 = Array(text.utf8)
        return [0x84] + (utf8.count < 128 ? [UInt8(utf8.count)] : wide(Int32(utf8.count))) + utf8
    }

    mutating func add(_ parts: [UInt8]...) { for part in parts { bytes += part } }

    mutating func add(_ part: UInt8) { bytes.append(part) }

    /// An object that is new, of a class that is new and has no superclass, up to its groups.
    static func object(_ className: String) -> [UInt8] { [0x84, 0x84] + new(className) + [0, null] }
}
