/// A reader for the name of an ICC profile.
enum ColorProfile {
    /// The parts of a profile that are looked through; one has some ten.
    static let partCount: UInt64 = 100

    /// The types of a part, and of a text: "desc" and "mluc".
    private static let (description, translations): (UInt64, UInt64) = (0x6465_7363, 0x6D6C_7563)

    /// The description of a profile: its ASCII text, or the first of its translations.
    static func name(of profile: [UInt8]) -> String? {
        guard let count = number(profile, at: 128) else { return nil }
        for index in 0..<min(count, partCount) {
            let place = 132 + 12 * index
            guard number(profile, at: place) == description else { continue }
            return number(profile, at: place + 4).flatMap { text(profile, at: $0) }
        }
        return nil
    }

    private static func text(_ profile: [UInt8], at start: UInt64) -> String? {
        let text: String
        switch number(profile, at: start) {
        case description:
            guard let count = number(profile, at: start + 8), let bytes = slice(profile, start + 12, count) else {
                return nil
            }
            text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        case translations:
            guard let count = number(profile, at: start + 20), let offset = number(profile, at: start + 24),
                let bytes = slice(profile, start + offset, count)
            else { return nil }
            let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { place in
                UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
            }
            text = String(decoding: units, as: UTF16.self)
        default: return nil
        }
        return text.isEmpty ? nil : text
    }

    /// Bytes of a text, which is short; nil if they aren't there.
    private static func slice(_ bytes: [UInt8], _ start: UInt64, _ count: UInt64) -> ArraySlice<UInt8>? {
        // Each number is one of 32 bits, or a sum of two.
        guard count <= 256, start + count <= UInt64(bytes.count) else { return nil }
        return bytes[Int(start)..<Int(start + count)]
    }

    /// The 32 bits at a place, the most significant byte first.
    private static func number(_ bytes: [UInt8], at start: UInt64) -> UInt64? {
        slice(bytes, start, 4)?.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
