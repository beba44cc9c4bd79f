internal import Foundation

/// A set of Unicode code points as bits: 8192 bytes for the first plane, then for each other plane that has members its
/// number and 8192 bytes.
struct CharacterBitmap {
    static let planeSize = 8192
    /// The last plane of Unicode.
    static let lastPlane = 16
    /// The size of a bitmap of all planes, in bytes.
    static let greatestSize = planeSize + lastPlane * (planeSize + 1)

    private(set) var bytes: Data

    /// The bitmap of a set.
    init(set: CharacterSet) {
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
        guard rest == 0, planes <= Self.lastPlane else { return nil }
        self.bytes = Data(bytes)
        var previous = 0
        for (plane, _) in self.planes.dropFirst() {
            guard previous < plane, plane <= Self.lastPlane else { return nil }
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

    /// The bits of all other code points.
    ///
    /// Foundation on Linux traps when it inverts some sets, so that sets are inverted here.
    var complement: CharacterBitmap {
        var complement = CharacterBitmap(set: [])
        complement.bytes = Data()
        for plane in 0...Self.lastPlane {
            let start = planes.first { $0.plane == plane }?.start
            let page = start.map { Data(bytes[$0..<$0 + Self.planeSize].map { ~$0 }) }
            if let page, plane > 0, page.allSatisfy({ $0 == 0 }) { continue }
            if plane > 0 { complement.bytes.append(UInt8(plane)) }
            complement.bytes.append(page ?? Data(repeating: 0xFF, count: Self.planeSize))
        }
        return complement
    }

    /// The set of these code points.
    ///
    /// It is made range by range: Foundation on Linux reads beyond memory when it is asked for the bitmap of some sets
    /// that it made of a bitmap.
    var set: CharacterSet {
        var set = CharacterSet()
        for (plane, start) in planes {
            var first: UInt32?
            for position in 0..<Self.planeSize {
                let byte = bytes[start + position]
                if byte == (first == nil ? 0 : 0xFF) { continue }
                for bit in 0..<8 {
                    let codePoint = UInt32(plane) << 16 | UInt32(position) << 3 | UInt32(bit)
                    if byte & 1 << bit != 0 {
                        first = first ?? codePoint
                    } else if let start = first {
                        Self.insert(start...codePoint - 1, into: &set)
                        first = nil
                    }
                }
            }
            if let first { Self.insert(first...(UInt32(plane) << 16 | 0xFFFF), into: &set) }
        }
        return set
    }

    /// Inserts code points; half a range of surrogates is left out, as no set can hold it.
    private static func insert(_ codePoints: ClosedRange<UInt32>, into set: inout CharacterSet) {
        let first = Unicode.Scalar(codePoints.lowerBound) ?? "\u{E000}"
        let last = Unicode.Scalar(codePoints.upperBound) ?? "\u{D7FF}"
        if first <= last { set.insert(charactersIn: first...last) }
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
