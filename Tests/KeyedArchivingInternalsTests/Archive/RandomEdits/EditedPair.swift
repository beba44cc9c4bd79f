import PropertyLists
import RandomNumbers
import TestSupport
import Testing

@testable import KeyedArchiving

/// An archive and its model, which are edited side by side.
struct EditedPair {
    var archive: KeyedArchive
    var model = EditModel()
    /// Where the objects of the model are in the archive.
    var uids: [Int: UID] = [:]
    var random: SplitMix64

    /// The objects of the model by their UIDs.
    var ids: [UID: Int] { Dictionary(uids.map { ($1, $0) }, uniquingKeysWith: { first, _ in first }) }

    // MARK: Making

    /// A small archive of objects of all kinds that refer to one another.
    init(_ random: SplitMix64) throws {
        self.random = random
        let count = 3 + self.random.below(10)
        var made: [EditModel.Content] = []
        for number in 0..<count { made.append(Self.content(number, count, &self.random)) }
        for content in made { _ = model.add(content) }
        model.top = [("root", .node(1))]
        if self.random.once(in: 3) { model.top.append(("other", .node(1 + self.random.below(count)))) }
        if self.random.once(in: 3) { model.top.append(("number", .inline(7))) }
        archive = try Self.archive(of: model, &self.random)
        for id in 1...count { uids[id] = UID(UInt64(id)) }
    }

    private static func content(_ number: Int, _ count: Int, _ random: inout SplitMix64) -> EditModel.Content {
        func value(_ isField: Bool) -> EditModel.Value {
            switch random.below(isField ? 10 : 7) {
            case 7: .nothing
            case 8: .inline(random.pick([1, true, 2.5, .data([1, 2])] as [PropertyList]) ?? 0)
            case 9: .list((0..<random.below(3)).map { _ in .node(1 + random.below(count)) })
            default: .node(1 + random.below(count))
            }
        }
        let length = random.below(20) == 0 ? 20 : random.below(5)
        switch number == 0 ? 5 + random.below(11) : random.below(16) {
        case 0: return .scalar(.string(PropertyListString("text \(number)")))
        case 1: return .scalar(.integer(Int64(number)))
        case 2: return .scalar(.data([UInt8(number)]))
        case 3: return .date(Double(number))
        case 4: return .null
        case 5, 6: return .array((0..<length).map { _ in value(false) })
        case 7: return .set((0..<length).map { _ in value(false) })
        case 8, 9: return .dictionary((0..<length).map { ("k\($0)", value(false)) })
        case 10: return .dictionary((0..<length).map { ("#\(7 * $0 - 7)", value(false)) })
        case 11:
            let members = (0..<length).map { _ in value(false) }
            return .countedSet(members, members.map { _ in 1 + random.below(3) })
        case 12: return .hashTable((0..<length).map { _ in value(false) })
        case 13: return .knownKeys((0..<1 + length).map { ("k\($0)", value(false)) })
        default: return .object("Thing", (0..<length).map { ("f\($0)", value(true)) })
        }
    }

