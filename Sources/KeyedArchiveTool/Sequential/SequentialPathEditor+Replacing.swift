import KeyedArchiving
import PropertyLists
import SequentialArchives

// Which value can take the place of another.

extension SequentialPathEditor {
    typealias Groups = ([SequentialGroup]) throws(ArchiveError) -> [SequentialGroup]

    /// Makes the groups of an object with another content; nil if the value isn't one for its class.
    static func content(
        of object: SequentialObject,
        _ groups: [SequentialGroup],
        as value: PropertyList
    ) -> Groups? {
        switch value {
        case .string(let text) where groups.first?.types == "+" && object.isKind(of: "NSString"):
            let bytes = Array(text.repaired.utf8)
            return { groups throws(ArchiveError) in
                [try SequentialGroup(types: "+", values: [.bytes(bytes)])] + groups.dropFirst()
            }
        // OPENSTEP's strings, in a character set of their own.
        case .string(let text) where groups.first?.types == "i" && groups.count == 2 && object.isKind(of: "NSString"):
            return { _ throws(ArchiveError) in try SequentialContent.oldString(text) }
        case .date(let seconds), .double(let seconds):
            guard groups.first?.types == "d", object.isKind(of: "NSDate") else { break }
            return { groups throws(ArchiveError) in
                [try SequentialGroup(types: "d", values: [.real(seconds)])] + groups.dropFirst()
            }
        case .data(let bytes) where groups.first?.types == "i" && groups.count == 2 && object.isKind(of: "NSData"):
            return { _ throws(ArchiveError) in
                [
                    try SequentialGroup(types: "i", values: [.integer(Int64(bytes.count))]),
                    try SequentialGroup(types: "[\(bytes.count)c]", values: [.bytes(bytes)]),
                ]
            }
        default: break
        }
        guard groups.count == 2, groups[0].types == "*", let old = groups[1].values.first,
            object.isKind(of: "NSNumber"), let number = try? replacing([], in: old, by: value)
        else { return nil }
        return { groups throws(ArchiveError) in
            [groups[0], try SequentialGroup(typeBytes: groups[1].typeBytes, values: [number])]
        }
    }

    /// A value in place of another, or of an element of it; types nest within bounds, so this may recurse.
    static func replacing(
        _ indices: ArraySlice<Int>,
        in old: SequentialValue,
        by new: PropertyList
    ) throws(ArchiveError) -> SequentialValue {
        if let index = indices.first {
            switch old {
            case .array(var values) where values.indices.contains(index):
                values[index] = try replacing(indices.dropFirst(), in: values[index], by: new)
                return .array(values)
            case .structure(var values) where values.indices.contains(index):
                values[index] = try replacing(indices.dropFirst(), in: values[index], by: new)
                return .structure(values)
            default:
                throw ArchiveError(
                    .valueNotFound, "there is no element \(index)",
                    remedy: "keyed-archive dump shows the elements that there are")
            }
        }
        switch (old, new) {
        case (.integer, .integer(let value)), (.unsignedInteger, .integer(let value)): return .integer(value)
        case (.integer, .unsignedInteger(let value)), (.unsignedInteger, .unsignedInteger(let value)):
            return .unsignedInteger(value)
        case (.integer, .boolean(let value)), (.unsignedInteger, .boolean(let value)): return .integer(value ? 1 : 0)
        case (.real, _) where new.doubleValue != nil: return .real(new.doubleValue ?? 0)
        case (.real, .integer(let value)): return .real(Double(value))
        case (.bytes, .string(let text)): return .bytes(Array(text.repaired.utf8))
        case (.bytes, .data(let bytes)): return .bytes(bytes)
        case (.atom, .string(let text)): return .atom(Array(text.repaired.utf8))
        case (.selector, .string(let text)): return .selector(Array(text.repaired.utf8))
        case (.object, .uid(let uid)), (.null, .uid(let uid)):
            return uid == .null ? .null : .object(SequentialReference(uid))
        case (.object, .null), (.null, .null), (.selector, .null), (.atom, .null), (.cString, .null), (.class, .null):
            return .null
        default:
            throw ArchiveError(
                .invalidValue, "a value of a sequential archive is replaced by one of its own type only",
                remedy: "give a number for a number, text for text, and #n of an object, or nil, for an object")
        }
    }
}
