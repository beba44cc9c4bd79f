import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

extension HostilePayload {
    private static func ranges(_ name: String, _ count: Int64, _ bytes: [UInt8]) -> HostilePayload {
        HostilePayload(name, IndexSet.self) {
            ["NSRangeCount": .integer(count), "NSRangeData": .dataObject(bytes)]
        }
    }

    private static func range(_ name: String, _ location: Int64, _ length: Int64) -> HostilePayload {
        HostilePayload(name, IndexSet.self) {
            ["NSRangeCount": .integer(1), "NSLocation": .integer(location), "NSLength": .integer(length)]
        }
    }

    private static func path(_ name: String, _ length: Int64, _ bytes: [UInt8]) -> HostilePayload {
        HostilePayload(name, IndexPath.self) {
            ["NSIndexPathLength": .integer(length), "NSIndexPathData": .dataObject(bytes)]
        }
    }

    private static let endless: [UInt8] = Array(repeating: 0xFF, count: 20)

    static let indexes: [HostilePayload] = [
        HostilePayload("no count", IndexSet.self) { [:] },
        HostilePayload("no location", IndexSet.self) { ["NSRangeCount": .integer(1)] },
        HostilePayload("no data", IndexSet.self) { ["NSRangeCount": .integer(2)] },
        range("a range past the greatest integer", .max, 2),
        range("a negative location", -1, 2),
        range("a negative length", 1, -2),
        range("an empty range", 1, 0),
        ranges("fewer ranges than counted", 3, [0, 1, 5, 1]),
        ranges("more ranges than counted", 2, [0, 1, 5, 1, 9, 1]),
        ranges("a count below zero", -1, [0, 1]),
        ranges("the greatest count", .max, [0, 1]),
        ranges("a location without a length", 2, [0, 1, 5]),
        ranges("a number without an end", 2, [0, 1, 5, 0x81]),
        ranges("a number of more than 64 bits", 2, [0, 1] + endless + [1]),
        ranges("a run past the greatest integer", 2, [0, 1] + Array(repeating: 0xFF, count: 8) + [0x7F, 2]),
        ranges("ranges that overlap", 2, [0, 5, 3, 5]),
        ranges("ranges that touch", 2, [0, 5, 5, 5]),
        ranges("ranges out of order", 2, [9, 1, 0, 1]),
        HostilePayload("no length", IndexPath.self) { [:] },
        HostilePayload("a length of 2^63", IndexPath.self, .range) {
            ["NSIndexPathLength": .inline(.unsignedInteger(1 << 63))]
        },
        path("a length of 2^63 - 1", .max, [1, 2]),
        path("a negative length", -1, [1, 2]),
        path("fewer indexes than counted", 3, [1, 2]),
        path("an index of more than 64 bits", 2, endless + [1]),
        HostilePayload("a negative index", IndexPath.self) {
            ["NSIndexPathLength": .integer(1), "NSIndexPathValue": .integer(-1)]
        },
        HostilePayload("a negative number of members", ArchivedCountedSet.self) { ["NS.count": .integer(-1)] },
        HostilePayload("the greatest number of members", ArchivedCountedSet.self) { ["NS.count": .integer(.max)] },
        HostilePayload("a member that is there zero times", ArchivedCountedSet.self) {
            ["NS.count": .integer(1), "NS.object0": "a", "NS.count0": .integer(0)]
        },
        HostilePayload("counts that add up past the greatest integer", TypedCountedSet<String>.self, .range) {
            [
                "NS.count": .integer(2), "NS.object0": "a", "NS.count0": .integer(.max), "NS.object1": "a",
                "NS.count1": .integer(1),
            ]
        },
        HostilePayload("a member that is nil", TypedOrderedSet<String>.self) { ["NS.object.0": .null] },
        HostilePayload("a member that is inline", TypedOrderedSet<String>.self) { ["NS.object.0": .integer(1)] },
    ]
}
