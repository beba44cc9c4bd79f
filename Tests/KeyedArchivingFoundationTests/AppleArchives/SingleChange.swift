import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport

/// A change in one place of a decoded graph, and the same change in its archive, by path.
struct SingleChange {
    enum Kind: Int, CaseIterable {
        case text, mutableText, number, real, boolean, date, data, mutableData, url, color, attributedText
        case fieldAdded, fieldRemoved
        case elementReplaced, elementInserted, elementAppended, elementRemoved, elementMoved
        case entryReplaced, entryInserted, entryRemoved, memberAdded, memberRemoved
    }

    /// How many places for a change of each kind a graph has.
    private(set) var counts: [Kind: Int] = [:]
    private let wanted: (kind: Kind, place: Int)?
    private var edited: KeyedArchive
    private var pending: [(object: any Codingable, path: String)] = []
    private var seen: Set<ObjectIdentifier> = []

    private init(_ wanted: (Kind, Int)?, _ archive: KeyedArchive) {
        self.wanted = wanted
        edited = archive
    }

    /// Counts the places in a graph.
    static func counts(in fields: [ArchivedObject.Field], of archive: KeyedArchive) throws -> [Kind: Int] {
        var search = SingleChange(nil, archive)
        _ = try search.run(fields)
        return search.counts
    }

    /// Makes a change in a graph.
    ///
    /// - Returns: The archive with the same change; nil if there is no such place.
    static func make(
        _ kind: Kind, at place: Int, in fields: [ArchivedObject.Field], of archive: KeyedArchive
    ) throws -> KeyedArchive? {
        var search = SingleChange((kind, place), archive)
        return try search.run(fields) ? search.edited : nil
    }

    private mutating func run(_ fields: [ArchivedObject.Field]) throws -> Bool {
        for field in fields.reversed() {
            if case .object(let object?) = field.value { add(object, Self.quoted(field.key)) }
        }
        while let (object, path) = pending.popLast() {
            if try change(object, path) { return true }
        }
        return false
    }

    /// Counts a place, and says whether the change is made there.
    private mutating func isTaken(_ kind: Kind) -> Bool {
        let number = counts[kind, default: 0]
        counts[kind] = number + 1
        return wanted.map { $0 == (kind, number) } ?? false
    }

    private mutating func add(_ object: any Codingable, _ path: String) {
        guard let instance = object as? any (AnyObject & Codingable),
            seen.insert(ObjectIdentifier(instance)).inserted
        else { return }
        pending.append((object, path))
    }

