import SequentialArchives

/// How the values of two sequential archives differ, wherever their objects stand in the files.
///
/// Equal short texts, numbers and data may be one object in one of them and several in the other.
struct SequentialComparison {
    private let old: SequentialArchive
    private let new: SequentialArchive
    /// The values that differ.
    private(set) var changes: [String] = []
    /// Whether equal short values are one object in both or in neither.
    private(set) var isSharedAlike = true
    private var partners: [Int: Int] = [:]
    private var oldPartners: [Int: Int] = [:]
    private var pending: [(SequentialReference, SequentialReference)] = []

    init(_ old: SequentialArchive, _ new: SequentialArchive) {
        self.old = old
        self.new = new
        if old.header != new.header { changes.append("header") }
        compare(old.groups, new.groups)
        while let (first, second) = pending.popLast() {
            guard let left: SequentialObject = old.object(first), let right: SequentialObject = new.object(second)
            else {
                changes.append("\(first)")
                continue
            }
            if Self.classes(left) != Self.classes(right) { changes.append("class of \(first)") }
            compare(left.groups, right.groups)
        }
    }

    private static func classes(_ object: SequentialObject) -> [String] {
        object.classes.map { "\($0.name) \($0.version)" }
    }

    private mutating func compare(_ old: [SequentialGroup], _ new: [SequentialGroup]) {
        if old.map(\.types) != new.map(\.types) { return changes.append("\(old.map(\.types)) → \(new.map(\.types))") }
        for (left, right) in zip(old, new) { compare(left.values, right.values) }
    }

    private mutating func compare(_ old: [SequentialValue], _ new: [SequentialValue]) {
        for (left, right) in zip(old, new) { compare(left, right) }
    }

    private mutating func compare(_ left: SequentialValue, _ right: SequentialValue) {
        switch (left, right) {
        case (.array(let old), .array(let new)), (.structure(let old), .structure(let new)): compare(old, new)
        case (.object(let first), .object(let second)):
            let plain = (Self.plain(first, old), Self.plain(second, new))
            if let (left, right) = plain.0.flatMap({ left in plain.1.map { (left, $0) } }) {
                if left != right { return changes.append("\(left) → \(right)") }
                if !isPair(first, second) { isSharedAlike = false }
            } else if partners[first.number] == nil, oldPartners[second.number] == nil {
                _ = isPair(first, second)
                pending.append((first, second))
            } else if !isPair(first, second) {
                changes.append("identity of \(first)")
            }
        case (.cString(let first), .cString(let second)):
            if old.cString(first) != new.cString(second) { return changes.append("C string \(first)") }
            if !isPair(first, second) { changes.append("identity of \(first)") }
        case (.class(let first), .class(let second)):
            if old.classRecord(first)?.name != new.classRecord(second)?.name { changes.append("class \(first)") }
        // Numbers that aren't numbers differ from themselves.
        case (.real(let first), .real(let second)) where first.bitPattern == second.bitPattern: break
        default: if left != right { changes.append("\(left) → \(right)") }
        }
    }

    private mutating func isPair(_ first: SequentialReference, _ second: SequentialReference) -> Bool {
        let known = (partners[first.number], oldPartners[second.number])
        partners[first.number] = known.0 ?? second.number
        oldPartners[second.number] = known.1 ?? first.number
        return (known.0 ?? second.number) == second.number && (known.1 ?? first.number) == first.number
    }

    /// An object that is nothing but a short text, a number, data or NSNull, in words.
    private static func plain(_ reference: SequentialReference, _ archive: SequentialArchive) -> String? {
        guard let object: SequentialObject = archive.object(reference),
            ["NSString", "NSNumber", "NSData", "NSNull"].contains(object.className)
        else { return nil }
        let groups = object.groups.map { group in
            group.values.map { value in
                if case .cString(let reference) = value { return "\(archive.cString(reference) ?? [])" }
                if case .bytes(let bytes) = value { return String(decoding: bytes, as: UTF8.self) }
                return "\(value)"
            }.joined()
        }
        let text = "\(classes(object)) \(object.groups.map(\.types)) \(groups)"
        return groups.contains { $0.utf16.count > 64 } ? nil : text
    }
}
