internal import PropertyLists

/// Goes through the types of a group, those of an array's elements as often as it has elements: all code that reads,
/// checks, writes or lists the values of a group follows these steps.
///
/// Open types are in an explicit list, so that the nesting of types costs no stack.
struct TypeWalk {
    /// The next step of the walk.
    enum Step {
        /// A number, an object, a class, a string, or a value that is left out.
        case scalar(TypeCodeNode)
        /// An array of characters, with the type of these, or a union: the value is bytes.
        case bytes(TypeCodeNode, character: TypeCodeNode?)
        /// An array or a structure begins.
        case begin(TypeCodeNode)
        /// An array or a structure ends.
        case end(TypeCodeNode)
    }

    /// An array or a structure whose types are being gone through.
    private struct Open {
        var node: TypeCodeNode
        /// The first type in it, and the one after the last.
        var types: Range<Int>
        /// How many elements of an array are left; 1 in a structure.
        var turns: Int
    }

    private var open: [Open] = []
    private var index: Int
    private let end: Int

    /// Begins before the first of some types.
    init(_ types: Range<Int>) {
        (index, end) = (types.lowerBound, types.upperBound)
    }

    /// The next step; nil at the end.
    mutating func next(in nodes: some TypeNodes) -> Step? {
        if let last = open.last, index == last.types.upperBound {
            guard last.turns > 1 else {
                open.removeLast()
                return .end(last.node)
            }
            open[open.count - 1].turns -= 1
            index = last.types.lowerBound
        }
        guard index < end else { return nil }
        let node = nodes.node(at: index)
        let types = index + 1..<index + Int(node.nodeCount)
        switch node.code {
        case UInt8(ascii: "["):
            let element = nodes.node(at: types.lowerBound)
            if element.isCharacter {
                index = types.upperBound
                return .bytes(node, character: element)
            }
            // An array of what takes no bytes has no elements.
            open.append(Open(node: node, types: types, turns: node.isEmpty ? 1 : Int(node.count)))
            index = node.isEmpty ? types.upperBound : types.lowerBound
            return .begin(node)
        case UInt8(ascii: "{"):
            open.append(Open(node: node, types: types, turns: 1))
            index = types.lowerBound
            return .begin(node)
        case UInt8(ascii: "("):
            index = types.upperBound
            return .bytes(node, character: nil)
        default:
            index = types.upperBound
            return .scalar(node)
        }
    }
}

/// A list of types, as a parser of type strings makes it.
protocol TypeNodes {
    /// The type at a place of the list, which must exist.
    func node(at index: Int) -> TypeCodeNode
}

extension [TypeCodeNode]: TypeNodes {
    @inline(__always)
    func node(at index: Int) -> TypeCodeNode { self[index] }
}

extension SequentialStorage: TypeNodes {
    @inline(__always)
    func node(at index: Int) -> TypeCodeNode { tables.parser.nodes[index] }
}

extension TypeCodedValue {
    /// Puts the values of a group together, step by step.
    struct Builder {
        /// The values of the innermost open array or structure; at the end, those of the group.
        private(set) var values: [TypeCodedValue] = []
        private var outer: [[TypeCodedValue]] = []

        mutating func append(_ value: TypeCodedValue) { values.append(value) }

        /// Begins an array or a structure.
        ///
        /// - Parameter capacity: How many values there are in it, if that is known.
        mutating func begin(capacity: Int = 0) {
            outer.append(values)
            values = []
            values.reserveCapacity(capacity)
        }

        /// Ends the array or the structure that began last.
        mutating func end(_ node: TypeCodeNode) {
            let value: TypeCodedValue = node.code == UInt8(ascii: "[") ? .array(values) : .structure(values)
            values = outer.popLast() ?? []
            values.append(value)
        }
    }

    /// Goes through the values of a group together with their types.
    struct Walk {
        /// The next step of the walk.
        enum Step {
            /// A value that isn't an array or a structure, and its type.
            case scalar(TypeCodedValue, TypeCodeNode)
            /// A value that is bytes, its type, and that of the characters, unless it is a union.
            case bytes(TypeCodedValue, TypeCodeNode, character: TypeCodeNode?)
            /// An array or a structure begins.
            case begin(TypeCodeNode)
            /// An array or a structure ends.
            case end(TypeCodeNode)
            /// A value stands where an array or a structure has to be, or has another number of elements.
            case mismatch(TypeCodedValue, TypeCodeNode)
        }

        private var walk: TypeWalk
        private var level: Level
        private var outer: [Level] = []

        private struct Level {
            var values: [TypeCodedValue]
            var next = 0
        }

        init(_ values: [TypeCodedValue], _ types: Range<Int>) {
            walk = TypeWalk(types)
            level = Level(values: values)
        }

        /// The next step; nil at the end.
        ///
        /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidValue`` if there are more or fewer values than types.
        mutating func next(in nodes: some TypeNodes) throws(ArchiveError) -> Step? {
            switch walk.next(in: nodes) {
            case .scalar(let node): return .scalar(try take(), node)
            case .bytes(let node, let character): return .bytes(try take(), node, character: character)
            case .begin(let node):
                let value = try take()
                let parts: [TypeCodedValue]
                switch (value, node.code) {
                case (.array(let elements), UInt8(ascii: "["))
                where elements.count == (node.isEmpty ? 0 : Int(node.count)):
                    parts = elements
                case (.structure(let fields), UInt8(ascii: "{")): parts = fields
                default: return .mismatch(value, node)
                }
                outer.append(level)
                level = Level(values: parts)
                return .begin(node)
            case .end(let node):
                try checkEnd()
                if let last = outer.popLast() { level = last }
                return .end(node)
            case nil:
                try checkEnd()
                return nil
            }
        }

        private mutating func take() throws(ArchiveError) -> TypeCodedValue {
            guard level.next < level.values.count else { throw .wrongCount(ofValues: level.values.count) }
            level.next += 1
            return level.values[level.next - 1]
        }

        private func checkEnd() throws(ArchiveError) {
            guard level.next == level.values.count else { throw .wrongCount(ofValues: level.values.count) }
        }
    }
}

/// The types of a type string.
struct SequentialTypeList {
    let nodes: [TypeCodeNode]
    let bytes: [UInt8]

    init(_ types: String) throws(ArchiveError) {
        bytes = Array(types.utf8)
        nodes = try SequentialGroup.nodes(of: bytes)
    }
}
