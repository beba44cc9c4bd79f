import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

extension HostilePayload {
    private static func color(_ name: String, _ kind: Int64, _ key: String, _ text: String) -> HostilePayload {
        HostilePayload(name, ArchivedColor.self) {
            ["NSColorSpace": .integer(kind), "\(key)": .data(Array(text.utf8))]
        }
    }

    static let others: [HostilePayload] = [
        HostilePayload("no unit", Measurement<Unit>.self) { ["NS.value": .real(1)] },
        HostilePayload("no value", Measurement<Unit>.self) { ["NS.unit": .null] },
        HostilePayload("a unit of another kind", Measurement<UnitLength>.self, .unexpectedClass) {
            ["NS.value": .real(1), "NS.unit": .object(ArchivedUnit(className: "NSUnit", symbol: "x"))]
        },
        HostilePayload("a length without a converter", Measurement<UnitLength>.self) {
            ["NS.value": .real(1), "NS.unit": .object(ArchivedUnit(className: "NSUnitLength", symbol: "x"))]
        },
        HostilePayload("no symbol", ArchivedUnit.self) { [:] },
        HostilePayload("no coefficient", ArchivedUnitConverter.self) { [:] },
        HostilePayload("no name", Notification.self) { ["NS.object": .null] },
        HostilePayload("user info that is a string", Notification.self) { ["NS.name": "a", "NS.userinfo": "b"] },
        HostilePayload("no domain", ArchivedNSError.self) { ["NSCode": .integer(1)] },
        HostilePayload("user info that is a string", ArchivedNSError.self) {
            ["NSDomain": "a", "NSCode": .integer(1), "NSUserInfo": "b"]
        },
        HostilePayload("a code that is a real", ArchivedNSError.self, .invalidUnarchiveOperation) {
            ["NSDomain": "a", "NSCode": .real(1)]
        },
        HostilePayload("another domain", CocoaError.self, .invalidUnarchiveOperation) { ["NSDomain": "a"] },
        color("no components", 1, "NSRGB", ""),
        color("a component too few", 1, "NSRGB", "0 1"),
        color("two components too many", 3, "NSWhite", "0 1 1"),
        color("components that are words", 1, "NSRGB", "red green blue"),
        color("components of 300 characters", 3, "NSWhite", String(repeating: "0", count: 300)),
        HostilePayload("components that are missing", ArchivedColor.self) { ["NSColorSpace": .integer(2)] },
        HostilePayload("a catalog without a name", ArchivedColor.self) { ["NSColorSpace": .integer(6)] },
        HostilePayload("its own fallback", ArchivedColor.self, .cycle) {
            let color = ArchiveBuilder.object("NSColor", [:])
            color.fields = [
                ArchivedObject.Field("NSColorSpace", .integer(6)), ArchivedObject.Field("NSCatalogName", "System"),
                ArchivedObject.Field("NSColorName", "text"), ArchivedObject.Field("NSColor", .object(color)),
            ]
            return ["NSColorSpace": .integer(6), "NSCatalogName": "a", "NSColorName": "b", "NSColor": .object(color)]
        },
        HostilePayload("no name", ArchivedFont.self) { ["NSSize": .real(11)] },
        HostilePayload("a size that is a string", ArchivedFont.self, .invalidUnarchiveOperation) {
            ["NSName": "Menlo", "NSSize": "11"]
        },
    ]
}
