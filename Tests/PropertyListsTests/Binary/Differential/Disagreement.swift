import PropertyLists
import TestSupport

/// A class of inputs that Python reads and this library refuses, and why.
struct Disagreement: Sendable {
    var name: String
    var reason: String
    /// An input of this class.
    var specimen: HandmadeList
    /// Whether a refused input is of this class.
    var holds: @Sendable (_ bytes: [UInt8], _ error: ArchiveError, _ outcome: PythonPropertyLists.Outcome) -> Bool

    static let all = [
        Disagreement(
            name: "a container that holds itself",
            reason: "Python builds a list that holds itself; a tree of values cannot",
            specimen: HandmadeList([0xA1, 0])
        ) { _, error, outcome in error.code == .invalidReference && outcome.cannotBeWritten },
        Disagreement(
            name: "an object outside the objects",
            reason: "Python reads objects from the header, the offset table and the trailer",
            specimen: HandmadeList([0xA1, 1], [0x52, 0x61])
        ) { _, error, outcome in
            [.invalidOffset, .invalidLength].contains(error.code) && outcome.leftObjects
        },
        Disagreement(
            name: "a length that isn't an integer",
            reason: "Python looks only at the size in the marker of a length, and at two bits of that",
            specimen: HandmadeList([0x4F, 0x50, 1, 0xFF])
        ) { bytes, error, _ in
            error.code == .invalidLength && error.byteOffset.map { !(0x10...0x13).contains(bytes[$0]) } == true
        },
        Disagreement(
            name: "an integer of 32 bytes or more",
            reason: "Python's integers have no bound; no writer makes these",
            specimen: HandmadeList([0x15] + bigEndian(7, 32))
        ) { bytes, error, _ in
            error.code == .invalidMarker && error.byteOffset.map { (0x15...0x1F).contains(bytes[$0]) } == true
        },
        Disagreement(
            name: "a fill byte",
            reason: "Python reads the fill byte 0F as empty data; it isn't a value",
            specimen: HandmadeList([0xA1, 1], [0x0F])
        ) { bytes, error, _ in error.code == .invalidMarker && error.byteOffset.map { bytes[$0] == 0x0F } == true },
        Disagreement(
            name: "an offset table that is not between the objects and the trailer",
            reason: "Python lets the table reach into the trailer, and lie in the header",
            specimen: HandmadeList([0x09]).spoiled { $0.claimedCount = 2 }
        ) { bytes, error, _ in
            guard error.code == .invalidTrailer else { return false }
            let trailer = bytes.count - 32
            func number(at offset: Int) -> UInt64 {
                bytes[trailer + offset..<trailer + offset + 8].reduce(0) { $0 << 8 | UInt64($1) }
            }
            let table = number(at: 24)
            let size = number(at: 8) * UInt64(bytes[trailer + 6])
            return table <= 8 || table + size > UInt64(trailer)
        },
        Disagreement(
            name: "offsets or references of no or more than 8 bytes",
            reason: "Python reads any width, and looks at the width of references only when there are some",
            specimen: HandmadeList([0xA1, 0, 0, 0, 0, 0, 0, 0, 0, 1], [0x09]).spoiled { $0.referenceSize = 9 }
        ) { bytes, error, _ in
            error.code == .invalidTrailer && error.byteOffset.map { !(1...8).contains(bytes[$0]) } == true
        },
    ]
}
