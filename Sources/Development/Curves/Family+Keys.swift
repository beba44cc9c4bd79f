import Foundation
import Fuzzing
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

// Keys of every kind in every place that has keys, and class records of every kind.

extension Family {
    static let keyFamilies: [Family] = KeyPlace.allCases.flatMap { place in
        Keys.allCases.flatMap { keys in
            PropertyListFormat.ofArchives.map { format in
                Family(name: "keys/\(place)/\(keys)/\(format)", types: place.types) { size in
                    try place.archive(keys.make(size), size, format)
                }
            }
        }
    }

    static let classFamilies: [Family] = ClassRecords.allCases.map { records in
        Family(name: "classes/\(records)", types: [ArchivedArray.self, ArchivedObject.self, Date.self]) { size in
            try records.archive(size)
        }
    }
}

/// Keys of fields.
enum Keys: String, CaseIterable {
    /// One key many times.
    case oneShort, oneLong, oneLongWide
    /// Keys that differ at their end.
    case similar
    case distinct, wide
    /// Keys with one hash in CoreFoundation, which looks at the ends and the middle of a long string.
    case colliding
    case escaped, numbered

    func make(_ size: Int) -> [String] {
        let root = max(2, Int(Double(size).squareRoot() / 2))
        switch self {
        case .oneShort: return Array(repeating: "k", count: size / 6)
        case .oneLong: return Array(repeating: String(repeating: "k", count: size / 2), count: size / 8)
        case .oneLongWide: return Array(repeating: String(repeating: "\u{65E5}", count: size / 4), count: size / 8)
        case .similar: return (0..<root).map { String(repeating: "k", count: size / root) + "\($0)" }
        case .distinct: return (0..<size / 12).map { "key\($0)" }
        case .wide: return (0..<size / 20).map { "\u{65E5}\($0)" }
        case .colliding:
            let side = String(repeating: "a", count: 48)
            return (0..<size / 112).map { side + String(format: "%08x", $0) + side }
        case .escaped: return (0..<size / 12).map { "$key\($0)" }
        case .numbered: return (0..<size / 12).map { "$\($0)" }
        }
    }
}

/// Where keys are.
enum KeyPlace: String, CaseIterable {
    case fields, manyObjects, topLevel, outer, dictionary, manyDictionaries, inlineDictionary, classRecord

    var types: [any Codingable.Type] {
        switch self {
        case .dictionary, .manyDictionaries: [[String: Int].self, ArchivedDictionary.self, [String: String].self]
        case .fields, .manyObjects: [ArchivedObject.self, Date.self, UUID.self]
        default: [ArchivedArray.self]
        }
    }

    func archive(_ keys: [String], _ size: Int, _ format: PropertyListFormat) throws -> [UInt8] {
        var sketch = Sketch()
        let value = sketch.add("value")
        let entries = keys.map { (key: PropertyList(text: $0), value: value) }
        switch self {
        case .fields: sketch.finish(root: sketch.add(keys.map { ($0, value) }, "Unknown"))
        case .manyObjects:
            let count = max(1, Int(Double(keys.count).squareRoot()))
            let objects = stride(from: 0, to: keys.count, by: count).map { start in
                sketch.add(keys[start..<min(start + count, keys.count)].map { ($0, value) }, "Unknown")
            }
            sketch.finish(rootArray: objects)
        case .topLevel:
            sketch.top = entries
            sketch.finish(root: value)
        case .outer:
            sketch.outer = entries
            sketch.finish(root: value)
        case .dictionary: sketch.finish(root: add(keys, value, to: &sketch))
        case .manyDictionaries:
            let dictionaries = keys.map { add([$0, "a"], value, to: &sketch) }
            sketch.finish(rootArray: dictionaries)
        case .inlineDictionary:
            sketch.finish(root: sketch.add([("field", .dictionary(PropertyListDictionary(entries)))], "Unknown"))
        case .classRecord:
            let record: PropertyList = ["$classname": "Unknown", "$classes": ["Unknown", "NSObject"]]
            let fields = (record.entries ?? []) + entries
            let reference = sketch.add(.dictionary(PropertyListDictionary(fields)))
            sketch.finish(rootArray: [sketch.add(["$class": reference]), sketch.add(["$class": reference])])
        }
        return try sketch.bytes(format)
    }

