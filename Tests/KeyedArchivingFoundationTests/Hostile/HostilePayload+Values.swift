import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

extension HostilePayload {
    /// An object that refers to itself.
    static func cycle(_ className: String, _ key: String, _ other: String) -> ArchivedObject {
        let object = ArchiveBuilder.object(className, [:])
        object.fields = [
            ArchivedObject.Field(key, .object(object)), ArchivedObject.Field(other, .object("x")),
        ]
        return object
    }

    static let values: [HostilePayload] = [
        HostilePayload("no bytes", UUID.self) { ["NS.uuidbytes": .data([])] },
        HostilePayload("15 bytes", UUID.self) { ["NS.uuidbytes": .data(Array(1...15))] },
        HostilePayload("17 bytes", UUID.self) { ["NS.uuidbytes": .data(Array(1...17))] },
        HostilePayload("a string", UUID.self, .unexpectedClass) { ["NS.uuidbytes": "0AD863BA"] },
        HostilePayload("an integer", UUID.self, .invalidUnarchiveOperation) { ["NS.uuidbytes": .integer(1)] },
        HostilePayload("no field", UUID.self) { [:] },
        HostilePayload("no time", Date.self) { [:] },
        HostilePayload("a string for the time", Date.self, .invalidUnarchiveOperation) { ["NS.time": "noon"] },
        HostilePayload("not a number", Date.self) { ["NS.time": .real(.nan)] },
        HostilePayload("no text", URL.self) { ["NS.base": .null] },
        HostilePayload("empty text", URL.self) { ["NS.base": .null, "NS.relative": ""] },
        HostilePayload("malformed text", URL.self) { ["NS.base": .null, "NS.relative": "http://["] },
        HostilePayload("a string for the base", URL.self, .unexpectedClass) {
            ["NS.base": "http://a/", "NS.relative": "b"]
        },
        HostilePayload("relative to itself", URL.self, .cycle) {
            ["NS.base": .object(cycle("NSURL", "NS.base", "NS.relative")), "NS.relative": "b"]
        },
        HostilePayload("no name", URLQueryItem.self) { ["NS.value": "a"] },
        HostilePayload("neither form", Data.self, .invalidValue, "NSMutableData") { [:] },
        HostilePayload("a string for the bytes", Data.self, .unexpectedClass, "NSMutableData") { ["NS.data": "abc"] },
    ]

    /// A decimal number with one part that is wrong.
    private static func decimal(
        _ name: String,
        _ code: ArchiveError.Code = .invalidValue,
        mantissa: [UInt8] = Array(repeating: 1, count: 16),
        length: Int64 = 1,
        exponent: Int64 = 0,
        order: Int64 = 1
    ) -> HostilePayload {
        HostilePayload(name, Decimal.self, code) {
            [
                "NS.mantissa": .data(mantissa), "NS.length": .integer(length), "NS.exponent": .integer(exponent),
                "NS.mantissa.bo": .integer(order), "NS.negative": .boolean(false), "NS.compact": .boolean(false),
            ]
        }
    }

    static let numbers: [HostilePayload] = [
        decimal("no mantissa", mantissa: []),
        decimal("a mantissa of 15 bytes", mantissa: Array(1...15)),
        decimal("a mantissa of 17 bytes", mantissa: Array(1...17)),
        decimal("nine words", length: 9),
        decimal("less than no words", length: -1),
        decimal("more words than an integer holds", length: .max),
        decimal("an exponent above the range", exponent: 128),
        decimal("an exponent below the range", exponent: -129),
        decimal("the greatest exponent", exponent: .max),
        decimal("an unknown byte order", order: 3),
        HostilePayload("no fields", Decimal.self) { [:] },
        HostilePayload("an integer for the sign", Decimal.self, .invalidUnarchiveOperation) {
            [
                "NS.mantissa": .data(Array(repeating: 0, count: 16)), "NS.length": .integer(1),
                "NS.exponent": .integer(0), "NS.negative": .integer(1),
            ]
        },
    ]
}
