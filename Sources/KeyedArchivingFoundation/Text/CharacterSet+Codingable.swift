public import Foundation
public import KeyedArchiving

/// `NSCharacterSet`. `NSMutableCharacterSet` is read too.
extension CharacterSet: HasMutableVariant {
    /// The keys of a character set; it has one of them besides whether it is inverted.
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

    /// `NSMutableCharacterSet`.
    public static var mutableClassName: String { "NSMutableCharacterSet" }

    /// `NSMutableCharacterSet`.
    public static var codedClassAliases: [String] { ["NSMutableCharacterSet"] }

    /// Writes the characters if they are few, else a bitmap, which is that of all other characters if that is shorter.
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

    private static func string(_ codePoints: [UInt32]) -> String? {
        let scalars = codePoints.compactMap(Unicode.Scalar.init)
        guard scalars.count == codePoints.count else { return nil }
        var string = String.UnicodeScalarView()
        string.append(contentsOf: scalars)
        return String(string)
    }

    /// The set itself, or that of a mutable one.
    public static func _cast(_ object: any Codingable) -> CharacterSet? {
        object as? CharacterSet ?? (object as? MutableVariant<CharacterSet>)?.value
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
                throw unarchiver.failure(.invalidValue, "a bitmap has \(data.count) bytes", key: key)
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
                throw unarchiver.failure(.invalidValue, "the system has no set \(number)", key: key)
            }
            return set
        }
        guard let range = try unarchiver.decodeIfPresent(Int64.self, forKey: Key.range) else {
            throw unarchiver.missing(Key.range)
        }
        let (location, length) = (range >> 32, range & 0xFFFF_FFFF)
        guard location >= 0, location + length <= 0x110000 else {
            throw unarchiver.failure(
                .invalidValue, "a range of \(length) characters from \(location) is impossible", key: Key.range)
        }
        try unarchiver.charge(CharacterBitmap.planeSize)
        return SystemCharacterSets.set(codePoints: UInt32(location)..<UInt32(location + length))
    }
}