    /// The archive that a model describes; its objects have the UIDs 1, 2 and so on.
    private static func archive(of model: EditModel, _ random: inout SplitMix64) throws -> KeyedArchive {
        var entries = (1...model.nodes.count).map { _ in PropertyList.uid(0) }
        var records: [String: UID] = [:]
        func add(_ entry: PropertyList) -> PropertyList {
            entries.append(entry)
            return .uid(UID(UInt64(entries.count)))
        }
        func record(_ name: String) -> PropertyList {
            if let known = records[name] { return .uid(known) }
            let isDictionary = name.hasPrefix("NSKnownKeys")
            let record = add(
                isDictionary ? .classRecord(name, "NSDictionary", "NSObject") : .classRecord(name, "NSObject"))
            records[name] = UID(UInt64(entries.count))
            return record
        }
        func object(_ fields: [(String, PropertyList)], _ name: String) -> PropertyList {
            let fields = fields + [("$class", record(name))]
            return .dictionary(PropertyListDictionary(fields.map { (.string(PropertyListString($0)), $1) }))
        }
        func list(_ values: [EditModel.Value]) -> PropertyList { .array(PropertyListArray(values.map(stored))) }
        func stored(_ value: EditModel.Value) -> PropertyList {
            switch value {
            case .nothing: .uid(0)
            case .inline(let value): value
            case .node(let id): .uid(UID(UInt64(id)))
            case .list(let values): list(values)
            }
        }
        func key(_ field: EditModel.Field) -> PropertyList {
            field.key.hasPrefix("#")
                ? .integer(Int64(field.key.dropFirst()) ?? 0) : .string(PropertyListString(field.key))
        }
        func collection(_ values: [EditModel.Value], _ name: String) -> PropertyList {
            guard random.once(in: 4), !values.isEmpty else { return object([("NS.objects", list(values))], name) }
            return object(values.enumerated().map { ("NS.object.\($0)", stored($1)) }, name)
        }
        for id in 1...model.nodes.count {
            switch model.nodes[id] {
            case .scalar(let value)?: entries[id - 1] = value
            case .date(let date)?: entries[id - 1] = object([("NS.time", .double(date))], "NSDate")
            case .null?: entries[id - 1] = object([], "NSNull")
            case .array(let values)?: entries[id - 1] = collection(values, "NSArray")
            case .set(let values)?: entries[id - 1] = collection(values, "NSSet")
            case .dictionary(let fields)?:
                let keys = fields.map { add(key($0)) }
                let numbered = fields.indices.flatMap {
                    [("NS.key.\($0)", keys[$0]), ("NS.object.\($0)", stored(fields[$0].value))]
                }
                let isNumbered = random.once(in: 4) && !fields.isEmpty
                let lists = [
                    ("NS.keys", PropertyList.array(PropertyListArray(keys))), ("NS.objects", list(fields.map(\.value))),
                ]
                entries[id - 1] = object(isNumbered ? numbered : lists, "NSDictionary")
            case .countedSet(let members, let counts)?:
                let fields = members.indices.flatMap {
                    [("NS.object\($0)", stored(members[$0])), ("NS.count\($0)", .integer(Int64(counts[$0])))]
                }
                entries[id - 1] = object([("NS.count", .integer(Int64(members.count)))] + fields, "NSCountedSet")
            case .hashTable(let members)?:
                var fields = [("$0", 512 as PropertyList)]
                fields += members.enumerated().map { ("$\($0 + 1)", stored($1)) }
                if random.once(in: 2) { fields.append(("$\(members.count + 1)", .uid(0))) }
                entries[id - 1] = object(fields, "NSHashTable")
            case .knownKeys(let fields)?:
                // One of the known keys has no value.
                let (empty, position) = (add("empty"), random.below(fields.count + 1))
                var keys = fields.map { add(key($0)) }
                var values = fields.map { stored($0.value) }
                keys.insert(add("unused"), at: position)
                values.insert(empty, at: position)
                let strategy = object(
                    [("keys", .array(PropertyListArray(keys))), ("length", .integer(Int64(keys.count)))],
                    "NSKnownStrategy")
                entries[id - 1] = object(
                    [
                        ("searchMapping", add(strategy)), ("values", .array(PropertyListArray(values))),
                        ("emptyToken", empty),
                    ], "NSKnownKeysDictionary1")
            case .object(let name, let fields)?: entries[id - 1] = object(fields.map { ($0, stored($1)) }, name)
            case .gone?, nil: break
            }
        }
        let top = model.top.map { (PropertyList.string(PropertyListString($0.key)), stored($0.value)) }
        return try KeyedArchive(SmallArchive(entries: entries, top: .dictionary(PropertyListDictionary(top))).bytes())
    }

    // MARK: Comparing

    /// What differs between the archive, as it is and as it is written and opened, and the model.
    ///
    /// - Parameter replaced: Objects whose UIDs others may have gotten.
    mutating func differences(replaced: Set<Int>) throws -> [String] {
        var result: [String] = []
        let written = try KeyedArchive(archive.bytes())
        try findUIDs(replaced, &result)
        for (name, archive) in [("edited", archive), ("written", written)] {
            for (id, uid) in uids {
                let found = try description(of: archive, at: uid)
                let expected = description(of: id)
                if found != expected { result.append("\(name), \(uid): \(found), not \(expected)") }
            }
            for (id, path) in model.reachable {
                let view = archive[path]
                if view.uid != uids[id] { result.append("\(name), \(path): \(view)") }
            }
            for (key, value) in model.top where archive.topLevelValue(forKey: key) != stored(value) {
                result.append("\(name), \(key)")
            }
            if try archive.topLevel().count != model.top.count { result.append("\(name), top level") }
            try compareGraph(of: archive, name, &result)
        }
        // The graph with changes is the one that is made of the whole.
        let (edited, anew) = (try archive.graph, try written.graph)
        if edited.reachable() != anew.reachable() { result.append("reachable") }
        if edited.reachable(throughClasses: false) != anew.reachable(throughClasses: false) { result.append("objects") }
        if edited.referrers != anew.referrers { result.append("referrers") }
        if edited.components().components != anew.components().components { result.append("components") }
        if edited.nearestPaths(from: edited.topRoots).order != anew.nearestPaths(from: anew.topRoots).order {
            result.append("paths")
        }
        if !written.problems().isEmpty { result.append("\(written.problems())") }
        return result
    }

