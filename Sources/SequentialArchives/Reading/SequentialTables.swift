internal import PropertyLists

/// A string that is stored once and referred to by its number: a type string, a name, the body of a C string.
struct SharedString: BitwiseCopyable, Sendable {
    /// Where its bytes begin in the file.
    var start: UInt32
    var count: UInt32
    /// The nodes of the types that it stands for; none as long as it wasn't used as a type string.
    var firstNode: UInt32 = 0
    var nodeCount: UInt32 = 0
    /// What a scanner does with the values of these types.
    var firstStep: UInt32 = 0
    var stepCount: UInt32 = 0
    /// How many values there are for a group of these types that take no byte.
    var emptyCount: UInt32 = 0
    var isType = false

    var range: Range<Int> { Int(start)..<Int(start) &+ Int(count) }
    var nodes: Range<Int> { Int(firstNode)..<Int(firstNode) &+ Int(nodeCount) }

    /// Makes the string a type string.
    mutating func setTypes(nodes: Range<Int>, steps: Range<Int>) {
        firstNode = UInt32(truncatingIfNeeded: nodes.lowerBound)
        nodeCount = UInt32(truncatingIfNeeded: nodes.count)
        firstStep = UInt32(truncatingIfNeeded: steps.lowerBound)
        stepCount = UInt32(truncatingIfNeeded: steps.count)
        isType = true
    }
}

/// What has a number: an object, a class or a C string.
struct NumberedItem: BitwiseCopyable, Sendable {
    enum Kind: UInt8, BitwiseCopyable, Sendable {
        case object
        case `class`
        case cString

        /// The kind as an error names it.
        var words: String {
            switch self {
            case .object: "an object"
            case .class: "a class"
            case .cString: "a C string"
            }
        }
    }

    var kind: Kind
    /// The class of an object; the superclass of a class or `none`.
    var classNumber: UInt32 = NumberedItem.none
    /// Where the groups of an object begin in the file; the shared string of a class or of a C string.
    var first: UInt32
    /// Where an object ends, after its last byte; the version of a class.
    var second: UInt32 = 0
    /// The number after those of everything inside an object; 0 while it is open.
    var nextNumber: UInt32 = 0

    static let none = UInt32.max
}

/// What was found out about a file while it was scanned.
struct SequentialTables: ~Copyable, Sendable {
    var strings = GrowingTable<SharedString>()
    var items = GrowingTable<NumberedItem>()
    /// The types of the strings that were used as type strings.
    var parser = TypeCodeParser()
}
