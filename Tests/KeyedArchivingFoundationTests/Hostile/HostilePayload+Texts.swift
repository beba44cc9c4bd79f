import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

extension HostilePayload {
    /// A string of three units with two attribute dictionaries and the given runs.
    private static func runs(_ name: String, _ bytes: [UInt8]) -> HostilePayload {
        HostilePayload(name, ArchivedAttributedString.self) {
            [
                "NSString": "abc", "NSAttributeInfo": .dataObject(bytes),
                "NSAttributes": .object(ArchivedArray([ArchivedDictionary(), ArchivedDictionary()])),
            ]
        }
    }

    private static func bitmap(_ name: String, _ count: Int, planes: [UInt8] = []) -> HostilePayload {
        HostilePayload(name, CharacterSet.self) {
            let plane = Array(repeating: UInt8(0), count: 8192)
            let bytes = Array(repeating: UInt8(0), count: count) + planes.flatMap { [$0] + plane }
            return ["NSBitmap": .data(bytes)]
        }
    }

    static let texts: [HostilePayload] = [
        HostilePayload("no characters", ArchivedAttributedString.self) { [:] },
        runs("a run past the end", [2, 0, 2, 1]),
        runs("runs that leave out the end", [1, 0, 1, 1]),
        runs("no runs", []),
        runs("an empty run", [0, 0, 3, 1]),
        runs("attributes that are not there", [1, 0, 2, 2]),
        runs("a run without attributes", [1, 0, 2]),
        runs("a length of more than 64 bits", Array(repeating: 0xFF, count: 20) + [0, 0]),
        runs("a length without an end", [1, 0, 0x82]),
        runs("lengths that add up past the greatest integer", Array(repeating: 0xFF, count: 8) + [0x7F, 0, 4, 1]),
        HostilePayload("runs that are missing", ArchivedAttributedString.self) {
            ["NSString": "abc", "NSAttributes": .object(ArchivedArray([ArchivedDictionary()]))]
        },
        HostilePayload("attributes that are a string", ArchivedAttributedString.self) {
            ["NSString": "abc", "NSAttributes": "bold"]
        },
        HostilePayload("attributes that are strings", ArchivedAttributedString.self) {
            [
                "NSString": "abc", "NSAttributes": .object(ArchivedArray(["bold"])),
                "NSAttributeInfo": .dataObject([3, 0]),
            ]
        },
        HostilePayload("a run that ends inside a character", AttributedString.self) {
            [
                "NSString": "😀", "NSAttributeInfo": .dataObject([1, 0, 1, 1]),
                "NSAttributes": .object(ArchivedArray([ArchivedDictionary(), ArchivedDictionary()])),
            ]
        },
        HostilePayload("invalid UTF-8", String.self, .invalidValue, "NSMutableString") { ["NS.bytes": .data([0xFF])] },
        HostilePayload("data for the characters", String.self, .invalidUnarchiveOperation, "NSMutableString") {
            ["NS.string": .data([65])]
        },
        HostilePayload("no form", CharacterSet.self) { [:] },
        HostilePayload("an unknown set of the system", CharacterSet.self) { ["NSBuiltinID": .integer(99)] },
        HostilePayload("a range behind the last character", CharacterSet.self) { ["NSRange": .integer(1 << 56)] },
        HostilePayload("a negative range", CharacterSet.self) { ["NSRange": .integer(-1)] },
        bitmap("a bitmap with a byte too many", 8193),
        bitmap("a bitmap with planes out of order", 8192, planes: [2, 1]),
        bitmap("a bitmap with a plane twice", 8192, planes: [1, 1]),
        bitmap("a bitmap with a plane that does not exist", 8192, planes: [17]),
        HostilePayload("a name that is a number", PersonNameComponents.self, .unexpectedClass) {
            ["NS.nameComponentsPrivate": .object(1)]
        },
        HostilePayload("nil for the names", PersonNameComponents.self) { ["NS.nameComponentsPrivate": .null] },
    ]
}
