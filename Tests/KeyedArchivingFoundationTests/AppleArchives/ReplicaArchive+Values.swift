import Foundation
import KeyedArchiving
import KeyedArchivingFoundation

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
