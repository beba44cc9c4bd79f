internal import PropertyLists

/// Goes through a file once, checks every byte of it, and notes where objects, classes and strings are.
///
/// Values stay in the file until they are asked for. Objects that nest are kept on a stack of its own, so that depth
/// costs no stack of the machine. The time is linear in the size of the file: every step but a bounded number consumes
/// a byte, and values that have no bytes are paid from the limit `expansion`.
struct SequentialScanner: ~Copyable {
    let bytes: [UInt8]
    let limits: Limits
    let isLittle: Bool
    var budget: Budget
    var tables = SequentialTables()
    var program = ScanProgram()
    /// How groups begin.
    var starts = GroupStarts()
    /// The number of the first C string, below which everything that has a number is an object or a class.
    var firstCString = Int.max
    /// The objects and loops around what is being read.
    var frames: GrowingTable<Frame>
    /// The next byte.
    var position: Int
    /// What is being read, for the path of an error.
    var current = Frame(object: NumberedItem.none)
    /// Where zeros begin that fill the rest of the file; the size of the file if there are none.
    var zerosStart: Int
    /// Where a group began that has zeros only.
    var zeroGroupStart: Int?
    var classCount = 0
    /// How many objects, classes and C strings there may be.
    let itemLimit: Int

    /// What is read inside an object or at the top level, or a loop in it.
    struct Frame: BitwiseCopyable {
        /// The object, `NumberedItem.none` at the top level, or `loop`.
        var object: UInt32
        /// How many groups were begun; the repetitions of a loop that are left.
        var count: UInt32 = 0
        /// The code of the value that is being read; 0 between groups.
        var code: UInt32 = 0

        static let loop = NumberedItem.none - 1

        var isLoop: Bool { object == Self.loop }
    }

    init(_ bytes: [UInt8], at position: Int, byteOrder: SequentialByteOrder, limits: Limits) {
        self.bytes = bytes
        self.limits = limits
        self.position = position
        isLittle = byteOrder == .little
        budget = Budget(inputSize: bytes.count, limits: limits)
        itemLimit = min(limits.objects, NumberedItem.maximumCount)
        // Archives have an object for some forty bytes; room for one in 24 is most often enough from the start, and so
        // is that for some strings and levels.
        tables.items = GrowingTable(capacity: 16 + bytes.count / 24)
        tables.strings = GrowingTable(capacity: 32)
        frames = GrowingTable(capacity: 32)
        zerosStart = (bytes.lastIndex { $0 != 0 } ?? -1) + 1
    }

    /// Goes through the groups up to the end of the file.
    mutating func scan() throws(SequentialArchiveError) {
        let bytes = bytes
        do {
            try unsafe bytes.withUnsafeBufferPointer { buffer throws(SequentialArchiveError) in
                try scanGroups(unsafe ByteWindow(buffer))
            }
        } catch {
            guard let zeros = zeroGroupStart else { throw located(error) }
            position = zeros
        }
    }

    /// Goes through the groups.
    ///
    /// What nearly every group consists of is read here, with what changes in local variables, which stay in registers:
    /// references, objects of classes that are known, numbers, short strings. The rest is left to other functions, and
    /// so is everything that fails. A group is read value by value, as the codes of its type string say; an object
    /// interrupts the group that it belongs to, and its frame says where to go on.
    ///
    /// Lengths are found by comparisons and not in a table, which would take fewer instructions but more time: a
    /// processor guesses how a comparison ends and goes on, but waits for what it loads.
    private mutating func scanGroups(_ bytes: ByteWindow) throws(SequentialArchiveError) {
        var position = position
        var (object, groupCount) = (current.object, current.count)
        var index = Int(current.code)
        defer {
            self.position = position
            current = Frame(object: object, count: groupCount, code: UInt32(truncatingIfNeeded: index))
        }
        groups: while true {
            var code: UInt8
            if bytes.contains(position), case let start = starts[bytes[position]], !start.isNone {
                position &+= 1
                groupCount &+= 1
                (code, index) = (start.code, start.index)
            } else {
                if bytes.contains(position), bytes[position] == HeadByte.end {
                    guard let outer = endObject(object, after: position) else {
                        index = 0
                        throw endOfNothing(at: position)
                    }
                    position &+= 1
                    (object, groupCount, index) = (outer.object, outer.count, Int(outer.code) &+ 1)
                } else {
                    index = 0
                    self.position = position
                    guard let start = try beginOtherGroup() else { return }
                    position = self.position
                    groupCount &+= 1
                    index = start
                }
                code = program.codes[index]
                if code == ScanCode.end { continue groups }
            }
            while true {
                if code == ScanCode.object, bytes.contains(position) {
                    let head = bytes[position]
                    if head == HeadByte.null || isReference(head) {
                        position &+= 1
                    } else if head == HeadByte.new {
                        let number = UInt32(truncatingIfNeeded: tables.items.count)
                        try beginObject(bytes, &position)
                        let frame = Frame(object: object, count: groupCount, code: UInt32(truncatingIfNeeded: index))
                        if !frames.appendIfPossible(frame) { frames.append(frame) }
                        (object, groupCount) = (number, 0)
                        continue groups
                    } else if head == HeadByte.integer16, isReference(bytes, at: position) {
                        position &+= 3
                    } else {
                        self.position = position
                        try skipReference()
                        position = self.position
                    }
                    index &+= 1
                } else if code <= ScanCode.real64, bytes.contains(position) {
                    let head = bytes[position]
                    if Int8(bitPattern: head) >= HeadByte.leastInteger {
                        position &+= 1
                    } else if case let width = Self.width(head, code), bytes.contains(position &+ width), width > 0 {
                        position &+= 1 &+ width
                    } else {
                        self.position = position
                        try skipNumber(code)
                        position = self.position
                    }
                    index &+= 1
                } else if code == ScanCode.string, bytes.contains(position), bytes[position] < 128,
                    bytes.contains(position &+ Int(bytes[position])), Int(bytes[position]) <= limits.stringBytes
                {
                    position &+= 1 &+ Int(bytes[position])
                    index &+= 1
                } else if code == ScanCode.byte, bytes.contains(position), limits.dataBytes > 0 {
                    position &+= 1
                    index &+= 1
                } else if code == ScanCode.sharedString, bytes.contains(position), bytes[position] == HeadByte.null {
                    position &+= 1
                    index &+= 1
                } else {
                    self.position = position
                    index = try scanOther(code, at: index)
                    position = self.position
                }
                code = program.codes[index]
                if code == ScanCode.end { continue groups }
            }
        }
    }

    /// The number that a reference of one byte names; negative if the byte is none.
    @inline(__always)
    static func reference(_ byte: UInt8) -> Int { Int(Int8(bitPattern: byte)) &+ HeadByte.firstReference }
}