    private func add(_ keys: [String], _ value: PropertyList, to sketch: inout Sketch) -> PropertyList {
        var known: [String: PropertyList] = [:]
        var references: [PropertyList] = []
        for key in keys {
            let reference = known[key] ?? sketch.add(PropertyList(text: key))
            known[key] = reference
            references.append(reference)
        }
        let values = Array(repeating: value, count: keys.count)
        return sketch.add(
            [("NS.keys", .array(PropertyListArray(references))), ("NS.objects", .array(PropertyListArray(values)))],
            "NSDictionary")
    }
}

/// Class records.
enum ClassRecords: String, CaseIterable {
    /// Objects of one class with many ancestors, of one with a long name, of many classes, of many with many ancestors.
    case longChain, longName, longWideName, manyClasses, manyChains, sharedChain
    /// Many hints of substitutes, or long ones, for one class or for each of many.
    case hints, longHints, hintsOfMany
    /// Names in the chain that are the same, and records that refer to themselves.
    case repeatedNames, ownClass, noChain
    /// Objects whose class is an object that isn't a class record.
    case notAClass

    func archive(_ size: Int) throws -> [UInt8] {
        var sketch = Sketch()
        func names(_ count: Int, _ prefix: String = "C") -> [PropertyList] {
            (0..<count).map { PropertyList(text: "\(prefix)\($0)") }
        }
        func record(_ name: PropertyList, _ chain: [PropertyList], _ hints: [PropertyList] = []) -> PropertyList {
            var fields: [(String, PropertyList)] = [
                ("$classname", name), ("$classes", .array(PropertyListArray(chain))),
            ]
            if !hints.isEmpty { fields.append(("$classhints", .array(PropertyListArray(hints)))) }
            return Sketch.dictionary(fields)
        }
        var records: [PropertyList] = []
        let root = max(2, Int(Double(size).squareRoot() / 3))
        switch self {
        case .longChain: records = [record("C0", names(size / 16))]
        case .longName, .longWideName:
            let text = String(repeating: self == .longName ? "N" : "\u{65E5}", count: size / 4)
            records = [record(PropertyList(text: text), [PropertyList(text: text), "NSObject"])]
        case .manyClasses: records = names(size / 40).map { record($0, [$0, "NSObject"]) }
        case .manyChains:
            records = (0..<root).map { record(PropertyList(text: "C\($0)"), names(root * 3, "P")) }
        case .sharedChain:
            let chain = names(size / 24)
            records = (0..<size / 24).map { record(PropertyList(text: "C\($0)"), chain) }
        case .hints: records = [record("Unknown", ["Unknown"], names(size / 8))]
        case .longHints:
            let hint = PropertyList(text: String(repeating: "H", count: size / 3))
            records = [record("Unknown", ["Unknown"], Array(repeating: hint, count: size / 4))]
        case .hintsOfMany:
            let hints = names(root * 2, "H")
            records = (0..<root).map { record(PropertyList(text: "C\($0)"), ["X"], hints) }
        case .repeatedNames: records = [record("C0", Array(repeating: "C0", count: size / 3))]
        case .ownClass:
            records = (0..<size / 30).map { _ in ["$class": sketch.next, "$classname": "A", "$classes": ["A"]] }
        case .noChain: records = names(size / 30).map { ["$classname": $0] }
        case .notAClass: records = [.array(PropertyListArray(Array(repeating: 1, count: size / 3)))]
        }
        var references: [PropertyList] = []
        for record in records { references.append(sketch.add(record)) }
        let count = max(references.count, size / 12)
        let objects = (0..<count).map { sketch.add(["$class": references[$0 % references.count]]) }
        sketch.finish(rootArray: objects)
        return try SharingWriter.bytes(of: sketch.tree)
    }
}
