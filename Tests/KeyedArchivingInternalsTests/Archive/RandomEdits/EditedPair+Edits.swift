import PropertyLists
import RandomNumbers
import TestSupport
import Testing

@testable import KeyedArchiving

// Random edits, each made in the archive and in the model.

extension EditedPair {
    /// What came of an edit.
    struct Outcome {
        /// What was edited, and how.
        var name: String
        var hasFailed = false
        var differences: [String] = []

        /// The place of an edit, if it could be made and was.
        ///
        /// - Parameters:
        ///   - place: Nil if the edit must fail.
        ///   - error: How it failed.
        mutating func place(_ place: EditModel.Place?, _ error: String?) -> EditModel.Place? {
            switch (place, error) {
            case (let place?, nil): return place
            case (nil, _?): hasFailed = true
            case (_?, let error?): differences.append(error)
            case (nil, nil): differences.append("hasn't failed")
            }
            return nil
        }
    }

    /// Makes an edit in both, and compares them.
    mutating func step() throws -> Outcome {
        var outcome: Outcome
        let (before, reachable) = (archive, Set(model.reachable.keys))
        let edit = random.below(20)
        switch edit {
        case 0...5: outcome = try set()
        case 6, 7: outcome = try insert()
        case 8, 9: outcome = try remove()
        case 10, 11: outcome = try move()
        case 12: outcome = try batch()
        case 13, 14: outcome = try setField()
        case 15: outcome = try addOrReplace()
        case 16: outcome = try removeObject()
        case 17: outcome = try dropAll()
        default: outcome = try fail()
        }
        let gone = reachable.subtracting(model.reachable.keys)
        outcome.differences += try differences(replaced: gone)
        if outcome.hasFailed, try archive.bytes() != before.bytes() { outcome.differences.append("changed") }
        return outcome
    }

    /// Makes an edit in the archive; the error if it fails.
    private mutating func attempt(_ edit: (inout KeyedArchive) throws -> Void) -> String? {
        do {
            try edit(&archive)
            return nil
        } catch {
            return "\(error)"
        }
    }

    // MARK: Choosing

    private mutating func newText() -> PropertyList {
        // No two are equal: what an archiver shares would be one object.
        .string(PropertyListString("new \(random.next())"))
    }

    private mutating func newValue() -> PropertyList {
        switch random.below(12) {
        case 0, 1: .integer(Int64(random.below(1_000_000_000)))
        case 2: .boolean(true)
        case 3: .double(0.5 + Double(random.below(1_000_000_000)))
        case 4: .data([UInt8](repeating: random.byte(), count: 3) + [random.byte(), random.byte(), random.byte()])
        case 5: .date(0.25 + Double(random.below(1_000_000_000)))
        case 6: .array([newText(), .array([newText()])])
        case 7: ["a": newText(), "b": .date(0.25 + Double(random.below(1_000_000_000)))]
        case 8: .uid(0)
        case 9: .uid(uids.values.sorted()[random.below(uids.count)])
        default: newText()
        }
    }

    /// A path to a random place; nil if nothing has members.
    ///
    /// - Parameter isNew: Whether it may be a key that isn't there yet, or the position after the last.
    private mutating func path(isNew: Bool = false, where isWanted: (EditModel.Members) -> Bool = { _ in true })
        -> ArchivePath?
    {
        var holders: [(EditModel.Holder, ArchivePath)] = [(.top, ArchivePath())]
        for (id, path) in model.reachable.sorted(by: { $0.key < $1.key }) where !model.isDate(id) {
            holders.append((.node(id), path))
            guard case .fields(let fields)? = model.members(of: .node(id)) else { continue }
            for (position, field) in fields.enumerated() {
                guard case .list = field.value else { continue }
                holders.append((.list(.node(id), position), ArchivePath(path.steps + [.key(field.key)])))
            }
        }
        holders = holders.filter { holder, _ in
            guard let members = model.members(of: holder) else { return false }
            return isWanted(members) && (isNew || members.count > 0)
        }
        guard let (holder, path) = random.pick(holders), let members = model.members(of: holder) else { return nil }
        let isNew = isNew && (members.count == 0 || random.once(in: 3))
        switch members {
        case .fields(let fields):
            guard isNew else {
                return ArchivePath(path.steps + [EditModel.step(to: fields[random.below(fields.count)])])
            }
            let number = random.below(1_000_000_000)
            var steps: [ArchivePath.Step] = [.key("n\(number)")]
            if case .node(let id) = holder, case .dictionary? = model.nodes[id] {
                steps += [.text("n\(number)"), .key("\(number)"), .key("\(number)")]
            }
            return ArchivePath(path.steps + [steps[random.below(steps.count)]])
        case .elements(let elements):
            var position = isNew ? elements.count : random.below(elements.count)
            if !isNew, random.once(in: 4) { position -= elements.count }
            return ArchivePath(path.steps + [.index(position)])
        }
    }

    private mutating func policy() -> OrphanPolicy { random.once(in: 2) ? .dropped : .kept }

