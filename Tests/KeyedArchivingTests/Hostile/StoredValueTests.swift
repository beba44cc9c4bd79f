import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Row 105 of the catalog of hostile inputs: each way to decode against each kind of value that can be stored.
@Suite struct StoredValueTests {
    /// What is stored, by its key.
    static let stored: KeyValuePairs<String, PropertyList?> = [
        "missing": nil, "nil": .uid(0), "false": false, "true": true, "5": 5, "-1": -1, "2⁴⁰": 1_099_511_627_776,
        "2⁶⁴ − 1": .unsignedInteger(.max), "5 in 16 bytes": .integer128(5),
        "2⁹⁶": .integer128(Integer128(high: 1 << 32, low: 0)), "0.5 in 4 bytes": .float(0.5), "0.5": 0.5,
        "1e300": 1e300, "NaN": .double(.nan), "date": .date(0), "data": .data([1]), "text": "text",
        "text in UTF-16": "тext", "no valid text": .string(PropertyListString(utf16: [0xD800])), "array": [1],
        "references": [.uid(1)], "dictionary": ["a": 1], "set": .set([1]), "null": .null,
        "→ text": .uid(1), "→ 5": .uid(2), "→ 0.5": .uid(3), "→ true": .uid(4), "→ data": .uid(5), "→ date": .uid(6),
        "→ thing": .uid(7), "→ its class": .uid(8), "→ array": .uid(9), "→ dictionary": .uid(11),
        "→ mutable text": .uid(13), "→ mutable data": .uid(15), "→ $null": .uid(17), "→ array entry": .uid(18),
        "→ nowhere": .uid(99),
    ]

    /// The objects that values refer to, from UID 1 on.
    private static let objects: [PropertyList] = [
        "text", 5, 0.5, true, .data([1]), .date(0),
        ["$class": .uid(8)], .classRecord("Thing", "NSObject"),
        ["NS.objects": [.uid(1)], "$class": .uid(10)], .classRecord("NSArray", "NSObject"),
        ["NS.keys": [.uid(1)], "NS.objects": [.uid(1)], "$class": .uid(12)], .classRecord("NSDictionary", "NSObject"),
        ["NS.string": "text", "$class": .uid(14)], .classRecord("NSMutableString", "NSString", "NSObject"),
        ["NS.data": .data([1]), "$class": .uid(16)], .classRecord("NSMutableData", "NSData", "NSObject"),
        "$null", [1],
    ]

    /// How it is decoded: a call that returns whether there was a value.
    static let calls: KeyValuePairs<String, @Sendable (KeyedUnarchiver, String) throws -> Bool> = [
        "decodeBool": { try $0.decodeBool(forKey: $1) },
        "decodeInt32": { try $0.decodeInt32(forKey: $1) != 0 },
        "decodeInt64": { try $0.decodeInt64(forKey: $1) != 0 },
        "decodeInteger": { try $0.decodeInteger(forKey: $1) != 0 },
        "decodeFloat": { try $0.decodeFloat(forKey: $1) != 0 },
        "decodeDouble": { try $0.decodeDouble(forKey: $1) != 0 },
        "decodeNumber": { try $0.decodeNumber(forKey: $1) != nil },
        "decodeBytes": { try $0.decodeBytes(forKey: $1) != nil },
        "decodeInlineString": { try $0.decodeInlineString(forKey: $1) != nil },
        "decode Bool": { try $0.decodeIfPresent(Bool.self, forKey: $1) != nil },
        "decode UInt8": { try $0.decodeIfPresent(UInt8.self, forKey: $1) != nil },
        "decode Double": { try $0.decodeIfPresent(Double.self, forKey: $1) != nil },
        "decode String": { try $0.decodeIfPresent(String.self, forKey: $1) != nil },
        "decode data": { try $0.decodeIfPresent(ArchivedData.self, forKey: $1) != nil },
        "decode [String]": { try $0.decodeIfPresent([String].self, forKey: $1) != nil },
        "decode [String: String]": { try $0.decodeIfPresent([String: String].self, forKey: $1) != nil },
        "decodeObject Thing": { try $0.decodeObject(of: Thing.self, forKey: $1) != nil },
        "decodeObject [Thing]": { try $0.decodeObject(of: [Thing.self], forKey: $1) != nil },
        "decodeObject": { try $0.decodeObject(forKey: $1) != nil },
        "decodePropertyList": { try $0.decodePropertyList(forKey: $1) != nil },
    ]

