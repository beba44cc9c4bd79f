import PropertyLists

/// A graph of plain values, in which the edits of an archive are made a second time.
///
/// It knows nothing of how archives store things but what is documented: what becomes an object, and what an edit does
/// with an object that several places share.
struct EditModel {
    /// What is at a place.
    enum Value: Equatable {
        case nothing
        /// A number, a boolean or data in a field itself.
        case inline(PropertyList)
        case node(Int)
        /// An array in a field itself.
        case list([Value])
    }

    /// A key that is an integer begins with `#`.
    typealias Field = (key: String, value: Value)

    /// What an object is.
    enum Content {
        /// A text, a number, a boolean or data.
        case scalar(PropertyList)
        case date(Double)
        case null
        case array([Value])
        case set([Value])
        case dictionary([Field])
        /// A set, with how often it holds each member.
        case countedSet([Value], [Int])
        case hashTable([Value])
        /// A dictionary whose keys are those of a strategy.
        case knownKeys([Field])
        case object(String, [Field])
        /// An object that was dropped or removed: references to it are nil.
        case gone
    }

    var nodes: [Int: Content] = [:]
    var top: [Field] = []
    private var nextID = 0

    mutating func add(_ content: Content) -> Int {
        nextID += 1
        nodes[nextID] = content
        return nextID
    }

    // MARK: Places

    /// What has members: the top level, an object, or an array in a field.
    indirect enum Holder {
        case top
        case node(Int)
        case list(Holder, Int)
    }

    enum Members {
        case fields([Field])
        case elements([Value])

        var count: Int {
            switch self {
            case .fields(let fields): fields.count
            case .elements(let elements): elements.count
            }
        }
    }

    /// A place in a holder: at a position, or under a key that isn't there yet, which gets the position after the last.
    struct Place {
        var holder: Holder
        var position: Int
        var newKey: String?
    }

    func members(of holder: Holder) -> Members? {
        switch holder {
        case .top: return .fields(top)
        case .node(let id):
            switch nodes[id] {
            case .array(let elements), .set(let elements), .countedSet(let elements, _), .hashTable(let elements):
                return .elements(elements)
            case .dictionary(let fields), .knownKeys(let fields), .object(_, let fields): return .fields(fields)
            // An object of any class takes new fields.
            case .null: return .fields([])
            case .date(let date): return .fields([("NS.time", .inline(.double(date)))])
            default: return nil
            }
        case .list(let owner, let position):
            guard case .fields(let fields)? = members(of: owner), case .list(let elements) = fields[position].value
            else { return nil }
            return .elements(elements)
        }
    }

    private mutating func setMembers(of holder: Holder, to members: Members) {
        switch (holder, members) {
        case (.top, .fields(let fields)): top = fields
        case (.node(let id), _):
            switch (nodes[id], members) {
            case (.array, .elements(let elements)): nodes[id] = .array(elements)
            case (.set, .elements(let elements)): nodes[id] = .set(elements)
            case (.dictionary, .fields(let fields)): nodes[id] = .dictionary(fields)
            case (.countedSet(_, let counts), .elements(let elements)): nodes[id] = .countedSet(elements, counts)
            case (.hashTable, .elements(let elements)): nodes[id] = .hashTable(elements)
            case (.knownKeys, .fields(let fields)): nodes[id] = .knownKeys(fields)
            case (.object(let name, _), .fields(let fields)): nodes[id] = .object(name, fields)
            case (.null, .fields(let fields)): nodes[id] = .object("NSNull", fields)
            case (.date, .fields(let fields)): nodes[id] = .object("NSDate", fields)
            default: break
            }
        case (.list(let owner, let position), .elements(let elements)):
            guard case .fields(var fields)? = self.members(of: owner) else { return }
            fields[position].value = .list(elements)
            setMembers(of: owner, to: .fields(fields))
        default: break
        }
    }

    /// Whether what is at a place is a field, which can be nil and hold numbers.
    func isField(_ place: Place) -> Bool {
        switch place.holder {
        case .top: return true
        case .list: return false
        case .node(let id):
            switch nodes[id] {
            case .object, .null, .date: return true
            default: return false
            }
        }
    }

    /// Whether what a holder has is only replaced, as nothing is added or removed in this form.
    func isFixed(_ holder: Holder) -> Bool {
        guard case .node(let id) = holder else { return false }
        switch nodes[id] {
        case .countedSet, .hashTable, .knownKeys: return true
        default: return false
        }
    }

    /// Whether an object is a date, which is damaged without the field that it has.
    func isDate(_ id: Int) -> Bool {
        switch nodes[id] {
        case .date, .object("NSDate", _): return true
        default: return false
        }
    }

    func value(at place: Place) -> Value? {
        guard place.newKey == nil else { return nil }
        switch members(of: place.holder) {
        case .fields(let fields)?: return place.position < fields.count ? fields[place.position].value : nil
        case .elements(let elements)?: return place.position < elements.count ? elements[place.position] : nil
        case nil: return nil
        }
    }