    private mutating func drop(_ orphans: OrphanPolicy, among reachable: some Sequence<Int>) {
        if orphans == .dropped { model.drop(among: reachable) }
    }

    // MARK: Edits by path

    private mutating func set() throws -> Outcome {
        guard let path = path(isNew: true) else { return Outcome(name: "set nothing") }
        let place = model.place(at: path, isNew: true)
        // The position after the last can't be set.
        if let place, case .index(let position)? = path.steps.last,
            position == model.members(of: place.holder)?.count
        {
            return Outcome(name: "set nothing")
        }
        let (value, orphans, everywhere) = (newValue(), policy(), random.once(in: 3))
        var outcome = Outcome(name: "set \(value) at \(path), \(orphans), \(everywhere ? "everywhere" : "here")")
        let (reachable, ids) = (model.reachable.keys, ids)
        let error = attempt { try $0.set(value, at: path, everywhere: everywhere, orphans: orphans) }
        if let place = outcome.place(place, error) {
            model.set(value, at: place, everywhere: everywhere, ids)
            drop(orphans, among: reachable)
        }
        return outcome
    }

    private mutating func insert() throws -> Outcome {
        let isElements = { (members: EditModel.Members) in if case .elements = members { true } else { false } }
        guard let path = path(isNew: true, where: isElements), var place = model.place(at: path, isNew: true) else {
            return Outcome(name: "insert nothing")
        }
        let (value, isAppended) = (newValue(), random.once(in: 3))
        var outcome = Outcome(name: "insert \(value) at \(path)")
        let list = ArchivePath(path.steps.dropLast())
        let error = attempt { isAppended ? try $0.append(value, to: list) : try $0.insert(value, at: path) }
        if isAppended { place.position = model.members(of: place.holder)?.count ?? 0 }
        if let place = outcome.place(model.isFixed(place.holder) ? nil : place, error) {
            model.insert(value, at: place, ids)
        }
        return outcome
    }

    private mutating func remove() throws -> Outcome {
        guard let path = path(), let place = model.place(at: path) else { return Outcome(name: "remove nothing") }
        let orphans = policy()
        var outcome = Outcome(name: "remove \(path), \(orphans)")
        let reachable = model.reachable.keys
        let error = attempt { try $0.remove(at: path, orphans: orphans) }
        if let place = outcome.place(model.isFixed(place.holder) ? nil : place, error) {
            model.remove(at: place)
            drop(orphans, among: reachable)
        }
        return outcome
    }

    private mutating func move() throws -> Outcome {
        guard let source = path(), let destination = path(isNew: true) else { return Outcome(name: "move nothing") }
        let orphans = policy()
        var outcome = Outcome(name: "move \(source) to \(destination), \(orphans)")
        let (reachable, moved) = (model.reachable.keys, model.moving(from: source, to: destination))
        let error = attempt { try $0.move(from: source, to: destination, orphans: orphans) }
        switch (moved, error) {
        case (let moved?, nil):
            model = moved
            drop(orphans, among: reachable)
        case (nil, _?): outcome.hasFailed = true
        case (_?, let error?): outcome.differences.append(error)
        case (nil, nil): outcome.differences.append("moved")
        }
        return outcome
    }

    /// Several edits that keep orphans, of which those that they left are dropped after the last.
    private mutating func batch() throws -> Outcome {
        let (before, reachable) = (try archive.reachableEntries, Array(model.reachable.keys))
        let known = Set(model.nodes.keys)
        var outcome = Outcome(name: "batch")
        for _ in 0..<2 + random.below(6) {
            guard let path = path(isNew: true), let place = model.place(at: path, isNew: true),
                !model.isFixed(place.holder)
            else { continue }
            let isEnd = place.newKey != nil || place.position == model.members(of: place.holder)?.count
            let value = newText()
            outcome.name += ", \(path)"
            let error: String?
            if isEnd, place.newKey == nil {
                error = attempt { try $0.insert(value, at: path) }
                model.insert(value, at: place, [:])
            } else if isEnd || random.once(in: 2) {
                error = attempt { try $0.set(value, at: path, orphans: .kept) }
                model.set(value, at: place, everywhere: false, [:])
            } else {
                error = attempt { try $0.remove(at: path, orphans: .kept) }
                model.remove(at: place)
            }
            if let error { outcome.differences.append(error) }
        }
        try archive.dropOrphans(since: before)
        model.drop(among: reachable + Set(model.nodes.keys).subtracting(known))
        return outcome
    }

    private mutating func dropAll() throws -> Outcome {
        let expected = try archive.graph.reachable().enumerated().filter {
            try !$0.element && archive.entry(at: UID(UInt64($0.offset))) != .null
        }
        let count = try archive.dropOrphans()
        model.drop(among: Array(model.nodes.keys))
        return Outcome(name: "drop", differences: count == expected.count ? [] : ["\(count), not \(expected.count)"])
    }

    // MARK: Edits by UID