    private func compareGraph(of archive: KeyedArchive, _ name: String, _ result: inout [String]) throws {
        let (graph, reachable, referrers) = (try archive.graph, model.reachable, model.referrers)
        let (isReached, counts) = (graph.reachable(), graph.referrers)
        for (id, uid) in uids {
            if isReached[EntryUID(uid)] != (reachable[id] != nil) { result.append("\(name), \(uid) is reached") }
            if Int(counts[EntryUID(uid)]) != referrers[id] ?? 0 { result.append("\(name), \(uid) is counted") }
        }
        let shared = try archive.sharedUIDs()
        let expected = Set(uids.filter { (referrers[$0.key] ?? 0) > 1 }.values)
        if !expected.isSubset(of: shared) || !shared.subtracting(expected).isDisjoint(with: Set(uids.values)) {
            result.append("\(name), shared")
        }
    }

    /// Follows the references of the archive and of the model side by side, to find where new objects are.
    private mutating func findUIDs(_ replaced: Set<Int>, _ result: inout [String]) throws {
        var ids = self.ids
        var pending = Array(uids.keys)
        func match(_ value: EditModel.Value, _ found: PropertyList?) {
            switch (value, found) {
            case (.node(let id), .uid(let uid)?):
                guard uids[id] == nil else { break }
                if let other = ids[uid] {
                    guard replaced.contains(other) else { return result.append("\(uid) is two objects") }
                    uids[other] = nil
                    model.nodes[other] = nil
                }
                (uids[id], ids[uid]) = (uid, id)
                pending.append(id)
            case (.list(let values), .array(let elements)?):
                for (value, element) in zip(values, elements) { match(value, element) }
            default: break
            }
        }
        for (key, value) in model.top { match(value, archive.topLevelValue(forKey: key)) }
        while let id = pending.popLast() {
            guard let uid = uids[id], let record = try archive.record(at: uid) else { continue }
            switch model.nodes[id] {
            case .array(let values)?, .set(let values)?, .countedSet(let values, _)?, .hashTable(let values)?:
                for (value, element) in zip(values, archive.elements(of: record) ?? []) { match(value, element) }
            case .dictionary(let fields)?, .knownKeys(let fields)?:
                for (field, pair) in zip(fields, archive.pairs(of: record) ?? []) { match(field.value, pair.value) }
            case .object(_, let fields)?:
                for (key, value) in fields { match(value, record[key]) }
            default: break
            }
        }
    }

    private func stored(_ value: EditModel.Value) -> PropertyList {
        switch value {
        case .nothing: .uid(0)
        case .inline(let value): value
        case .node(let id): .uid(uids[id] ?? UID(999_999))
        case .list(let values): .array(PropertyListArray(values.map(stored)))
        }
    }

    private func description(of id: Int) -> String {
        func fields(_ fields: [EditModel.Field]) -> String {
            fields.map { "\($0.key)=\(stored($0.value))" }.joined(separator: ", ")
        }
        switch model.nodes[id] {
        case .scalar(let value)?: return "\(value)"
        case .date(let date)?: return "NSDate NS.time=\(PropertyList.double(date))"
        case .null?: return "NSNull "
        case .array(let values)?: return "NSArray \(values.map(stored))"
        case .set(let values)?: return "NSSet \(values.map(stored))"
        case .dictionary(let entries)?: return "NSDictionary \(fields(entries))"
        case .countedSet(let members, let counts)?:
            return "NSCountedSet \(members.map(stored)) \(counts.map { PropertyList.integer(Int64($0)) })"
        case .hashTable(let members)?: return "NSHashTable \(members.map(stored))"
        case .knownKeys(let entries)?: return "NSKnownKeysDictionary1 \(fields(entries))"
        case .object(let name, let members)?: return "\(name) \(fields(members))"
        case .gone?, nil: return "gone"
        }
    }

    private func description(of archive: KeyedArchive, at uid: UID) throws -> String {
        switch try archive.entry(at: uid) {
        case .null: return "gone"
        case .value(let value): return "\(value)"
        case .classRecord(let record): return "class \(record.name)"
        case .object(let record):
            let name = try archive.archivedClass(at: record.classUID).name
            if let pairs = archive.pairs(of: record) {
                let entries = try pairs.map { key, value -> String in
                    guard case .uid(let uid) = key, case .value(let text) = try archive.entry(at: uid) else {
                        return "?"
                    }
                    if case .integer(let number) = text { return "#\(number)=\(value)" }
                    return "\(text.stringValue ?? "?")=\(value)"
                }
                return "\(name) \(entries.joined(separator: ", "))"
            }
            if let elements = archive.elements(of: record) {
                guard name == "NSCountedSet" else { return "\(name) \(elements)" }
                let counts = elements.indices.compactMap { record["NS.count\($0)"] }
                return "\(name) \(elements) \(counts)"
            }
            return "\(name) \(record.fields.map { "\($0.key)=\($0.value)" }.joined(separator: ", "))"
        }
    }
}
