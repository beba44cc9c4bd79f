internal import PropertyLists

/// What a scanner does with values of a group: some values of one kind in a row, or a loop.
///
/// Structures take no bytes of their own, so they are not seen here, and arrays only where their elements have several
/// parts.
struct ScanStep: BitwiseCopyable, Sendable {
    enum Kind: UInt8, BitwiseCopyable, Sendable {
        case raw
        case integer16
        case integer32
        case integer64
        case real32
        case real64
        case object
        case `class`
        case cString
        /// An atom or a selector.
        case sharedString
        case string
        /// The steps up to the `endLoop` are repeated.
        case loop
        case endLoop
    }

    var kind: Kind
    /// Whether the group has no further steps.
    var isLast = false
    /// How many values, bytes or repetitions; for `endLoop`, which step begins the loop.
    var count: UInt32

    /// The kind of a scalar; nil for what has no bytes.
    static func kind(of code: UInt8) -> Kind? {
        switch code {
        case UInt8(ascii: "c"), UInt8(ascii: "C"), UInt8(ascii: "B"), UInt8(ascii: "("): .raw
        case UInt8(ascii: "s"), UInt8(ascii: "S"): .integer16
        case UInt8(ascii: "i"), UInt8(ascii: "I"), UInt8(ascii: "l"), UInt8(ascii: "L"): .integer32
        case UInt8(ascii: "q"), UInt8(ascii: "Q"): .integer64
        case UInt8(ascii: "f"): .real32
        case UInt8(ascii: "d"): .real64
        case UInt8(ascii: "@"): .object
        case UInt8(ascii: "#"): .class
        case UInt8(ascii: "*"): .cString
        case UInt8(ascii: "%"), UInt8(ascii: ":"): .sharedString
        case UInt8(ascii: "+"): .string
        default: nil
        }
    }
}

/// Makes the steps for type strings.
struct ScanStepCompiler: ~Copyable {
    /// The steps of all type strings.
    private(set) var steps = GrowingTable<ScanStep>()
    /// The arrays whose elements are being compiled: where their nodes end, where their loop begins.
    private var open = GrowingTable<OpenLoop>()

    init() {
        // No group begins with the step 0.
        steps.append(ScanStep(kind: .raw, isLast: true, count: 0))
    }

    private struct OpenLoop: BitwiseCopyable {
        var nodeEnd: Int
        var loop: Int
    }

    /// Adds the steps for the nodes of a type string.
    ///
    /// - Returns: Which steps they are.
    mutating func compile(_ nodes: borrowing GrowingTable<TypeCodeNode>, _ range: Range<Int>) -> Range<Int> {
        let first = steps.count
        if range.count == 1, let kind = ScanStep.kind(of: nodes[range.lowerBound].code), kind != .raw {
            // Most types are a single code.
            steps.append(ScanStep(kind: kind, isLast: true, count: 1))
            return first..<first + 1
        }
        // Steps before this one belong to another sequence.
        var sequenceStart = first
        var index = range.lowerBound
        while index < range.upperBound {
            let node = nodes[index]
            if node.isEmpty || node.code == UInt8(ascii: "(") {
                if !node.isEmpty { add(.raw, node.count, from: sequenceStart) }
                index += Int(node.nodeCount)
            } else if node.code == UInt8(ascii: "[") {
                if node.count > 1 {
                    open.append(OpenLoop(nodeEnd: index + Int(node.nodeCount), loop: steps.count))
                    steps.append(ScanStep(kind: .loop, count: node.count))
                    sequenceStart = steps.count
                }
                index += 1
            } else {
                if let kind = ScanStep.kind(of: node.code) { add(kind, 1, from: sequenceStart) }
                index += 1
            }
            while open.count > 0, open[open.count - 1].nodeEnd == index, let loop = open.popLast() {
                sequenceStart = open.count > 0 ? open[open.count - 1].loop + 1 : first
                close(loop.loop, sequenceStart)
            }
        }
        if steps.count > first { steps[steps.count - 1].isLast = true }
        return first..<steps.count
    }

    private mutating func add(_ kind: ScanStep.Kind, _ count: UInt32, from sequenceStart: Int) {
        let last = steps.count - 1
        if last >= sequenceStart, steps[last].kind == kind {
            let (sum, overflow) = steps[last].count.addingReportingOverflow(count)
            if !overflow {
                steps[last].count = sum
                return
            }
        }
        steps.append(ScanStep(kind: kind, count: count))
    }

    /// Ends a loop; one over values of a single kind becomes as many of those.
    private mutating func close(_ loop: Int, _ sequenceStart: Int) {
        if steps.count == loop + 2 {
            let step = steps[loop + 1]
            let (product, overflow) = step.count.multipliedReportingOverflow(by: steps[loop].count)
            if !overflow {
                steps.truncate(to: loop)
                return add(step.kind, product, from: sequenceStart)
            }
        }
        steps.append(ScanStep(kind: .endLoop, count: UInt32(truncatingIfNeeded: loop + 1)))
    }
}