    private static func quoted(_ key: String) -> String {
        "\"\(key.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\""))\""
    }

    /// The step of a path to the entry with a key.
    private static func name(of key: any Codingable) -> String? {
        switch plain(key) {
        case let text as String: quoted(text)
        case let number as Int64: "\(number)"
        default: nil
        }
    }

    private func isPlainText(_ path: String) -> Bool {
        edited[path].archivedClass == nil && edited[path].string != nil
    }

    /// The value itself, where it carries its entry.
    private static func plain(_ object: any Codingable) -> any Codingable {
        (object as? IdentifiedValue)?.value ?? object
    }

    // MARK: Values

    /// Looks at a value that a field, an element or an entry holds.
    ///
    /// - Returns: The value to replace it by; nil if it stays.
    private mutating func replacement(for held: any Codingable, at place: String) throws -> (any Codingable)? {
        switch Self.plain(held) {
        case is String where isPlainText(place):
            guard isTaken(.text) else { return nil }
            try edited.set("changed", at: place)
            return "changed"
        case is Date where edited[place].archivedClass?.name == "NSDate":
            guard isTaken(.date) else { return nil }
            try edited.set(.date(123.5), at: place)
            return Date(timeIntervalSinceReferenceDate: 123.5)
        case is URL:
            guard isTaken(.url), let url = URL(string: "changed://place") else { return nil }
            try edited.set(url, at: place)
            return url
        case let color as ArchivedColor:
            guard let changed = Self.changed(color), isTaken(.color) else { return nil }
            try edited.set(changed, at: place)
            return changed
        default:
            add(held, place)
            return nil
        }
    }

    /// The color with another first component; nil if it has none of its own.
    private static func changed(_ color: ArchivedColor) -> ArchivedColor? {
        guard case .components(var components) = color, let first = components.values.first else { return nil }
        components.values[0] = first == 0.5 ? 0.25 : 0.5
        // The same in the color's own space, so that the two say one color.
        if components.custom?.values != nil { components.custom?.values?[0] = components.values[0] }
        return .components(components)
    }

    private mutating func change(_ object: any Codingable, _ path: String) throws -> Bool {
        switch object {
        case let object as ArchivedObject: return try change(object, path)
        case let array as ArchivedArray: return try change(array, path)
        case let dictionary as ArchivedDictionary: return try change(dictionary, path)
        case let set as ArchivedSet: return try change(set, path)
        case let string as ArchivedAttributedString: return try change(string, path)
        case let text as MutableArchivedString:
            guard isTaken(.mutableText) else { return false }
            text.string = "changed"
            try edited.set("changed", at: path, everywhere: true)
            return true
        case let data as MutableArchivedData:
            guard isTaken(.mutableData) else { return false }
            data.bytes = [1, 2, 3]
            try edited.set(.data([1, 2, 3]), at: path, everywhere: true)
            return true
        default: return false
        }
    }

    // MARK: Objects

    private mutating func change(_ object: ArchivedObject, _ path: String) throws -> Bool {
        let keys = object.fields.map(\.key)
        // An object without a type of its own whose elements paths number, such as a hash table, takes no other field.
        if case .object = edited[path].content, isTaken(.fieldAdded) {
            object["a field more"] = .inline(5)
            try edited.set(5, at: "\(path).\"a field more\"")
            return true
        }
        for field in object.fields where keys.count(where: { $0 == field.key }) == 1 {
            let place = "\(path).\(Self.quoted(field.key))"
            if isTaken(.fieldRemoved) {
                object[field.key] = nil
                try edited.remove(at: place)
                return true
            }
            switch field.value {
            case .object(let held?):
                guard let value = try replacement(for: held, at: place) else { break }
                object[field.key] = .object(value)
                return true
            case .inline(let old):
                guard let (kind, value) = Self.changed(old), isTaken(kind) else { break }
                object[field.key] = .inline(value)
                try edited.set(value, at: place)
                return true
            default: break
            }
        }
        return false
    }

    /// Another value of the same kind.
    private static func changed(_ value: PropertyList) -> (Kind, PropertyList)? {
        switch value {
        case .data: (.data, .data([1, 2, 3]))
        case .integer(let old): (.number, .integer(old == 77 ? 78 : 77))
        case .float(let old): (.real, .float(old == 0.25 ? 0.5 : 0.25))
        case .double(let old): (.real, .double(old == 0.1 ? 0.2 : 0.1))
        case .boolean(let old): (.boolean, .boolean(!old))
        default: nil
        }
    }

    /// Changes a character inside of the longest run.
    private mutating func change(_ string: ArchivedAttributedString, _ path: String) throws -> Bool {
        var units = Array(string.string.utf16)
        var (start, place, length) = (0, 0, 0)
        for run in string.runs {
            if run.length > length { (place, length) = (start + 1, run.length) }
            start += run.length
        }
        if string.runs.isEmpty { (place, length) = (1, units.count) }
        guard length > 2, units.indices.contains(place) else { return false }
        units[place] = units[place] == 0x78 ? 0x79 : 0x78
        guard let text = String(validating: units, as: UTF16.self), isTaken(.attributedText) else { return false }
        string.string = text
        try edited.set(.string(PropertyListString(text)), at: "\(path).NSString", reflow: true)
        return true
    }

    // MARK: Collections

    private mutating func change(_ array: ArchivedArray, _ path: String) throws -> Bool {
        let count = array.elements.count
        if isTaken(.elementAppended) {
            try edited.append("appended", to: path)
            array.elements.append("appended")
            return true
        }
        if count > 0, edited["\(path)[\(count / 2)]"].string == nil,
            edited["\(path)[\(count / 2)]"].archivedClass != nil, isTaken(.elementReplaced)
        {
            try edited.set("changed", at: "\(path)[\(count / 2)]")
            array.elements[count / 2] = "changed"
            return true
        }
        if count > 1, isTaken(.elementInserted) {
            try edited.insert("inserted", at: "\(path)[\(count / 2)]")
            array.elements.insert("inserted", at: count / 2)
            return true
        }
        if count > 0, isTaken(.elementRemoved) {
            try edited.remove(at: "\(path)[\(count / 2)]")
            array.elements.remove(at: count / 2)
            return true
        }
        if count > 2, isTaken(.elementMoved) {
            try edited.move(from: "\(path)[\(count - 1)]", to: "\(path)[0]")
            array.elements.insert(array.elements.removeLast(), at: 0)
            return true
        }
        for (position, element) in array.elements.enumerated() {
            guard let value = try replacement(for: element, at: "\(path)[\(position)]") else { continue }
            array.elements[position] = value
            return true
        }
        return false
    }

    private mutating func change(_ set: ArchivedSet, _ path: String) throws -> Bool {
        let count = set.members.count
        if isTaken(.memberAdded) {
            try edited.append("a member more", to: path)
            set.members.append("a member more")
            return true
        }
        if count > 0, isTaken(.memberRemoved) {
            try edited.remove(at: "\(path)[\(count / 2)]")
            set.members.remove(at: count / 2)
            return true
        }
        for (position, member) in set.members.enumerated() { add(member, "\(path)[\(position)]") }
        return false
    }

    private mutating func change(_ dictionary: ArchivedDictionary, _ path: String) throws -> Bool {
        if let first = dictionary.entries.first, let name = Self.name(of: first.key), isTaken(.entryRemoved) {
            try edited.remove(at: "\(path).\(name)")
            dictionary.entries.removeFirst()
            return true
        }
        if isTaken(.entryInserted) {
            try edited.set("inserted", at: "\(path).\"an entry more\"")
            dictionary.entries.append((key: "an entry more", value: "inserted"))
            return true
        }
        for (position, entry) in dictionary.entries.enumerated() {
            guard let key = Self.plain(entry.key) as? String else { continue }
            let place = "\(path).\(Self.quoted(key))"
            if Self.plain(entry.value) is String, isPlainText(place) {
                guard isTaken(.entryReplaced) else { continue }
                try edited.set("changed", at: place)
                dictionary.entries[position].value = "changed"
                return true
            }
            guard let value = try replacement(for: entry.value, at: place) else { continue }
            dictionary.entries[position].value = value
            return true
        }
        return false
    }
}
