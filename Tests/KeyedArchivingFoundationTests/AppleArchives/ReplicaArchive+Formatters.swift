import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

// Formatters and the results of regular expressions have no type here; they are objects with fields.

extension ReplicaArchive {
    private static func object(_ hierarchy: [String], _ fields: KeyValuePairs<String, ArchivedValue>) -> ArchivedObject
    {
        ArchivedObject(
            ArchivedClass(name: hierarchy[0], hierarchy: hierarchy + ["NSObject"]),
            fields: fields.map { ArchivedObject.Field($0.key, $0.value) }
        )
    }

    private static func zone(_ name: String) throws -> TimeZone {
        guard let zone = TimeZone(identifier: name) else { throw CocoaError(.formatting) }
        return zone
    }

    private static let byteCountFormatter = ["NSByteCountFormatter", "NSFormatter"]

    private static func dateFormatter(options: Int64) -> ReplicaArchive {
        .old {
            object(
                ["NSISO8601DateFormatter", "NSFormatter"],
                ["NS.formatOptions": .integer(options), "NS.timeZone": .object(try zone("GMT"))]
            )
        }
    }

    private static func intervalFormatter(
        dateStyle: Int64,
        timeStyle: Int64,
        template: (text: String, isUsed: Bool),
        pattern: String,
        locale: String
    ) -> ReplicaArchive {
        .old {
            var calendar = Calendar(identifier: .gregorian)
            calendar.locale = Locale(identifier: locale)
            calendar.timeZone = try zone("GMT")
            calendar.firstWeekday = 1
            calendar.minimumDaysInFirstWeek = 1
            return object(
                ["NSDateIntervalFormatter", "NSFormatter"],
                [
                    "NS.dateStyle": .integer(dateStyle), "NS.timeStyle": .integer(timeStyle),
                    "NS.modified": .boolean(true), "NS.useTemplate": .boolean(template.isUsed),
                    "NS.dateTemplate": .object(template.text), "NS.dateTemplateFromStyles": .object(pattern),
                    "NS.locale": .object(Locale(identifier: locale)), "NS.calendar": .object(calendar),
                    "NS.timeZone": .object(try zone("GMT+0100")),
                ]
            )
        }
    }

    /// The formatter and its calendar have one time zone, so it has to be an instance.
    private static let sharedZoneFormatter = ReplicaArchive.old {
        let zone = object(
            ["NSTimeZone"],
            ["NS.name": "GMT", "NS.data": .object(MutableVariant(Data(try greenwich)))]
        )
        let calendar = object(
            ["NSCalendar"],
            [
                "NS.mindays": .integer(1), "NS.identifier": "gregorian",
                "NS.locale": .object(Locale(identifier: "")), "NS.timezone": .object(zone),
                "NS.gstartdate": .object(Date(timeIntervalSinceReferenceDate: -13_197_600_000)),
                "NS.firstwkdy": .integer(1),
            ]
        )
        return object(
            ["NSDateIntervalFormatter", "NSFormatter"],
            [
                "NS.dateStyle": .integer(1), "NS.timeStyle": .integer(1), "NS.modified": .boolean(true),
                "NS.useTemplate": .boolean(false), "NS.dateTemplate": .object(ConstantString("")),
                "NS.dateTemplateFromStyles": "y-MM-dd HH:mm", "NS.locale": .object(Locale(identifier: "")),
                "NS.calendar": .object(calendar), "NS.timeZone": .object(zone),
            ]
        )
    }

    /// The tables of Greenwich mean time, as they come out of an archived time zone.
    private static var greenwich: [UInt8] {
        get throws {
            let archive = try KeyedArchive(try KeyedArchiver.archivedBytes(withRootObject: try zone("GMT")))
            let data = try archive.value(at: ArchivePath([.key("root"), .key("NS.data"), .key("NS.data")])).value
            guard case .data(let bytes) = data else { throw CocoaError(.formatting) }
            return bytes
        }
    }

    private static func checkingResult(_ name: String, pattern: String, count: Int, isMutable: Bool) -> ReplicaArchive {
        .old {
            let expression = object(
                ["NSRegularExpression"], ["NSPattern": .object(pattern), "NSOptions": .integer(0)])
            let ranges = (0..<count).map { NSRange(location: $0, length: count - $0) }
            return object(
                [
                    "NS\(name)RegularExpressionCheckingResult", "NSRegularExpressionCheckingResult",
                    "NSTextCheckingResult",
                ],
                [
                    "NSRegularExpression": .object(expression),
                    "NSRangeArray": .object(ArchivedArray(ranges, isMutable: isMutable)),
                    "NSRangeLength": .integer(Int64(count)), "NSRangeLocation": .integer(0),
                ]
            )
        }
    }

    /// Formatters and the results of regular expressions.
    static let formatters: [String: ReplicaArchive] = [
        fixtures + "ByteCountFormatter-Default.archive": .old { object(byteCountFormatter, [:]) },
        fixtures + "ByteCountFormatter-AllFieldsSet.archive": .old {
            object(
                byteCountFormatter,
                [
                    "NSNoNonnumeric": .boolean(true), "NSUnits": .integer(3), "NSNoUnit": .boolean(true),
                    "NSZeroPad": .boolean(true), "NSNoCount": .boolean(true), "NSKBSize": .integer(2),
                    "NSNoAdaptive": .boolean(true), "NSFormattingContext": .integer(4),
                ]
            )
        },
        fixtures + "ISO8601DateFormatter-Default.archive": dateFormatter(options: 1907),
        fixtures + "ISO8601DateFormatter-OptionsSet.archive": dateFormatter(options: 1366),
        fixtures + "DateIntervalFormatter-Default.archive": sharedZoneFormatter,
        fixtures + "DateIntervalFormatter-ValuesSetWithTemplate.archive": intervalFormatter(
            dateStyle: 1, timeStyle: 1, template: ("dd mm yyyy HH:MM", true), pattern: "y/MM/dd H:mm", locale: "ja-JP"),
        fixtures + "DateIntervalFormatter-ValuesSetWithoutTemplate.archive": intervalFormatter(
            dateStyle: 3, timeStyle: 0, template: ("", false), pattern: "y年M月d日", locale: "ja-JP"),
        fixtures + "NSTextCheckingResult-SimpleRegex.archive": .old {
            let expression = object(["NSRegularExpression"], ["NSPattern": "aaa", "NSOptions": .integer(0)])
            return object(
                [
                    "NSSimpleRegularExpressionCheckingResult", "NSRegularExpressionCheckingResult",
                    "NSTextCheckingResult",
                ],
                [
                    "NSRegularExpression": .object(expression),
                    "NSRangeArray": .object(ArchivedArray([NSRange(location: 0, length: 3)], isMutable: true)),
                    "NSRangeLength": .integer(3), "NSRangeLocation": .integer(0),
                ]
            )
        },
        fixtures + "NSTextCheckingResult-ExtendedRegex.archive": checkingResult(
            "Extended", pattern: "a(a(a(a(a(a)))))", count: 6, isMutable: true),
        fixtures + "NSTextCheckingResult-ComplexRegex.archive": checkingResult(
            "Complex", pattern: "a(a(a(a(a(a(a(a(a))))))))", count: 9, isMutable: false),
    ]
}
