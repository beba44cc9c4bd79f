internal import PropertyLists

/// The codes for scanning the values of a group: one code for each value, as many as fit in a word.
///
/// Structures have no code, since they have no bytes besides their fields; arrays have one only if they are long or
/// their elements have several parts.
enum ScanCode {
    /// How many bits of a word a code takes.
    static let width: UInt64 = 4
    static let mask: UInt64 = 15

    /// No code is left: the group ends, and another begins.
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
    /// Raw bytes; their number is the next word.
    static let raw: UInt8 = 12
    /// The codes up to `endLoop` are repeated; the number of repetitions is the next word.
    static let loop: UInt8 = 13
    static let endLoop: UInt8 = 14
    /// The codes go on in the next word.
    static let more: UInt8 = 15

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

/// A place in a program.
struct ScanPlace: BitwiseCopyable, Equatable {
    /// The codes of its word that are left, the next one lowest; 0 after the last of a type string.
    var codes: UInt64 = 0
    /// The number of the word; 0 between groups.
    var word: UInt32 = 0

    /// The next code.
    @inline(__always)
    var code: UInt8 { UInt8(truncatingIfNeeded: codes & ScanCode.mask) }
}

/// The codes for all type strings of an archive, one after another.
///
/// A word has up to 15 codes, the first in its lowest bits, and zeros above the last: taking a code away is a shift
/// that tells whether it was the last. Nearly every type string is one word.
struct ScanProgram: ~Copyable {
    private(set) var words: GrowingTable<UInt64>
    /// The codes of the type string that is being compiled.
    private var codes = GrowingTable<Code>()
    /// The arrays whose elements are being compiled.
    private var open = GrowingTable<OpenLoop>()
    /// How many raw bytes come next that have no code yet: neighbors are one.
    private var rawCount: UInt32 = 0

    private struct Code: BitwiseCopyable {
        var code: UInt8
        /// The number of bytes or of repetitions.
        var operand: UInt32 = 0
    }

    private struct OpenLoop: BitwiseCopyable {
        /// The end of the nodes of the array.
        var nodeEnd: Int
        /// The position of the code of the loop.
        var start: Int
    }

    /// The least number of elements for which the code of a scalar isn't written out but looped over.
    private static let loopedCount: UInt32 = 16

    init() {
        words = GrowingTable(capacity: 64)
        // Where a scanner is between groups: no type string has its codes here.
        words.append(0)
    }

    /// The place before the first code of a word.
    func place(ofWord word: UInt32) -> ScanPlace { ScanPlace(codes: words[Int(word)], word: word) }

    /// The place after a code: of a loop, the first code in it, and of the end of a loop, the one after it.
    func place(after place: ScanPlace) -> ScanPlace {
        switch place.code {
        case ScanCode.raw, ScanCode.loop: self.place(ofWord: place.word &+ 2)
        case ScanCode.endLoop, ScanCode.more: self.place(ofWord: place.word &+ 1)
        default: ScanPlace(codes: place.codes &>> ScanCode.width, word: place.word)
        }
    }

    /// The number that belongs to a code.
    func operand(at place: ScanPlace) -> UInt32 { UInt32(truncatingIfNeeded: words[Int(place.word) + 1]) }

    /// Adds the codes for the nodes of a type string if they are a few scalars, as most are, and no neighbors are raw.
    ///
    /// - Returns: Whether they are.
    mutating func compileScalars(_ nodes: borrowing GrowingTable<TypeCodeNode>, _ range: Range<Int>) -> Bool {
        var (word, last) = (UInt64(0), ScanCode.end)
        var index = range.upperBound
        guard range.count < 64 / ScanCode.width else { return false }
        while index > range.lowerBound {
            index &-= 1
            guard let code = ScanCode.code(of: nodes[index].code), code != ScanCode.byte || last != code else {
                return false
            }
            word = word &<< ScanCode.width | UInt64(code)
            last = code
        }
        words.append(word)
        return true
    }

    /// Adds the codes for the nodes of any type string.
    mutating func compile(_ nodes: borrowing GrowingTable<TypeCodeNode>, _ range: Range<Int>) {
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
        flush()
        pack()
    }

    /// Adds the codes of a type that begins with a node that isn't a scalar.
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
            codes.append(Code(code: ScanCode.loop, operand: node.count))
        }
        return index + 1
    }

    private mutating func add(_ code: UInt8) {
        if rawCount > 0 { flush() }
        codes.append(Code(code: code))
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
        if count > 1 {
            codes.append(Code(code: ScanCode.raw, operand: count))
        } else if count > 0 {
            codes.append(Code(code: ScanCode.byte))
        }
    }

    /// Ends a loop.
    ///
    /// One over raw bytes becomes as many of those, a short one over a scalar so many scalars.
    private mutating func close(_ loop: OpenLoop) {
        let count = codes[loop.start].operand
        let body = loop.start + 1
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

    /// Adds the codes of the type string as words.
    private mutating func pack() {
        var word: UInt64 = 0
        var shift: UInt64 = 0
        for index in 0..<codes.count {
            let code = codes[index]
            if shift == 60 {
                words.append(word | UInt64(ScanCode.more) &<< shift)
                (word, shift) = (0, 0)
            }
            word |= UInt64(code.code) &<< shift
            shift &+= ScanCode.width
            // Where an operand follows or a loop goes on, a word ends.
            guard code.code >= ScanCode.raw else { continue }
            words.append(word)
            if code.code != ScanCode.endLoop { words.append(UInt64(code.operand)) }
            (word, shift) = (0, 0)
        }
        words.append(word)
        codes.truncate(to: 0)
    }
}
