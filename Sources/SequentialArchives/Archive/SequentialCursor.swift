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
    ///
    /// - Parameter recent: The types of the group before it: usually they are the same, and one array serves both.
    func nextGroup(
        _ cursor: inout SequentialCursor,
        _ recent: inout SharedContents.Recent?
    ) -> SequentialGroup? {
        guard let number = nextTypeString(&cursor) else { return nil }
        let known = recent.flatMap { $0.number == number ? $0.content : nil }
        let types = known ?? content(ofString: number)
        if known == nil { recent = SharedContents.Recent(number: number, content: types) }
        return SequentialGroup(
            typeBytes: types.bytes, nodes: types.nodes, values: values(of: types.nodes, &cursor))
    }

    /// Reads the values of some types.
    private func values(of nodes: [TypeCodeNode], _ cursor: inout SequentialCursor) -> [SequentialValue] {
        var walk = TypeWalk(nodes.indices)
        var builder = SequentialValue.Builder()
        while let step = walk.next(in: nodes) {
            switch step {
            case .scalar(let node): builder.append(scalar(node.scalar, &cursor))
            case .bytes(let node, _): builder.append(.bytes(raw(Int(node.count), &cursor)))
            case .begin(let node):
                // An element takes a byte at least; an array of what takes none has no elements, whatever its count.
                builder.begin(capacity: node.isEmpty ? 0 : min(Int(node.count), cursor.end - cursor.position))
            case .end(let node): builder.end(node)
            }
        }
        return builder.values
    }

    /// Reads the type string of the next group; nil if there is none.
    func nextTypeString(_ cursor: inout SequentialCursor) -> Int? {
        guard cursor.position < cursor.end else { return nil }
        return sharedString(&cursor)
    }

    /// Reads a value that isn't an array or a structure; nothing is read of a type that is left out.
    func scalar(_ type: TypeCode?, _ cursor: inout SequentialCursor) -> SequentialValue {
        switch type {
        case .int8: return .integer(Int64(Int8(bitPattern: byte(&cursor))))
        case .uint8, .boolean: return .unsignedInteger(UInt64(byte(&cursor)))
        case .int16, .int32, .long, .int64:
            return .integer(integer(&cursor))
        case .uint16: return .unsignedInteger(UInt64(UInt16(truncatingIfNeeded: integer(&cursor))))
        case .uint32, .unsignedLong:
            return .unsignedInteger(UInt64(UInt32(truncatingIfNeeded: integer(&cursor))))
        case .uint64: return .unsignedInteger(UInt64(bitPattern: integer(&cursor)))
        case .float: return .real(real(&cursor, size: 4))
        case .double: return .real(real(&cursor, size: 8))
        case .object: return object(&cursor)
        case .class: return classNumber(&cursor).map { .class(SequentialReference($0)) } ?? .null
        case .cString: return cString(&cursor).map { .cString(SequentialReference($0)) } ?? .null
        case .atom: return sharedBytes(&cursor).map { .atom($0) } ?? .null
        case .selector: return sharedBytes(&cursor).map { .selector($0) } ?? .null
        case .characters: return string(&cursor).map { .bytes(Array($0)) } ?? .null
        case nil: return .ignored
        }
    }
}
