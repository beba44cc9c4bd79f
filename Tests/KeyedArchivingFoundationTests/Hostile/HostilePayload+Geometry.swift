import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

extension HostilePayload {
    private static func array(
        _ name: String,
        _ code: ArchiveError.Code = .invalidValue,
        type: String = "[2i]",
        _ fields: @escaping @Sendable () -> KeyValuePairs<String, ArchivedValue>
    ) -> HostilePayload {
        HostilePayload(name, BoxedValue.self, code) {
            ["$0": .object(type), "$1": .object(ArchiveBuilder.object("_NSKeyedCoderOldStyleArray", fields()))]
        }
    }

    static let geometry: [HostilePayload] = [
        HostilePayload("neither a kind nor a type", BoxedValue.self) { [:] },
        HostilePayload("an unknown kind", BoxedValue.self) { ["NS.special": .integer(99)] },
        HostilePayload("a negative kind", BoxedValue.self) { ["NS.special": .integer(-1)] },
        HostilePayload("a point without text", BoxedValue.self) { ["NS.special": .integer(1)] },
        HostilePayload("a point with half a text", BoxedValue.self) {
            ["NS.special": .integer(1), "NS.pointval": "{1, "]
        },
        HostilePayload("a rectangle that is a point", BoxedValue.self) {
            ["NS.special": .integer(3), "NS.rectval": "{1, 2}"]
        },
        HostilePayload("a size where a point is asked for", CGPoint.self, .invalidUnarchiveOperation) {
            ["NS.special": .integer(2), "NS.sizeval": "{1, 2}"]
        },
        HostilePayload("a range past the greatest integer", NSRange.self) {
            [
                "NS.special": .integer(4), "NS.rangeval.length": .integer(.max),
                "NS.rangeval.location": .integer(1),
            ]
        },
        HostilePayload("a negative range", NSRange.self) {
            ["NS.special": .integer(4), "NS.rangeval.length": .integer(-1), "NS.rangeval.location": .integer(1)]
        },
        HostilePayload("a range without a location", Range<Int>.self) {
            ["NS.special": .integer(4), "NS.rangeval.length": .integer(1)]
        },
        HostilePayload("an inset that is a string", EdgeInsets.self, .invalidUnarchiveOperation) {
            ["NS.special": .integer(12), "NS.edgeval.top": "1"]
        },
        HostilePayload("a transform with five numbers", BoxedValue.self) {
            [
                "NS.special": .integer(10), "NS.atval.a": .real(1), "NS.atval.b": .real(1), "NS.atval.c": .real(1),
                "NS.atval.d": .real(1), "NS.atval.tx": .real(1),
            ]
        },
        HostilePayload("an offset of a string", Offset.self, .invalidUnarchiveOperation) {
            ["NS.special": .integer(13), "NS.offset.h": "1"]
        },
        HostilePayload("directional insets where others are asked for", EdgeInsets.self, .invalidUnarchiveOperation) {
            [
                "NS.special": .integer(14), "NS.dirEdgeVal.top": .real(1), "NS.dirEdgeVal.leading": .real(1),
                "NS.dirEdgeVal.bottom": .real(1), "NS.dirEdgeVal.trailing": .real(1),
            ]
        },
        HostilePayload("an unknown type", BoxedValue.self) { ["$0": "{CGVector=dd}"] },
        HostilePayload("a type without an end", BoxedValue.self) { ["$0": "[3i"] },
        HostilePayload("an array type without a count", BoxedValue.self) { ["$0": "[i]"] },
        HostilePayload("an array type of a negative count", BoxedValue.self) { ["$0": "[-3i]"] },
        HostilePayload("an array type of a huge count", BoxedValue.self) { ["$0": "[99999999999999999999i]"] },
        HostilePayload("an array that is missing", BoxedValue.self) { ["$0": "[3i]"] },
        HostilePayload("an empty type", BoxedValue.self) { ["$0": ""] },
        array("a count times a size that wraps") {
            ["NS.count": .integer(.max), "NS.size": .integer(4), "NS.type": .integer(105)]
        },
        array("a negative count") {
            ["NS.count": .integer(-1), "NS.size": .integer(4), "NS.type": .integer(105)]
        },
        array("a size that is not the type's") {
            ["NS.count": .integer(1), "NS.size": .integer(8), "NS.type": .integer(105), "$0": .integer(1)]
        },
        array("an element type that is not asked for", .invalidUnarchiveOperation) {
            ["NS.count": .integer(1), "NS.size": .integer(4), "NS.type": .integer(90), "$0": .integer(1)]
        },
        array("an element that is missing") {
            ["NS.count": .integer(2), "NS.size": .integer(4), "NS.type": .integer(105), "$0": .integer(1)]
        },
        array("another count than the type says") {
            ["NS.count": .integer(1), "NS.size": .integer(4), "NS.type": .integer(105), "$0": .integer(1)]
        },
        HostilePayload("no bytes", AffineTransform.self) { ["NSTransformStruct": .data([])] },
        HostilePayload("23 bytes", AffineTransform.self) { ["NSTransformStruct": .data(Array(1...23))] },
        HostilePayload("9 bytes of an unknown kind", AffineTransform.self) {
            ["NSTransformStruct": .data([3, 0, 0, 0, 0, 0, 0, 0, 0])]
        },
    ]
}
