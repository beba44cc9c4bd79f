import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

extension ReplicaArchive {
    private static func uuid(_ text: String) throws -> UUID {
        guard let uuid = UUID(uuidString: text) else { throw CocoaError(.formatting) }
        return uuid
    }

    private static func url(_ text: String, relativeTo base: String) throws -> URL {
        guard let url = URL(string: text, relativeTo: URL(string: base)) else { throw CocoaError(.formatting) }
        return url
    }

    /// URLs, UUIDs, geometry, notifications and data.
    static let values: [String: ReplicaArchive] = [
        fixtures + "NSKeyedUnarchiver-URLTest.plist": .xml {
            try url("foo.xml", relativeTo: "https://www.example.com")
        },
        fixtures + "NSKeyedUnarchiver-UUIDTest.plist": .xml { try uuid("0AD863BA-7584-40CF-8896-BD87B3280C34") },
        instruments + "nsuuid.bin": .current { try uuid("54CD5574-E957-4499-8A09-DAB688C0B586") },
        fixtures + "NSKeyedUnarchiver-RectTest.plist": .xml { CGRect(x: 400, y: 300, width: 200, height: 300) },
        fixtures + "NSKeyedUnarchiver-RangeTest.plist": .xml { NSRange(location: 97_345, length: 98_345) },
        fixtures + "NSKeyedUnarchiver-EdgeInsetsTest.plist": .xml {
            EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        },
        fixtures + "NSKeyedUnarchiver-ConcreteValueTest.plist": .xml {
            BoxedValue.numbers(BoxedNumbers(integers: [1, 2, 3], typeCode: "i"))
        },
        fixtures + "NSKeyedUnarchiver-NotificationTest.plist": .xml {
            Notification(
                name: Notification.Name("notification-name"),
                object: "notification-object",
                userInfo: ["notification-key": "notification-val"]
            )
        },
        fixtures + "NSKeyedUnarchiver-ComplexTest.plist": .old {
            ArchivedDictionary([
                ("array", ArchivedArray([ArchivedNull(), "hello", 34_545, ArchivedDictionary([("key", "val")])])),
                ("string", "hello"), ("url", try url("index.xml", relativeTo: "https://www.swift.org")),
                ("uuid", try uuid("71DC068E-3420-45FF-919E-3A267D55EC22")),
            ])
        },
        samples + "nsData.plist": .current { MutableVariant(Data("Some data!".utf8)) },
        samples + "plainString.plist": .current { "Some string!" },
        samples + "NSAffineTransform.plist": .current {
            let (cosine, sine) = (CGFloat(Float(bitPattern: 0x3F76_B07C)), CGFloat(Float(bitPattern: 0x3E88_D378)))
            return AffineTransform(m11: cosine, m12: sine, m21: -sine, m22: cosine, tX: 0, tY: 0)
        },
    ]
}

extension ReplicaArchive {
    private static let greeting = "Hello, World!"
    private static let bytes = Data("asdfasdfadsfadsf".utf8)

    private static func pair(_ name: String, _ encode: @escaping @Sendable (KeyedArchiver) throws -> Void)
        -> [(String, ReplicaArchive)]
    {
        [
            ("\(instruments)\(name).bin", ReplicaArchive(layout: .current, format: .binary, encode: encode)),
            ("\(instruments)\(name).xml", ReplicaArchive(layout: .current, format: .xml, encode: encode)),
        ]
    }

    /// Plain values and collections of them that were encoded without keys, in both forms.
    static let plainValues: [String: ReplicaArchive] = Dictionary(
        uniqueKeysWithValues: pair("onevalue") { try $0.encode(true as any Codingable) }
            + pair("primitives") { archiver in
                let values: [any Codingable] = [
                    UInt64(1), UInt32(1), 1.0, 1.5, bytes, true, greeting, greeting, greeting, false, false, 42,
                ]
                for value in values { try archiver.encode(value) }
            }
            + pair("arrays") { archiver in
                let values: [any Codingable] = [
                    UInt64(1), UInt32(1), 1.0, 1.5, bytes, true, greeting, greeting, greeting, false, false, 42,
                ]
                try archiver.encode(ArchivedArray(values))
                try archiver.encode(ArchivedArray([true, greeting, 42], isMutable: true))
                try archiver.encode(ArchivedSet([true]))
                try archiver.encode(ArchivedSet([42, true, greeting], isMutable: true))
            }
            + pair("nestedarrays") { archiver in
                let set = ArchivedSet([42, true, greeting], isMutable: true)
                try archiver.encode(ArchivedArray([ArchivedSet([true]), set]))
            }
            + pair("dict") { archiver in
                let array = ArchivedArray([true, greeting, 42], isMutable: true)
                try archiver.encode(ArchivedDictionary([("int", 1), ("string", "string"), ("array", array)]))
            }
    )
}

extension ReplicaArchive {
    /// Measurements.
    static let measurements: [String: ReplicaArchive] = [
        fixtures + "NSMeasurement-Angle.archive": .old { Measurement(value: 90, unit: UnitAngle.degrees) },
        fixtures + "NSMeasurement-Frequency.archive": .old {
            Measurement(value: 1400, unit: UnitFrequency.megahertz)
        },
        fixtures + "NSMeasurement-Length-2.archive": .old { Measurement(value: 45, unit: UnitLength.miles) },
        fixtures + "NSMeasurement-Zero.archive": .old { Measurement(value: 0, unit: Unit(symbol: "")) },
    ]
}
