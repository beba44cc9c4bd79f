import Foundation
package import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

/// Decodes an input as objects of types that are named.
package enum TypedCalls {
    package static let foundationTypes: [any (Codingable & SendableMetatype).Type] = [
        String.self, Int64.self, ArchivedNull.self, ArchivedArray.self, ArchivedDictionary.self, ArchivedSet.self,
        MutableArchivedString.self, MutableArchivedData.self, Data.self, Date.self, URL.self, URLQueryItem.self,
        UUID.self, Decimal.self,
        IndexSet.self, IndexPath.self, BoxedValue.self, AffineTransform.self, ArchivedOrderedSet.self,
        ArchivedCountedSet.self, Locale.self, TimeZone.self, Calendar.self, DateComponents.self, DateInterval.self,
        ArchivedUnit.self, ArchivedUnitConverter.self, Measurement<Unit>.self, CharacterSet.self,
        PersonNameComponents.self, ArchivedAttributedString.self, AttributedString.self, Notification.self,
        ArchivedNSError.self, ArchivedColor.self, ArchivedColorSpace.self, ArchivedFont.self, CGPoint.self, CGRect.self,
        NSRange.self, CocoaError.self, Probe.self, ArchivedObject.self,
    ]

    static func exerciseAll(_ bytes: [UInt8]) {
        // Whatever does not open here opens nowhere below.
        guard (try? KeyedUnarchiver(forReadingFrom: bytes, limits: .untrusted)) != nil else { return }
        ExecutionCounts.count(.typed)
        decodeFoundation(bytes)
        decodeStandard(bytes)
        decodeConveniently(bytes)
        decodeCodable(bytes)
        CodableCalls.exerciseAll(bytes)
        CoderCalls.exerciseAll(bytes)
    }

    private static func decodeFoundation(_ bytes: [UInt8]) {
        let root = KeyedArchiver.rootObjectKey
        attempt(bytes) { try $0.decodeObject(of: foundationTypes, forKey: root) }
        attempt(bytes) { unarchiver in
            unarchiver.allowsExactTypesOnly = true
            return try unarchiver.decodeArrayOfObjects(of: foundationTypes, forKey: root).map { ArchivedArray($0) }
        }
        // Three types by name; others for other inputs.
        let start = bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
        for offset in 0..<3 {
            let type = foundationTypes[(start + 14 * offset) % foundationTypes.count]
            decode(type, bytes)
        }
    }

    private static func decode<Object: Codingable>(_ type: Object.Type, _ bytes: [UInt8]) {
        attempt(bytes) { try $0.decodeObject(of: type, forKey: KeyedArchiver.rootObjectKey) }
    }

    private static func decodeStandard(_ bytes: [UInt8]) {
        _ = try? KeyedUnarchiver.unarchivedObject(of: [String: Int].self, from: bytes)
        _ = try? KeyedUnarchiver.unarchivedObject(of: Set<String>.self, from: bytes)
        _ = try? KeyedUnarchiver.unarchivedObject(of: [[Double?]].self, from: bytes)
        _ = try? KeyedUnarchiver.unarchivedObject(of: [ArchivedNumber].self, from: bytes)
        attempt(bytes, registry: .standard) { unarchiver in
            unarchiver.decodingFailurePolicy = .setErrorAndReturn
            let probe = try unarchiver.decodeObject(of: Probe.self, forKey: KeyedArchiver.rootObjectKey)
            _ = try unarchiver.decodeObject(of: String.self)
            unarchiver.finishDecoding()
            return probe
        }
        attempt(bytes, registry: .standard) { unarchiver in
            let delegate = Substitutions()
            unarchiver.delegate = delegate
            let object = try unarchiver.decodeTopLevelObject(of: Probe.self, forKey: KeyedArchiver.rootObjectKey)
            withExtendedLifetime(delegate) {}
            return object
        }
    }

    private static func decodeConveniently(_ bytes: [UInt8]) {
        let data = Data(bytes)
        use(try? KeyedUnarchiver.unarchivedObject(of: Probe.self, from: data))
        use(try? KeyedUnarchiver.unarchivedObject(of: foundationTypes, from: data))
        _ = try? KeyedUnarchiver.unarchivedArrayOfObjects(of: URL.self, from: data)
        _ = try? KeyedUnarchiver.unarchivedDictionary(ofKey: String.self, object: Date.self, from: data)
        if let pairs = try? KeyedUnarchiver.unarchivedDictionary(
            ofKeys: [String.self, Int64.self], objects: [String.self, ArchivedArray.self], from: bytes)
        {
            use(ArchivedDictionary(pairs))
        }
    }

    private static func decodeCodable(_ bytes: [UInt8]) {
        let root = KeyedArchiver.rootObjectKey
        attempt(bytes) { unarchiver in
            let list = try unarchiver.decodePropertyList(forKey: root)
            _ = list.map { $0.hashValue }
            let value = try unarchiver.decodeTopLevelDecodable(AnyCodable.self, forKey: root)
            _ = try? unarchiver.decodeDecodable([String: [Date]].self, forKey: root)
            _ = try? unarchiver.decodeDecodable([ArchivedData].self, forKey: root)
            _ = try? unarchiver.decodeDecodable([String: ArchivedDate].self, forKey: root)
            let unkeyed = try? unarchiver.decodeDecodable(AnyCodable.self)
            let archiver = KeyedArchiver()
            if let value { try archiver.encodeEncodable(value, forKey: root) }
            if let unkeyed { try archiver.encodeEncodable(unkeyed) }
            if let list { try archiver.encodePropertyList(list, forKey: "list") }
            _ = try archiver.encodedBytes
            return nil
        }
    }

    /// Decodes, then takes apart what was decoded, since cycles would stay in memory.
    private static func attempt(
        _ bytes: [UInt8],
        registry: ClassRegistry = .foundation,
        _ decode: (KeyedUnarchiver) throws -> (any Codingable)?
    ) {
        guard let unarchiver = try? KeyedUnarchiver(forReadingFrom: bytes, registry: registry, limits: .untrusted)
        else { return }
        use(try? decode(unarchiver))
        _ = unarchiver.warnings.map(\.description)
        _ = unarchiver.error
    }

    private static func use(_ object: (any Codingable)?) {
        if let object { CycleBreaker.takeApart(object) }
    }
}

/// A delegate that stands in for unknown classes, and replaces some objects.
private final class Substitutions: KeyedUnarchiverDelegate {
    private var count = 0

    func unarchiver(
        _ unarchiver: KeyedUnarchiver,
        cannotDecodeObjectOfClassName name: String,
        originalClasses: [String]
    ) -> (any Codingable.Type)? {
        count += 1
        return count % 3 == 0 ? nil : Probe.self
    }

    func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) throws -> (any Codingable)? {
        count += 1
        return count % 5 == 0 && object is String ? "replaced" : nil
    }
}
