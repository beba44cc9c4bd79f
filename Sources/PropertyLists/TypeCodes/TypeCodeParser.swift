/// Reads type strings of the Objective-C run time, such as `@`, `iI` or `[3{point=ff}]`.
///
/// The codes of scalars are those of ``TypeCode``. Reading is linear in the length of the string and doesn't recurse.
package struct TypeCodeParser: ~Copyable {
    /// The nodes of all strings that were read, one string after another.
    package private(set) var nodes = GrowingTable<TypeCodeNode>()
    /// The composite types that are open, by their nodes.
    private var open = GrowingTable<UInt32>()

    /// How deep types may nest; those of real archives nest two levels deep.
    package static let maximumDepth = 64

    package init() {}

    /// Reads a string, and adds its nodes to the list.
    ///
    /// - Returns: Which nodes they are; none if the string is empty.
    package mutating func parse(_ text: ArraySlice<UInt8>) throws(ArchiveError) -> Range<Int> {
        let first = nodes.count
        open.truncate(to: 0)
        var position = text.startIndex
        // Most types are scalars, and most strings hold nothing else.
        while position < text.endIndex, let type = TypeCode(rawValue: text[position]) {
            nodes.append(.scalar(type, at: position &- text.startIndex))
            position &+= 1
        }
        do throws(ArchiveError) {
            while position < text.endIndex { try parseNext(text, &position) }
            guard let unclosed = open.popLast() else { return first..<nodes.count }
            throw ArchiveError(
                .invalidType, "the type \(Self.quoted(nodes[Int(unclosed)].code)) isn't closed",
                at: Int(nodes[Int(unclosed)].start)
            )
        } catch {
            nodes.truncate(to: first)
            throw error
        }
    }

    /// How many values there are for values of some types, one after another, that take no byte of an archive.
    package func emptyCount(of range: Range<Int>) -> Int {
        var (count, index) = (0, range.lowerBound)
        while index < range.upperBound {
            count = count.addingOrMaximum(nodes[index].emptyCount)
            index += Int(nodes[index].nodeCount)
        }
        return count
    }

    private mutating func parseNext(_ text: ArraySlice<UInt8>, _ position: inout Int) throws(ArchiveError) {
        let start = position
        let code = text[position]
        position &+= 1
        let offset = UInt32(truncatingIfNeeded: start &- text.startIndex)
        let type = TypeCode(rawValue: code)
        var node = TypeCodeNode(
            code: code, scalar: type, count: 0, nodeCount: 1, scalarCount: 1, emptyCount: 0, start: offset,
            end: offset &+ 1)
        switch code {
        case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ")"):
            return try close(code, at: offset)
        case UInt8(ascii: "["):
            node.count = try Self.count(text, &position)
            node.scalarCount = 0
            node.emptyCount = 1
        case UInt8(ascii: "{"), UInt8(ascii: "("):
            Self.skipName(text, &position)
            node.scalarCount = 0
            node.emptyCount = 1
        case UInt8(ascii: "!"):
            node.scalarCount = 0
            node.emptyCount = 1
        case _ where type != nil: break
        default:
            throw ArchiveError(.invalidType, "\(Self.quoted(code)) isn't a type that archives have", at: Int(offset))
        }
        try add(node)
    }

    /// Adds a type to the innermost open type, and opens it if it is composite.
    private mutating func add(_ node: TypeCodeNode) throws(ArchiveError) {
        let isComposite =
            node.code == UInt8(ascii: "[") || node.code == UInt8(ascii: "{")
            || node.code == UInt8(ascii: "(")
        let depth = open.count
        if depth > 0 {
            let outer = Int(open[depth &- 1])
            if nodes[outer].code == UInt8(ascii: "["), nodes[outer].nodeCount > 1 {
                throw ArchiveError(.invalidType, "an array has elements of one type only", at: Int(node.start))
            }
            if !isComposite { include(node, in: outer) }
        }
        guard isComposite else { return nodes.append(node) }
        guard depth < Self.maximumDepth else {
            throw ArchiveError(.invalidType, "types nest deeper than \(Self.maximumDepth) levels", at: Int(node.start))
        }
        open.append(UInt32(truncatingIfNeeded: nodes.count))
        nodes.append(node)
    }

    /// Adds the counts of a type to the type around it.
    private mutating func include(_ node: TypeCodeNode, in outer: Int) {
        nodes[outer].nodeCount &+= node.nodeCount
        switch nodes[outer].code {
        case UInt8(ascii: "["):
            // An array of values without bytes has none: a few digits would stand for a billion of them.
            let count = node.isEmpty ? 0 : Int(nodes[outer].count)
            nodes[outer].scalarCount = node.scalarCount.multipliedOrMaximum(by: count)
            nodes[outer].emptyCount = node.emptyCount.multipliedOrMaximum(by: count).addingOrMaximum(1)
        case UInt8(ascii: "("):
            break
        default:
            nodes[outer].scalarCount = nodes[outer].scalarCount.addingOrMaximum(node.scalarCount)
            nodes[outer].emptyCount = nodes[outer].emptyCount.addingOrMaximum(node.emptyCount)
        }
    }

    private mutating func close(_ code: UInt8, at offset: UInt32) throws(ArchiveError) {
        guard let last = open.popLast() else {
            throw ArchiveError(.invalidType, "\(Self.quoted(code)) closes nothing", at: Int(offset))
        }
        let index = Int(last)
        let opening = nodes[index].code
        let matches =
            switch opening {
            case UInt8(ascii: "["): code == UInt8(ascii: "]")
            case UInt8(ascii: "{"): code == UInt8(ascii: "}")
            default: code == UInt8(ascii: ")")
            }
        guard matches else {
            throw ArchiveError(
                .invalidType, "\(Self.quoted(code)) doesn't close \(Self.quoted(opening))", at: Int(offset))
        }
        if opening == UInt8(ascii: "["), nodes[index].nodeCount == 1 {
            throw ArchiveError(.invalidType, "an array needs a type of its elements", at: Int(offset))
        }
        nodes[index].end = offset &+ 1
        if opening == UInt8(ascii: "(") { try measureUnion(index) }
        if open.count > 0 { include(nodes[index], in: Int(open[open.count &- 1])) }
    }

    /// Sets the size of a union, whose bytes are its only content.
    mutating func setUnionSize(_ size: UInt32, at index: Int) {
        nodes[index].count = size
        nodes[index].scalarCount = Int(size)
        nodes[index].emptyCount = size == 0 ? 1 : 0
    }

    /// The digits after `[`.
    private static func count(_ text: ArraySlice<UInt8>, _ position: inout Int) throws(ArchiveError) -> UInt32 {
        let start = position
        var count: UInt32 = 0
        while position < text.endIndex, case let digit = text[position] &- UInt8(ascii: "0"), digit < 10 {
            let (product, overflow) = count.multipliedReportingOverflow(by: 10)
            let (sum, sumOverflow) = product.addingReportingOverflow(UInt32(digit))
            guard !overflow, !sumOverflow else {
                throw ArchiveError(
                    .invalidType, "an array has more than 4,294,967,295 elements", at: start &- text.startIndex)
            }
            count = sum
            position &+= 1
        }
        guard position > start else {
            throw ArchiveError(.invalidType, "an array needs its number of elements", at: start &- text.startIndex)
        }
        return count
    }

    /// Skips the name of a structure and the `=` after it, if there are any.
    private static func skipName(_ text: ArraySlice<UInt8>, _ position: inout Int) {
        var end = position
        while end < text.endIndex {
            switch text[end] {
            case UInt8(ascii: "="):
                position = end &+ 1
                return
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "("),
                UInt8(ascii: ")"):
                return
            default: end &+= 1
            }
        }
    }

    private static func quoted(_ code: UInt8) -> String {
        String(Unicode.Scalar(code)).quotedForDisplay
    }
}
