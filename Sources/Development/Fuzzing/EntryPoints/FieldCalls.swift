import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

/// A type that is stored as its raw value.
enum Sign: Int8, Codingable {
    case minus = -1
    case plus = 1
}

/// Asks an unarchiver for the value of a key in every way there is, whatever is stored there.
enum FieldCalls {
    /// Returns what was found and may refer back to the object that asks.
    static func exerciseAll(_ unarchiver: KeyedUnarchiver, _ key: String) -> [any Codingable] {
        ExecutionCounts.count(.fields)
        _ = try? unarchiver.decodeCInt(forKey: key)
        _ = try? unarchiver.decodeNumber(forKey: key)
        _ = try? unarchiver.decodePoint(forKey: key)
        _ = try? unarchiver.decodeSize(forKey: key)
        _ = try? unarchiver.decodeRect(forKey: key)
        _ = try? unarchiver.decodeIfPresent(Optional<Double>.self, forKey: key)
        _ = try? unarchiver.decodeArrayOfObjects(of: String.self, forKey: key)
        _ = try? unarchiver.decodeDictionary(ofKey: String.self, object: ArchivedNumber.self, forKey: key)
        _ = try? unarchiver.decodeElements(of: ArchivedData.self, forKey: key)
        _ = try? unarchiver.decodePropertyList(forKey: key)?.kind
        _ = try? unarchiver.decodeIfPresent(CGFloat.self, forKey: key)
        _ = try? unarchiver.decodeIfPresent(Sign.self, forKey: key)
        // What a value of any type holds may refer back to the object that asks, which is taken apart elsewhere.
        _ = try? unarchiver.decodeAny(of: [Probe.self], forKey: key)
        var found = (try? unarchiver.decodeElements(forKey: key)) ?? []
        if let object = try? unarchiver.decodeObject(forKey: key) { found.append(object) }
        let types: [any Codingable.Type] = [String.self, ArchivedNumber.self, ArchivedArray.self, Probe.self]
        if let pairs = try? unarchiver.decodeDictionary(ofKeys: types, objects: types, forKey: key) {
            found.append(ArchivedDictionary(pairs))
        }
        return found
    }

    /// The calls without a key, each of which takes the next value.
    static func exerciseUnkeyed(_ unarchiver: KeyedUnarchiver) -> [any Codingable] {
        _ = try? unarchiver.decodeBytes()
        _ = try? unarchiver.decodeCString()
        _ = try? unarchiver.decodePropertyList()?.kind
        var found: [any Codingable] = []
        if let object = try? unarchiver.decodeObject() { found.append(object) }
        let values = (try? unarchiver.decodeValues(ofObjCTypes: "*i[2@]")) ?? []
        for value in values + [(try? unarchiver.decodeValue(ofObjCType: "@")) ?? .null] {
            if let object = value.object { found.append(object) }
        }
        _ = try? unarchiver.decodeArray(ofObjCType: "c", count: 2).compactMap { $0.integer(as: Int8.self) }
        _ = (try? unarchiver.decodeSelector(), try? unarchiver.decodeClass())
        return found
    }
}
