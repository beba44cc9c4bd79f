internal import PropertyLists

/// A place between two groups of a file that was scanned.
///
/// Reading cannot fail: the scanner has checked every length, count and reference that is read again here.
struct SequentialCursor: BitwiseCopyable, Sendable {
    var position: Int
    var end: Int
    /// The number of the next object, class or C string that begins.
    var nextNumber: Int
}

extension SequentialStorage {
    /// The place before the first group of the top level.
    var topLevel: SequentialCursor {
        SequentialCursor(position: groupRange.lowerBound, end: groupRange.upperBound, nextNumber: 0)
    }

    /// The place before the first group of an object.
    func cursor(ofObject number: Int) -> SequentialCursor {
        let item = tables.items[number]
        let classNumber = Int(item.classNumber)
        // A class that the object introduces has the number after its own.
        var next = number + 1
        if classNumber == next { next = numberAfter(chain: classNumber) }
        return SequentialCursor(position: item.groups.lowerBound, end: item.groups.upperBound, nextNumber: next)
    }

    /// The number after a chain of classes that were introduced together.
    func numberAfter(chain first: Int) -> Int {
        var number = first
        while tables.items[number].classNumber == number + 1 { number += 1 }
        return number + 1
    }

    /// Reads the next group.
    func nextGroup(_ cursor: inout SequentialCursor) -> SequentialGroup? {
        guard let number = nextTypeString(&cursor) else { return nil }
        let string = tables.strings[number]
        let nodes = tables.parser.nodes.elements(string.nodes)
        var values: [SequentialValue] = []
        var node = 0
        while node < nodes.count {
            values.append(value(nodes, node, &cursor))
            node += Int(nodes[node].nodeCount)
        }
        return SequentialGroup(typeBytes: Array(bytes[string.range]), nodes: nodes, values: values)
    }

    /// Reads the type string of the next group; nil if there is none.
    func nextTypeString(_ cursor: inout SequentialCursor) -> Int? {
        guard cursor.position < cursor.end else { return nil }
        return sharedString(&cursor)
    }

    /// Reads a value; types nest within bounds, so this may recurse.
    private func value(_ nodes: [TypeCodeNode], _ index: Int, _ cursor: inout SequentialCursor) -> SequentialValue {
        let node = nodes[index]
        switch node.code {
        case UInt8(ascii: "["): return array(nodes, index, &cursor)
        case UInt8(ascii: "{"):
            var fields: [SequentialValue] = []
            var field = index + 1
            while field < index + Int(node.nodeCount) {
                fields.append(value(nodes, field, &cursor))
                field += Int(nodes[field].nodeCount)
            }
            return .structure(fields)
        case UInt8(ascii: "("): return .bytes(raw(Int(node.count), &cursor))
        case UInt8(ascii: "!"): return .ignored
        default: return scalar(node.code, &cursor)
        }
    }

    private func array(_ nodes: [TypeCodeNode], _ index: Int, _ cursor: inout SequentialCursor) -> SequentialValue {
        let (count, element) = (Int(nodes[index].count), nodes[index + 1])
        if element.isCharacter { return .bytes(raw(count, &cursor)) }
        guard !element.isEmpty else { return .array([]) }
        var elements: [SequentialValue] = []
        elements.reserveCapacity(min(count, cursor.end - cursor.position))
        for _ in 0..<count { elements.append(value(nodes, index + 1, &cursor)) }
        return .array(elements)
    }

    /// Reads a scalar.
    func scalar(_ code: UInt8, _ cursor: inout SequentialCursor) -> SequentialValue {
        switch code {
        case UInt8(ascii: "c"): return .integer(Int64(Int8(bitPattern: byte(&cursor))))
        case UInt8(ascii: "C"), UInt8(ascii: "B"): return .unsignedInteger(UInt64(byte(&cursor)))
        case UInt8(ascii: "s"), UInt8(ascii: "i"), UInt8(ascii: "l"), UInt8(ascii: "q"):
            return .integer(integer(&cursor))
        case UInt8(ascii: "S"): return .unsignedInteger(UInt64(UInt16(truncatingIfNeeded: integer(&cursor))))
        case UInt8(ascii: "I"), UInt8(ascii: "L"):
            return .unsignedInteger(UInt64(UInt32(truncatingIfNeeded: integer(&cursor))))
        case UInt8(ascii: "Q"): return .unsignedInteger(UInt64(bitPattern: integer(&cursor)))
        case UInt8(ascii: "f"): return .real(real(&cursor, size: 4))
        case UInt8(ascii: "d"): return .real(real(&cursor, size: 8))
        case UInt8(ascii: "@"): return object(&cursor)
        case UInt8(ascii: "#"): return classNumber(&cursor).map { .class(SequentialReference($0)) } ?? .null
        case UInt8(ascii: "*"): return cString(&cursor).map { .cString(SequentialReference($0)) } ?? .null
        case UInt8(ascii: "%"): return sharedBytes(&cursor).map { .atom($0) } ?? .null
        case UInt8(ascii: ":"): return sharedBytes(&cursor).map { .selector($0) } ?? .null
        default: return string(&cursor).map { .bytes(Array($0)) } ?? .null
        }
    }
}

extension TypeCodeNode {
    /// Whether arrays of the type are bytes.
    var isCharacter: Bool { code == UInt8(ascii: "c") || code == UInt8(ascii: "C") }

    /// Whether a value of the type is an object, a class or a string, and so may be nil.
    var mayBeNull: Bool { "@#*%:+".utf8.contains(code) }
}
