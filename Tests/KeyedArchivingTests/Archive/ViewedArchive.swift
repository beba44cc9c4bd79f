import KeyedArchiving
import PropertyLists
import TestSupport

/// A small archive with one value of each sort, as Apple's archiver stores them, for looking at and for changing.
enum ViewedArchive {
    static let string: PropertyList = "Ada"

    /// The parts, so that tests can say what is where.
    ///
    /// - 1 a `Person` with a name, a friend (itself, a cycle), scores, options, a date, a payload with an archive in
    ///   it;
    /// - 2 her name, which a scores entry shares.
    static func bytes() throws -> [UInt8] {
        let person: PropertyList = [
            "name": .uid(2), "friend": .uid(1), "scores": .uid(3), "options": .uid(4), "born": .uid(5),
            "payload": .uid(6), "age": 36, "height": 1.75, "isAdmin": true, "nothing": .uid(0),
            "raw": .data([1, 2, 3]), "title": .uid(7),
            "huge": .unsignedInteger(.max), "price": .uid(8), "link": .uid(9), "$class": .uid(20),
        ]
        return try SmallArchive(
            person,  // 1
            "Ada",
            ["NS.objects": [.uid(10), .uid(2), .uid(11)], "$class": .uid(21)],  // 3
            [
                "NS.keys": [.uid(12), .uid(13), .uid(5)], "NS.objects": [.uid(10), .uid(3), .uid(1)],
                "$class": .uid(22),
            ],
            ["NS.time": 86400.0, "$class": .uid(23)],  // 5
            .data(try inner()),
            ["NS.string": "Countess", "$class": .uid(24)],  // 7
            [
                "NS.mantissa": .data([125, 0] + Array(repeating: 0, count: 14)), "NS.length": 1, "NS.exponent": -1,
                "NS.negative": false, "NS.compact": true, "NS.mantissa.bo": 1, "$class": .uid(25),
            ],
            ["NS.base": .uid(0), "NS.relative": .uid(14), "$class": .uid(26)],  // 9
            10, 2.5, "volume", "dotted.key", "https://example.com/", "$null", "$null", "$null", "$null",  // 18
            "$null",
            .classRecord("Person", "NSObject"),  // 20
            .classRecord("NSArray", "NSObject"),
            .classRecord("NSDictionary", "NSObject"), .classRecord("NSDate", "NSObject"),
            .classRecord("NSMutableString", "NSString", "NSObject"),
            .classRecord("NSDecimalNumber", "NSNumber", "NSValue", "NSObject"), .classRecord("NSURL", "NSObject"),
            top: ["root": .uid(1), "version": 2]
        ).bytes()
    }

    /// The archive that is held in the payload.
    static func inner() throws -> [UInt8] {
        try SmallArchive(
            ["color": .uid(2), "$class": .uid(3)], ["NSRGB": .data([0x31, 0]), "NSColorSpace": 1, "$class": .uid(4)],
            .classRecord("Theme", "NSObject"), .classRecord("NSColor", "NSObject")
        ).bytes()
    }

    static func open() throws -> KeyedArchive { try KeyedArchive(bytes()) }
}
