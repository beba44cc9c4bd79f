package import KeyedArchiving
internal import PropertyLists

/// Compares two archives as graphs, whatever UIDs their objects have.
///
/// Both are followed in parallel from their top-level keys, with a work list, so that depth and cycles do no harm.
/// Objects are equal if their class records and their fields are, in any order of the keys; and where one archive
/// refers to one object twice, so has the other, and the other way round. Plain values (strings, numbers, data) have no
/// identity: they are equal by kind and bits. A reference to a slot that was reserved but never filled is nil.
package struct ArchiveComparison {
    /// What makes two objects equal.
    package enum Measure: Sendable {
        /// Their fields, as they are stored.
        case fields
        /// What collections, strings and data hold, however they store it, and the fields of all other objects.
        ///
        /// Subclasses of Apple's archiver write them in ways of their own.
        case contents
    }

    /// What the archives differ in first, with the place; nil if they are equal.
    package private(set) var difference: String?

    /// How often an object or a plain value was reached that has another UID in the other archive.
    package private(set) var otherUIDs = 0

    /// Whether objects and plain values have the same UIDs and there are as many entries.
    package var hasSameNumbering: Bool {
        difference == nil && otherUIDs == 0 && left.objectCount == right.objectCount
    }

    private let measure: Measure
    private let left: KeyedArchive
    private let right: KeyedArchive
    private var partners: [UID: UID] = [:]
    private var partnersOfRight: [UID: UID] = [:]
    private var classes: [UID: (right: UID, name: String)] = [:]
    private var pending: [Pair] = []
    private var places: [Place] = []

    /// Two values to compare, and where they are: a position in `places`.
    private struct Pair {
        var left: PropertyList
        var right: PropertyList
        var place: Int
    }

    /// A step on the way to a value, and the step before it.
    private struct Place {
        var outer: Int
        var name: String
    }

    /// Compares two archives.
    ///
    /// - Throws: `ArchiveError` if an entry of either cannot be read.
    package init(_ left: KeyedArchive, _ right: KeyedArchive, by measure: Measure = .fields) throws {
        self.measure = measure
        self.left = left
        self.right = right
        if left.archiver != right.archiver { difference = "$archiver: \(left.archiver), \(right.archiver)" }
        compareFields(try left.topLevel(), try right.topLevel(), -1)
        while difference == nil, let pair = pending.popLast() { try compare(pair) }
    }

    private mutating func compare(_ pair: Pair) throws {
        switch (pair.left, pair.right) {
        case (.uid(let left), .uid(let right)): try compareEntries(left, right, pair.place)
        case (.array(let left), .array(let right)):
            guard left.count == right.count else {
                return differ(pair.place, "\(left.count) elements, \(right.count) elements")
            }
            for (position, elements) in zip(left, right).enumerated() {
                push(elements.0, elements.1, at: "[\(position)]", in: pair.place)
            }
        default:
            if pair.left != pair.right { differ(pair.place, "\(pair.left), \(pair.right)") }
        }
    }

    private mutating func compareEntries(_ left: UID, _ right: UID, _ place: Int) throws {
        if partners[left] == right, partnersOfRight[right] == left { return }
        let (leftEntry, rightEntry) = (try self.left.entry(at: left), try self.right.entry(at: right))
        switch (leftEntry, rightEntry) {
        case (.null, .null): break
        case (.value(let leftValue), .value(let rightValue)):
            if leftValue != rightValue { return differ(place, "\(leftValue), \(rightValue)") }
            if left == right { pair(left, right) } else { otherUIDs += 1 }
        case (.object(let leftRecord), .object(let rightRecord)):
            guard partners[left] == nil, partnersOfRight[right] == nil else {
                return differ(place, "\(left) and \(right), seen before with another partner")
            }
            pair(left, right)
            if left != right { otherUIDs += 1 }
            guard let name = try commonClass(leftRecord.classUID, rightRecord.classUID, place) else { return }
            compareFields(
                fields(of: leftRecord, name, in: self.left),
                fields(of: rightRecord, name, in: self.right),
                place
            )
        default: differ(place, "\(leftEntry), \(rightEntry)")
        }
    }

    private func fields(of record: ArchivedRecord, _ name: String, in archive: KeyedArchive) -> [ArchivedRecord.Field] {
        measure == .contents ? archive.contents(of: record, ofClass: name) : record.fields
    }

    /// Fields by key; of the values under one key, which only a faulty writer repeats, the order counts.
    private mutating func compareFields(_ left: [ArchivedRecord.Field], _ right: [ArchivedRecord.Field], _ place: Int) {
        let (left, right) = (Self.sorted(left), Self.sorted(right))
        guard left.map(\.key) == right.map(\.key) else {
            return differ(place, "keys \(left.map(\.key.repaired)), \(right.map(\.key.repaired))")
        }
        for (left, right) in zip(left, right) {
            push(left.value, right.value, at: left.key.repaired, in: place)
        }
    }

    private static func sorted(_ fields: [ArchivedRecord.Field]) -> [ArchivedRecord.Field] {
        fields.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }.map(\.element)
    }

    private mutating func push(_ left: PropertyList, _ right: PropertyList, at name: String, in place: Int) {
        places.append(Place(outer: place, name: name))
        pending.append(Pair(left: left, right: right, place: places.count - 1))
    }

    private mutating func pair(_ left: UID, _ right: UID) {
        partners[left] = right
        partnersOfRight[right] = left
    }

    /// The name of the class that two class records agree on; nil if they differ.
    private mutating func commonClass(_ left: UID, _ right: UID, _ place: Int) throws -> String? {
        if let known = classes[left], known.right == right { return known.name }
        let (leftClass, rightClass) = (try self.left.archivedClass(at: left), try self.right.archivedClass(at: right))
        guard leftClass == rightClass else {
            differ(place, "\(leftClass), \(rightClass)")
            return nil
        }
        classes[left] = (right, leftClass.name)
        return leftClass.name
    }

    private mutating func differ(_ place: Int, _ what: String) {
        var names: [String] = []
        var place = place
        while place >= 0, names.count < 12 {
            names.append(places[place].name)
            place = places[place].outer
        }
        difference = "\(names.reversed().joined(separator: ".")): \(what.prefix(400))"
    }
}