    mutating func write(_ value: Value, at place: Place) {
        switch members(of: place.holder) {
        case .fields(var fields)?:
            if let key = place.newKey {
                fields.append((key, value))
            } else {
                fields[place.position].value = value
            }
            setMembers(of: place.holder, to: .fields(fields))
        case .elements(var elements)?:
            elements[place.position] = value
            setMembers(of: place.holder, to: .elements(elements))
        case nil: break
        }
    }

    mutating func insert(_ value: Value, at place: Place) {
        guard case .elements(var elements)? = members(of: place.holder) else { return }
        elements.insert(value, at: place.position)
        setMembers(of: place.holder, to: .elements(elements))
    }

    mutating func remove(at place: Place) {
        switch members(of: place.holder) {
        case .fields(var fields)?:
            fields.remove(at: place.position)
            setMembers(of: place.holder, to: .fields(fields))
        case .elements(var elements)?:
            elements.remove(at: place.position)
            setMembers(of: place.holder, to: .elements(elements))
        case nil: break
        }
    }

    /// The place that a path leads to; nil if there is none.
    ///
    /// - Parameter isNew: Whether the last step may be a new key, or the position after the last element.
    func place(at path: ArchivePath, isNew: Bool = false) -> Place? {
        var holder = Holder.top
        for (number, step) in path.steps.enumerated() {
            let isLast = number == path.steps.count - 1
            guard let place = place(of: step, in: holder, isNew: isNew && isLast) else { return nil }
            if isLast { return place }
            switch value(at: place) {
            case .node(let id)?: holder = .node(id)
            case .list?: holder = .list(holder, place.position)
            default: return nil
            }
        }
        return nil
    }

    private func place(of step: ArchivePath.Step, in holder: Holder, isNew: Bool) -> Place? {
        switch (step, members(of: holder)) {
        case (.key(let key), .fields(let fields)?), (.text(let key), .fields(let fields)?):
            if let position = fields.firstIndex(where: { $0.key == key }) {
                return Place(holder: holder, position: position)
            }
            let isText = if case .text = step { true } else { false }
            if !isText, let position = fields.firstIndex(where: { $0.key == "#\(key)" }) {
                return Place(holder: holder, position: position)
            }
            guard isNew, !isFixed(holder) else { return nil }
            // Among integers a new key is one, unless it is quoted.
            let isInteger = !isText && !fields.isEmpty && fields.allSatisfy { $0.key.hasPrefix("#") }
            guard !isInteger || Int(key) != nil else { return nil }
            return Place(holder: holder, position: fields.count, newKey: isInteger ? "#\(key)" : key)
        case (.index(let index), .elements(let elements)?):
            let position = index < 0 ? elements.count + index : index
            guard position >= 0, position < elements.count + (isNew ? 1 : 0) else { return nil }
            return Place(holder: holder, position: position)
        default: return nil
        }
    }

    /// The step to a field or an entry.
    static func step(to field: Field) -> ArchivePath.Step {
        .key(field.key.hasPrefix("#") ? String(field.key.dropFirst()) : field.key)
    }

    // MARK: What leads where

    /// What a holder or an object has.
    private func values(of content: Content?) -> [Value] {
        switch content {
        case .array(let elements)?, .set(let elements)?, .countedSet(let elements, _)?, .hashTable(let elements)?:
            elements
        case .dictionary(let fields)?, .knownKeys(let fields)?, .object(_, let fields)?: fields.map(\.value)
        default: []
        }
    }

    /// The objects that values refer to, once for each reference.
    private func targets(of values: [Value]) -> [Int] {
        values.flatMap { value -> [Int] in
            switch value {
            case .node(let id): [id]
            case .list(let elements): targets(of: elements)
            case .nothing, .inline: []
            }
        }
    }

    /// The objects that an object refers to.
    func targets(of id: Int) -> [Int] { targets(of: values(of: nodes[id])) }

    /// The objects that the top level leads to, with a path to each.
    var reachable: [Int: ArchivePath] {
        var paths: [Int: ArchivePath] = [:]
        var pending: [(steps: [ArchivePath.Step], value: Value)] = top.map { ([.key($0.key)], $0.value) }
        var next = 0
        while next < pending.count {
            let (steps, value) = pending[next]
            next += 1
            switch value {
            case .nothing, .inline: break
            case .list(let elements):
                pending += elements.enumerated().map { (steps + [.index($0)], $1) }
            case .node(let id):
                guard paths[id] == nil else { continue }
                paths[id] = ArchivePath(steps)
                switch members(of: .node(id)) {
                case .fields(let fields)?: pending += fields.map { (steps + [Self.step(to: $0)], $0.value) }
                case .elements(let elements)?: pending += elements.enumerated().map { (steps + [.index($0)], $1) }
                case nil: break
                }
            }
        }
        return paths
    }

    /// How many references lead to each object.
    var referrers: [Int: Int] {
        var counts: [Int: Int] = [:]
        for target in targets(of: top.map(\.value)) { counts[target, default: 0] += 1 }
        for id in nodes.keys {
            for target in targets(of: id) { counts[target, default: 0] += 1 }
        }
        return counts
    }

    /// Drops the unreachable objects among some.
    mutating func drop(among candidates: some Sequence<Int>) {
        let reached = reachable
        for id in candidates where reached[id] == nil { nodes[id] = .gone }
    }
}