    /// What must come of it; a column for each call, in their order.
    ///
    /// `+` is a value, `-` nil or the default. Errors: `o` the value is of another kind, `r` it does not fit, `x` the
    /// class is not allowed, `?` it is unknown, `i` the value contradicts its class, `U` there is no such object,
    /// `O` it is none.
    // swift-format-ignore: the columns are aligned
    private static let expected: KeyValuePairs<String, String> = [
        "missing": "--------------------",
        "nil": "oooooo--------------",
        "false": "-oooooooo+oooooooo-o",
        "true": "+oooooooo+oooooooo-o",
        "5": "o+++oo+ooo+ooooooo-o",
        "-1": "o+++oo+ooorooooooo-o",
        "2⁴⁰": "or++oo+ooorooooooo-o",
        "2⁶⁴ − 1": "orrroorooorooooooo-o",
        "5 in 16 bytes": "o+++oo+ooo+ooooooo-o",
        "2⁹⁶": "orrroorooorooooooo-o",
        "0.5 in 4 bytes": "oooo+++oooo+oooooo-o",
        "0.5": "oooo+++oooo+oooooo-o",
        "1e300": "oooor++oooo+oooooo-o",
        "NaN": "oooo+++oooo+oooooo-o",
        "date": "oooooooooooooooooo-o",
        "data": "ooooooo+ooooo+oooo-o",
        "text": "oooooooo+ooo+ooooo-o",
        "text in UTF-16": "oooooooo+ooo+ooooo-o",
        "no valid text": "ooooooooioooiooooo-o",
        "array": "oooooooooooooooooo-o",
        "references": "oooooooooooooooooo-o",
        "dictionary": "oooooooooooooooooo-o",
        "set": "oooooooooooooooooo-o",
        "null": "oooooooooooooooooo-o",
        "→ text": "oooooooo+xxx+xxxx+++",
        "→ 5": "oooooo+oxx+xxxxxx+++",
        "→ 0.5": "oooooo+oxxx+xxxxx+++",
        "→ true": "oooooooox+xxxxxxx+++",
        "→ data": "ooooooooxxxxx+xxx+++",
        "→ date": "ooooooooxxxxxxxxx+++",
        "→ thing": "oooooooo????????++??",
        "→ its class": "ooooooooOOOOOOOOOOOO",
        "→ array": "ooooooooxxxxxx+xxxx+",
        "→ dictionary": "ooooooooxxxxxxx+xxx+",
        "→ mutable text": "oooooooo+xxx+xxxxxx+",
        "→ mutable data": "ooooooooxxxxx+xxxxx+",
        "→ $null": "oooooooo------------",
        "→ array entry": "ooooooooOOOOOOOOOOOO",
        "→ nowhere": "ooooooUoUUUUUUUUUUUU",
    ]

    static let cases = stored.flatMap { value in calls.map { (value.key, $0.key) } }

    private static let letters: [ArchiveError.Code: Character] = [
        .invalidUnarchiveOperation: "o", .range: "r", .unexpectedClass: "x", .unknownClass: "?", .invalidValue: "i",
        .invalidReference: "U", .invalidObject: "O",
    ]

    @Test(.rows)
    func `each call gives the value, a coercion of Apple's or a typed error`() {
        forEachRow(Self.stored.indices) { (index: Int) throws in
            let (key, value) = Self.stored[index]
            var archive = SmallArchive(top: value.map { .record([key: $0]) } ?? [:])
            archive.objects = Self.objects
            let bytes = try archive.bytes()
            var found = ""
            for call in Self.calls {
                // A fresh unarchiver for each: what was decoded before must not matter.
                let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
                do {
                    found.append(try call.value(unarchiver, key) ? "+" : "-")
                } catch let error as ArchiveError {
                    found.append(Self.letters[error.code] ?? "!")
                    #expect(error.path != nil || error.key != nil, "\(call.key)")
                }
            }
            #expect(found == Self.expected.first { $0.key == key }?.value)
        }
    }
}
