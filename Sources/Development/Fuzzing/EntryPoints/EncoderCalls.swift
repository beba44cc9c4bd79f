import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

/// Encodes a decoded graph by the calls of an archiver that `archivedBytes` doesn't make.
enum EncoderCalls {
    static func exerciseAll(_ graph: any Codingable, _ layout: ArchiveLayout) {
        ExecutionCounts.count(.encoding)
        encodeSettings(graph, layout)
        encodeUnkeyed(graph)
        _ = try? KeyedArchiver.archivedBytes(withRootObject: graph as (any Codingable)?, layout: layout)
        _ = try? KeyedArchiver.archivedData(withRootObject: graph, outputFormat: .xml)
    }

    private static func encodeSettings(_ graph: any Codingable, _ layout: ArchiveLayout) {
        let archiver = KeyedArchiver(layout: layout, limits: .untrusted)
        let delegate = Witness()
        archiver.delegate = delegate
        archiver.requiresSecureCoding = true
        archiver.setClassName("Renamed", for: Probe.self)
        _ = (archiver.className(for: Probe.self), archiver.allowsKeyedCoding)
        _ = try? archiver.encode(graph, forKey: KeyedArchiver.rootObjectKey)
        _ = try? archiver.encodeElements([graph, nil], forKey: "elements of any type or nil")
        _ = try? archiver.encodeElements([graph], forKey: "elements of any type")
        _ = try? archiver.encodeElements(["a", "a", "b"].lazy.reversed(), forKey: "elements")
        _ = try? archiver.encode([graph], forKey: "objects of any type")
        _ = try? archiver.encode(["a": graph], forKey: "values of any type")
        _ = try? archiver.encodeAny(["a": [graph, NSNumber(value: 1.5)] as [Any]], forKey: "anything")
        _ = try? archiver.encode(Sign.plus, forKey: "raw value")
        _ = try? archiver.encode(CGFloat(1.5), forKey: "real")
        _ = try? archiver.encodeCInt(7, forKey: "cInt")
        _ = try? archiver.encodeBytes([1, 2, 3][1...], forKey: "slice")
        _ = try? archiver.encodeBytes(Data([1, 2]), forKey: "data")
        _ = try? archiver.encode(CGPoint(x: 1, y: 2), forKey: "point")
        _ = try? archiver.encode(CGSize(width: 1, height: 2), forKey: "size")
        _ = try? archiver.encode(CGRect(x: 1, y: 2, width: 3, height: 4), forKey: "rect")
        _ = try? archiver.encode(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4), forKey: "insets")
        _ = try? archiver.encode(
            DirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4), forKey: "directional")
        _ = try? archiver.encode(Offset(horizontal: 1, vertical: 2), forKey: "offset")
        _ = archiver.warnings.map(\.description)
        _ = try? archiver.finishEncoding()
        _ = try? archiver.encodedData
        withExtendedLifetime(delegate) {}
    }

    private static func encodeUnkeyed(_ graph: any Codingable) {
        let archiver = KeyedArchiver(limits: .untrusted)
        _ = try? archiver.encodeConditionalObject(graph)
        _ = try? archiver.encodeRootObject(graph)
        _ = try? archiver.encodeBytes([1, 2, 3])
        _ = try? archiver.encodeCString("text")
        _ = try? archiver.encodeValue(ofObjCType: "@", .object(graph))
        _ = try? archiver.encodeValues(ofObjCTypes: "id{p=i}", [.integer(7), .real(0.5), .structure([.integer(1)])])
        _ = try? archiver.encodeArray(ofObjCType: "@", [.object(graph), .null])
        _ = try? archiver.encodeSelector("copy:")
        _ = try? archiver.encodeClass(Probe.self)
        _ = try? archiver.encodePropertyList(["key": [1, 2.5, "text"]])
        _ = try? archiver.encode(ConstantString("constant"), forKey: "constant")
        _ = try? archiver.encode(ConstantString(stringLiteral: "constant"), forKey: "constant")
        _ = try? archiver.encode(IdentifiedValue("shared"), forKey: "shared")
        _ = try? archiver.encode(OmittedObject(), forKey: "unwritten")
        _ = try? archiver.encode(MutableVariant(Data([1])), forKey: "mutable")
        _ = try? archiver.encode(TypedCountedSet(["a", "a"]), forKey: "counted")
        _ = try? archiver.encode(TypedCountedSet(counts: ["a": 3]), forKey: "counts")
        _ = try? archiver.encode(TypedOrderedSet([1.5, 2]), forKey: "ordered")
        let object = ArchivedObject(
            ArchivedClass(name: "Made", hierarchy: ["Made"]), fields: [.init("a", .object(graph))])
        object["b"] = .inline(1)
        _ = try? archiver.encode(object, forKey: "object")
        object.fields = []
        _ = try? archiver.encodedBytes
    }
}

/// A delegate that replaces some strings.
private final class Witness: KeyedArchiverDelegate {
    private var count = 0

    func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) throws -> (any Codingable)? {
        count += 1
        return count % 7 == 0 && object is String ? nil : object
    }
}
