public import Foundation
public import KeyedArchiving
internal import PropertyLists

/// `NSCharacterSet`. `NSMutableCharacterSet` is read too.
extension CharacterSet: HasMutableVariant {
    /// The keys of a character set; it has one of them, and whether it is inverted.
    private enum Key {
        static let builtin = ["NSBuiltinID", "NSBuiltinID2"]
        static let range = "NSRange"
        static let string = ["NSString", "NSStringObject"]
        static let bitmap = ["NSBitmap", "NSBitmapObject"]
        static let inverted = ["NSIsInverted", "NSIsInverted2"]
    }

    /// Sets with no more members than this are written as their characters.
    private static let greatestStringCount = 256

    /// `NSCharacterSet`.
    public static var codedClassName: String { "NSCharacterSet" }

    /// Writes the characters if they are few; otherwise a bitmap, which is that of all other characters if that is
    /// shorter.
    public func encode(with archiver: KeyedArchiver) throws {
        let bitmap = CharacterBitmap(set: self)
        if let string = bitmap.codePoints(atMost: Self.greatestStringCount).flatMap(Self.string) {
            return try archiver.encodeInlineString(string, forKey: Key.string[0])
        }
        let isInverted = bitmap.planeCount > 8
        let bytes = isInverted ? bitmap.complement.bytes : bitmap.bytes
        try archiver.encodeBytes(bytes, forKey: Key.bitmap[0])
        if isInverted { try archiver.encode(true, forKey: Key.inverted[0]) }
    }

    /// The characters as text; nil if there is one that XML can't hold, or that Unicode has no character for.
    private static func string(_ codePoints: [UInt32]) -> String? {
        guard codePoints.first != 0 else { return nil }
        let scalars = codePoints.compactMap(Unicode.Scalar.init)
        guard scalars.count == codePoints.count else { return nil }
        var string = String.UnicodeScalarView()
        string.append(contentsOf: scalars)
        return String(string)
    }

    /// Reads any of the forms: one of the system's sets, a range, characters or a bitmap.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self = try CharacterSet.content(from: unarchiver)
        for key in Key.inverted where try unarchiver.decodeBool(forKey: key) {
            try unarchiver.charge(CharacterBitmap.greatestSize)
            self = CharacterBitmap(set: self).complement.set
        }
    }

    private static func content(from unarchiver: KeyedUnarchiver) throws -> CharacterSet {
        for key in Key.bitmap {
            guard let data = try unarchiver.optionalData(forKey: key) else { continue }
            // A bitmap that ends early is filled up, and the set has its own.
            try unarchiver.charge(2 * max(data.count, CharacterBitmap.planeSize))
            guard let bitmap = CharacterBitmap(bytes: data) else {
                throw unarchiver.damaged("a bitmap has \(data.count.counted("byte"))", key: key)
            }
            return bitmap.set
        }
        for key in Key.string {
            guard let string = try unarchiver.optionalString(forKey: key) else { continue }
            try unarchiver.charge(CharacterBitmap.planeSize * CharacterBitmap.planeCount(of: string))
            return CharacterSet(charactersIn: string)
        }
        for key in Key.builtin {
            guard let number = try unarchiver.optionalInteger(forKey: key) else { continue }
            guard let set = SystemCharacterSets.set(number) else {
                throw unarchiver.failure(
                    .invalidValue,
                    "the system has no set \(number)",
                    key: key,
                    remedy: "decode it as ArchivedObject to see the fields"
                )
            }
            return set
        }
        guard let range = try unarchiver.decodeIfPresent(Int64.self, forKey: Key.range) else {
            throw unarchiver.missing(Key.range)
        }
        let (location, length) = (range >> 32, range & 0xFFFF_FFFF)
        guard location >= 0, location + length <= 0x110000 else {
            throw unarchiver.damaged(
                "a range of \(length) characters from \(location) is impossible", key: Key.range)
        }
        try unarchiver.charge(CharacterBitmap.planeSize)
        return SystemCharacterSets.set(codePoints: UInt32(location)..<UInt32(location + length))
    }
}

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

/// The character sets that archives name by a number.
enum SystemCharacterSets {
    /// The set of a number, or nil.
    static func set(_ number: Int) -> CharacterSet? {
        switch number {
        case 1: .controlCharacters
        case 2: .whitespaces
        case 3: .whitespacesAndNewlines
        case 4: .decimalDigits
        case 5: .letters
        case 6: .lowercaseLetters
        case 7: .uppercaseLetters
        case 8: .nonBaseCharacters
        case 9: .decomposables
        case 10: .alphanumerics
        case 11: .punctuationCharacters
        case 12: .illegalCharacters
        case 13: .capitalizedLetters
        case 14: .symbols
        case 15: .newlines
        default: nil
        }
    }

    /// The set of a range of code points; surrogates, which aren't characters, are left out.
    static func set(codePoints: Range<UInt32>) -> CharacterSet {
        var set = CharacterSet()
        for part in [0..<0xD800, 0xE000..<0x110000] as [Range<UInt32>] {
            let overlap = codePoints.clamped(to: part)
            guard
                !overlap.isEmpty, let first = Unicode.Scalar(overlap.lowerBound),
                let last = Unicode.Scalar(overlap.upperBound - 1)
            else { continue }
            set.insert(charactersIn: first...last)
        }
        return set
    }
}
