internal import Foundation

/// A set of Unicode code points as bits: 8192 bytes for the first plane, then for each other plane that has members its
/// number and 8192 bytes.
struct CharacterBitmap {
    static let planeSize = 8192

    private(set) var bytes: Data

    /// The bitmap of a set.
    init(_ set: CharacterSet) {
        bytes = set.bitmapRepresentation
    }

    /// Creates a bitmap from bytes, or fails if they are not one.
    ///
    /// The bytes of the first plane may end early; the rest is zero.
    init?(bytes: Data) {
        guard bytes.count > Self.planeSize else {
            self.bytes = bytes + Data(count: Self.planeSize - bytes.count)
            return
        }
        let (planes, rest) = (bytes.count - Self.planeSize).quotientAndRemainder(dividingBy: Self.planeSize + 1)
        guard rest == 0, planes <= 16 else { return nil }
        self.bytes = Data(bytes)
        var previous = 0
        for (plane, _) in self.planes.dropFirst() {
            guard previous < plane, plane <= 16 else { return nil }
            previous = plane
        }
    }

    /// The planes, each with where its bits start.
    private var planes: [(plane: Int, start: Int)] {
        var planes = [(plane: 0, start: 0)]
        for position in stride(from: Self.planeSize, to: bytes.count, by: Self.planeSize + 1) {
            planes.append((Int(bytes[position]), position + 1))
        }
        return planes
    }

    /// How many planes Foundation makes bits of for the characters of a string; for a few of the first it makes none.
    static func planeCount(of string: String) -> Int {
        var planes: UInt32 = string.utf8.count < 64 ? 0 : 1
        for scalar in string.unicodeScalars where scalar.value > 0xFFFF { planes |= 1 << (scalar.value >> 16) }
        return planes.nonzeroBitCount
    }

    /// How many planes have members.
    var planeCount: Int { planes.count }

    /// The code points of the set in ascending order, or nil if they are more than a limit.
    func codePoints(atMost limit: Int) -> [UInt32]? {
        var codePoints: [UInt32] = []
        for (plane, start) in planes {
            for position in 0..<Self.planeSize where bytes[start + position] != 0 {
                for bit in 0..<8 where bytes[start + position] & 1 << bit != 0 {
                    guard codePoints.count < limit else { return nil }
                    codePoints.append(UInt32(plane) << 16 | UInt32(position) << 3 | UInt32(bit))
                }
            }
        }
        return codePoints
    }
}
