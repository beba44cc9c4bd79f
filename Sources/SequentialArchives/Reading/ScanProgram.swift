internal import PropertyLists

/// What a scanner does with the values of a group: one code for each value, and `end` after the last.
///
/// Structures take no bytes of their own, so they are not seen here, and arrays only where they are long or their
/// elements have several parts.
enum ScanCode {
    /// The group ends, and another begins.
    static let end: UInt8 = 0
    static let object: UInt8 = 1
    // Numbers.
    static let integer16: UInt8 = 2
    static let integer32: UInt8 = 3
    static let integer64: UInt8 = 4
    static let real32: UInt8 = 5
    static let real64: UInt8 = 6
    /// One raw byte.
    static let byte: UInt8 = 7
    /// The bytes of a string object.
    static let string: UInt8 = 8
    static let `class`: UInt8 = 9
    static let cString: UInt8 = 10
    /// An atom or a selector.
    static let sharedString: UInt8 = 11
    /// Raw bytes; their number follows.
    static let raw: UInt8 = 12
    /// The codes up to `endLoop` are repeated; the number of repetitions follows.
    static let loop: UInt8 = 13
    static let endLoop: UInt8 = 14

    /// How many bytes a code takes whose operand follows.
    static let sizeWithOperand = 5

    /// The code for a scalar; nil for any other type.
    @inline(__always)
    static func code(of type: UInt8) -> UInt8? {
        switch type {
        case UInt8(ascii: "c"), UInt8(ascii: "C"), UInt8(ascii: "B"): byte
        case UInt8(ascii: "s"), UInt8(ascii: "S"): integer16
        case UInt8(ascii: "i"), UInt8(ascii: "I"), UInt8(ascii: "l"), UInt8(ascii: "L"): integer32
        case UInt8(ascii: "q"), UInt8(ascii: "Q"): integer64
        case UInt8(ascii: "f"): real32
        case UInt8(ascii: "d"): real64
        case UInt8(ascii: "@"): object
        case UInt8(ascii: "#"): `class`
        case UInt8(ascii: "*"): cString
        case UInt8(ascii: "%"), UInt8(ascii: ":"): sharedString
        case UInt8(ascii: "+"): string
        default: nil
        }
    }
}

/// The codes for all type strings of an archive, one after another.
struct ScanProgram: ~Copyable {
    private(set) var codes: GrowingTable<UInt8>
    /// The arrays whose elements are being compiled.
    private var open = GrowingTable<OpenLoop>()
    /// How many raw bytes come next that have no code yet: neighbors are one.
    private var rawCount: UInt32 = 0

    private struct OpenLoop: BitwiseCopyable {
        /// Where the nodes of the array end.
        var nodeEnd: Int
        /// Where the code of the loop is.
        var start: Int
    }

    /// The least number of elements for which the code of a scalar isn't written out but looped over.
    private static let loopedCount: UInt32 = 16

    init() {
        codes = GrowingTable(capacity: 240)
        // Where a scanner is between groups: no type string has its codes here.
        codes.append(ScanCode.end)
    }

    /// The number that follows a code.
    func operand(at index: Int) -> UInt32 {
        var value: UInt32 = 0
        for offset in 1..<ScanCode.sizeWithOperand { value = value << 8 | UInt32(codes[index + offset]) }
        return value
    }

    /// How many bytes a code takes, with its operand.
    static func size(of code: UInt8) -> Int {
        code == ScanCode.raw || code == ScanCode.loop ? ScanCode.sizeWithOperand : 1
    }

    /// Adds the codes for the nodes of a type string.
    ///
    /// - Returns: Where they begin.
    mutating func compile(_ nodes: borrowing GrowingTable<TypeCodeNode>, _ range: Range<Int>) -> Int {
        let start = codes.count
        if range.count == 1, let code = ScanCode.code(of: nodes[range.lowerBound].code) {
            // Most types are a single code.
            codes.append(code)
            codes.append(ScanCode.end)
            return start
        }
        var index = range.lowerBound
        while index < range.upperBound {
            let node = nodes[index]
            if let code = ScanCode.code(of: node.code) {
                if code == ScanCode.byte { addRaw(1) } else { add(code) }
                index &+= 1
            } else {
                index = compile(node, at: index)
            }
            while open.count > 0, open[open.count - 1].nodeEnd == index, let loop = open.popLast() {
                close(loop)
            }
        }
        add(ScanCode.end)
        return start
    }

    /// Adds what begins with a node that isn't a scalar.
    ///
    /// - Returns: The next node.
    private mutating func compile(_ node: TypeCodeNode, at index: Int) -> Int {
        if node.isEmpty { return index + Int(node.nodeCount) }
        if node.code == UInt8(ascii: "(") {
            addRaw(node.count)
            return index + Int(node.nodeCount)
        }
        if node.code == UInt8(ascii: "["), node.count > 1 {
            flush()
            open.append(OpenLoop(nodeEnd: index + Int(node.nodeCount), start: codes.count))
            add(ScanCode.loop, node.count)
        }
        return index + 1
    }

    private mutating func add(_ code: UInt8) {
        if rawCount > 0 { flush() }
        codes.append(code)
    }

    private mutating func add(_ code: UInt8, _ operand: UInt32) {
        codes.append(code)
        codes.append(bigEndian: UInt64(operand), width: ScanCode.sizeWithOperand - 1)
    }

    private mutating func addRaw(_ count: UInt32) {
        let (sum, overflow) = rawCount.addingReportingOverflow(count)
        if overflow { flush() }
        rawCount = overflow ? count : sum
    }

    /// Adds the code for raw bytes that have none yet.
    private mutating func flush() {
        let count = rawCount
        rawCount = 0
        if count > 1 { add(ScanCode.raw, count) } else if count > 0 { codes.append(ScanCode.byte) }
    }

    /// Ends a loop.
    ///
    /// One over raw bytes becomes as many of those, a short one over a scalar so many scalars.
    private mutating func close(_ loop: OpenLoop) {
        let count = operand(at: loop.start)
        let body = loop.start + ScanCode.sizeWithOperand
        if codes.count == body {
            let (product, overflow) = rawCount.multipliedReportingOverflow(by: count)
            if !overflow {
                codes.truncate(to: loop.start)
                rawCount = product
                return
            }
        }
        if codes.count == body + 1, rawCount == 0, count < Self.loopedCount {
            let code = codes[body]
            codes.truncate(to: loop.start)
            for _ in 0..<count { codes.append(code) }
            return
        }
        add(ScanCode.endLoop)
    }
}