    /// A field of an object of a separate class.
    private mutating func setField() throws -> Outcome {
        let objects = uids.keys.sorted().filter { id in
            if case .object? = model.nodes[id] { !model.isDate(id) } else { false }
        }
        let id = random.pick([nil] + objects.map { Optional($0) }) ?? nil
        let holder = id.map { EditModel.Holder.node($0) } ?? .top
        guard case .fields(let fields)? = model.members(of: holder) else { return Outcome(name: "no field") }
        var key = "u\(random.below(1_000_000_000))"
        if let known = random.pick(fields), !random.once(in: 4) { key = known.key }
        let uid = id.flatMap { uids[$0] }
        if random.once(in: 4), let position = fields.firstIndex(where: { $0.key == key }) {
            var outcome = Outcome(name: "remove field \(key) of \(uid ?? 0)")
            let error = attempt { archive in
                let isThere =
                    if let uid { try archive.removeValue(forKey: key, ofObjectAt: uid) } else {
                        try archive.removeTopLevelValue(forKey: key)
                    }
                if !isThere { throw ArchiveError(.valueNotFound, "nothing was removed") }
            }
            if let error { outcome.differences.append(error) }
            model.remove(at: EditModel.Place(holder: holder, position: position))
            return outcome
        }
        var value = newValue()
        if random.once(in: 4) { value = .array(PropertyListArray([value, newText()].filter { $0.arrayValue == nil })) }
        var outcome = Outcome(name: "set field \(key) of \(uid ?? 0) to \(value)")
        let ids = ids
        let error = attempt { archive in
            if let uid {
                try archive.setValue(value, forKey: key, ofObjectAt: uid)
            } else {
                try archive.setTopLevelValue(value, forKey: key)
            }
        }
        if let error { outcome.differences.append(error) }
        model.setField(value, forKey: key, of: holder, ids)
        return outcome
    }

    /// Adds an object, which nothing refers to yet, or replaces one.
    private mutating func addOrReplace() throws -> Outcome {
        let record = try archive.uid(of: ArchivedClass(name: "Other", hierarchy: ["Other", "NSObject"]))
        let text = newText()
        let target = uids.values.sorted()[random.below(uids.count)]
        let fields = [ArchivedRecord.Field("text", text), ArchivedRecord.Field("to", .uid(target))]
        let entry = ArchiveEntry.object(ArchivedRecord(classUID: record, fields: fields))
        let content = EditModel.Content.object(
            "Other", [("text", .node(model.node(of: text))), ("to", ids[target].map { .node($0) } ?? .nothing)])
        if random.once(in: 2) {
            let uid = archive.add(entry)
            uids[model.add(content)] = uid
            return Outcome(name: "add \(uid)")
        }
        let uid = uids.values.sorted()[random.below(uids.count)]
        var outcome = Outcome(name: "replace \(uid)")
        if let error = attempt({ try $0.replaceEntry(at: uid, with: entry) }) { outcome.differences.append(error) }
        if let id = ids[uid] { model.nodes[id] = content }
        return outcome
    }

    private mutating func removeObject() throws -> Outcome {
        let uid = uids.values.sorted()[random.below(uids.count)]
        // Without its objects there would be nothing to edit.
        guard random.once(in: 2), uid != archive["root"].uid else { return Outcome(name: "remove no object") }
        var outcome = Outcome(name: "remove object \(uid)")
        if let error = attempt({ try $0.removeObject(at: uid) }) { outcome.differences.append(error) }
        if let id = ids[uid] { model.nodes[id] = .gone }
        return outcome
    }

    // MARK: Edits that fail

    private mutating func fail() throws -> Outcome {
        // Text that is set with the reference is added as an entry.
        let missing = UID(UInt64(archive.objectCount + 1 + random.below(3)))
        let record = try (0..<archive.objectCount).map { UID(UInt64($0)) }.first {
            if case .classRecord = try archive.entry(at: $0) { true } else { false }
        }
        guard let path = path(), let place = model.place(at: path) else { return Outcome(name: "fail nothing") }
        let orphans = policy()
        var outcome = Outcome(name: "fail at \(path), \(orphans)", hasFailed: true)
        let wrong = ArchivePath(path.steps + [.key("no such key"), .index(3)])
        let count = model.members(of: place.holder)?.count ?? 0
        let end = ArchivePath(path.steps.dropLast() + [.index(count + 1)])
        let number = random.below(8)
        let error = attempt { archive in
            switch number {
            case 0: try archive.set(.uid(missing), at: path, orphans: orphans)
            case 1: try archive.set("text", at: wrong, orphans: orphans)
            case 2: try archive.remove(at: wrong, orphans: orphans)
            case 3: try archive.insert("text", at: end)
            case 4: try archive.move(from: wrong, to: path, orphans: orphans)
            case 5: try archive.set(.uid(record ?? missing), at: path, orphans: orphans)
            case 6: try archive.setValue(["text", .uid(missing)], forKey: "key", ofObjectAt: missing)
            default: try archive.setTopLevelValue(["text", .uid(missing)], forKey: "key")
            }
        }
        if error == nil { outcome.differences.append("\(number) hasn't failed") }
        return outcome
    }
}
