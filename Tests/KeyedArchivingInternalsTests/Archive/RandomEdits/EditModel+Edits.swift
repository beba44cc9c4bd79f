import KeyedArchiving
import PropertyLists

// The edits, as the documentation says what they do.

extension EditModel {
    /// The content of the object that a value becomes; nil for a reference.
    private mutating func content(of value: PropertyList) -> Content {
        switch value {
        case .date(let date): return .date(date)
        case .array(let elements): return .array(elements.map { .node(node(of: $0)) })
        case .dictionary(let entries):
            return .dictionary(entries.map { ($0.stringValue ?? "", .node(node(of: $1))) })
        default: return .scalar(value)
        }
    }

    mutating func node(of value: PropertyList) -> Int {
        let content = content(of: value)
        return add(content)
    }

    /// Whether a value is inline in a field with an old value.
    private func isInline(_ value: PropertyList, replacing old: Value?) -> Bool {
        switch value {
        case .boolean, .integer, .double:
            switch old {
            case .nothing, .node: return false
            case .inline, .list, nil: return true
            }
        case .data:
            if case .inline(.data) = old { return true }
            return false
        default: return false
        }
    }

    /// Sets what a path leads to.
    ///
    /// - Parameter ids: The objects by the UIDs that `value` may be.
    mutating func set(_ value: PropertyList, at place: Place, everywhere: Bool, _ ids: [UID: Int]) {
        let old = self.value(at: place)
        switch value {
        case .uid(let uid) where uid != .null: write(ids[uid].map { .node($0) } ?? .nothing, at: place)
        case .uid where isField(place): write(.nothing, at: place)
        case _ where isField(place) && isInline(value, replacing: old): write(.inline(value), at: place)
        default:
            var content = Content.null
            if value != .uid(.null) { content = self.content(of: value) }
            if everywhere, case .node(let id) = old {
                nodes[id] = content
            } else {
                write(.node(add(content)), at: place)
            }
        }
    }

    /// Puts a value before an element.
    mutating func insert(_ value: PropertyList, at place: Place, _ ids: [UID: Int]) {
        switch value {
        case .uid(.null): insert(.node(add(.null)), at: place)
        case .uid(let uid): insert(ids[uid].map { .node($0) } ?? .nothing, at: place)
        default: insert(.node(node(of: value)), at: place)
        }
    }

    /// The form in which a value is stored in a field.
    mutating func stored(_ value: PropertyList, replacing old: Value?, _ ids: [UID: Int]) -> Value {
        switch value {
        case .uid(.null): .nothing
        case .uid(let uid): ids[uid].map { .node($0) } ?? .nothing
        case .array(let elements): .list(elements.map { element($0, ids) })
        case _ where isInline(value, replacing: old): .inline(value)
        default: .node(node(of: value))
        }
    }

    /// The form in which an element of an array in a field is stored.
    private mutating func element(_ value: PropertyList, _ ids: [UID: Int]) -> Value {
        if case .uid = value { return stored(value, replacing: nil, ids) }
        return .node(node(of: value))
    }

    /// Sets a field of an object or of the top level, whose arrays are inline.
    mutating func setField(_ value: PropertyList, forKey key: String, of holder: Holder, _ ids: [UID: Int]) {
        guard case .fields(let fields)? = members(of: holder) else { return }
        let position = fields.firstIndex { $0.key == key }
        let stored = stored(value, replacing: position.map { fields[$0].value }, ids)
        write(
            stored,
            at: Place(holder: holder, position: position ?? fields.count, newKey: position == nil ? key : nil))
    }

    /// Moves what is at a path; nil if that must fail, and nothing is moved then.
    func moving(from source: ArchivePath, to destination: ArchivePath) -> EditModel? {
        guard let place = place(at: source), let value = value(at: place), !isFixed(place.holder) else { return nil }
        var copy = self
        copy.remove(at: place)
        guard let end = copy.place(at: destination, isNew: true) else { return nil }
        if case .index = destination.steps.last, copy.isFixed(end.holder) { return nil }
        // An array in a field moves as an object, which can hold no references.
        var moved = value
        if case .list(let elements) = value {
            guard elements.isEmpty else { return nil }
            moved = .node(copy.add(.array([])))
        }
        if case .inline(let plain) = value, !copy.isField(end) || !copy.isInline(plain, replacing: copy.value(at: end))
        {
            moved = .node(copy.add(.scalar(plain)))
        }
        if case .nothing = value, !copy.isField(end) { moved = .node(copy.add(.null)) }
        if case .index = destination.steps.last {
            copy.insert(moved, at: end)
        } else {
            copy.write(moved, at: end)
        }
        return copy
    }
}
