/// Bytes of a sequential archive, written by hand: no writer of the library is between the input and the library.
package struct StreamBytes {
    package var bytes: [UInt8]

    package init(big: Bool = false, version: UInt8 = 4) {
        bytes = [version, 11] + Array((big ? "typedstream" : "streamtyped").utf8)
        bytes += big ? [0x81, 0x03, 0xE8] : [0x81, 0xE8, 0x03]
    }

    package static let null: UInt8 = 0x85
    package static let end: UInt8 = 0x86

    /// The byte of a reference to one of the first 238 strings or items.
    package static func reference(_ number: Int) -> UInt8 { UInt8(bitPattern: Int8(number - 110)) }

    /// An integer of four bytes, little-endian.
    package static func wide(_ value: Int32) -> [UInt8] {
        [0x82] + (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// A count in its shortest form, little-endian.
    package static func length(_ count: Int) -> [UInt8] {
        switch count {
        case 0..<128: [UInt8(truncatingIfNeeded: count)]
        case 128..<32768: [0x81] + (0..<2).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
        default: wide(Int32(truncatingIfNeeded: count))
        }
    }

    /// A reference to a string or an item, in one byte if it fits.
    package static func item(_ number: Int) -> [UInt8] {
        number < 238 ? [reference(number)] : length(number - 110)
    }

    /// A string that is new, with its length.
    package static func new(_ text: String) -> [UInt8] {
        let utf8 = Array(text.utf8)
        return [0x84] + length(utf8.count) + utf8
    }

    package mutating func add(_ parts: [UInt8]...) { for part in parts { bytes += part } }

    package mutating func add(_ part: UInt8) { bytes.append(part) }

    /// An object that is new, of a class that is new and has no superclass, up to its groups.
    package static func object(_ className: String) -> [UInt8] { [0x84, 0x84] + new(className) + [0, null] }
}
