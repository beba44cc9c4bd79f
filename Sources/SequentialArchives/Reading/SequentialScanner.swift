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
    var compiler = ScanStepCompiler()
    /// How a group begins for a reference to each shared string.
    var starts = GrowingTable<GroupStart>()
    var frames = GrowingTable<Frame>()
    /// The next byte.
    var position: Int
    /// What is being read, for the path of an error.
    var current = Frame(object: NumberedItem.none)
    /// Where zeros begin that fill the rest of the file; the size of the file if there are none.
    var zerosStart: Int
    /// Where a group began that has zeros only.
    var zeroGroupStart: Int?
    var classCount = 0

    /// What is read inside an object or at the top level, or a loop in it.
    struct Frame: BitwiseCopyable {
        /// The object, `NumberedItem.none` at the top level, or `loop`.
        var object: UInt32
        var groupCount: UInt32 = 0
        /// The step of the group that is being read; 0 between groups, as no group begins with that step.
        var step: UInt32 = 0
        /// How many values of the step are left, or repetitions of a loop.
        var remaining: UInt32 = 0

        static let loop = NumberedItem.none - 1

        var isLoop: Bool { object == Self.loop }
    }

    init(_ bytes: [UInt8], at position: Int, byteOrder: SequentialByteOrder, limits: Limits) {
        self.bytes = bytes
        self.limits = limits
        self.position = position
        isLittle = byteOrder == .little
        budget = Budget(inputSize: bytes.count, limits: limits)
        // Archives have an object for some forty bytes; room for one in 24 is most often enough from the start, and so
        // is that for some strings and levels.
        tables.items = GrowingTable(capacity: 16 + bytes.count / 24)
        tables.strings = GrowingTable(capacity: 64)
        starts = GrowingTable(capacity: 64)
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
    /// so is everything that fails. A group is read step by step from the first step of its type string; an object
    /// interrupts the step that it belongs to, and its frame says where to go on.
    private mutating func scanGroups(_ bytes: ByteWindow) throws(SequentialArchiveError) {
        var position = position
        var object = current.object
        var (groupCount, stepIndex, left) = (current.groupCount, current.step, current.remaining)
        var step = compiler.steps[0]
        defer {
            self.position = position
            current = Frame(object: object, groupCount: groupCount, step: stepIndex, remaining: left)
        }
        groups: while true {
            let number = bytes.contains(position) ? Self.reference(bytes[position]) : -1
            if UInt(bitPattern: number) < UInt(bitPattern: starts.count), case let start = starts[number],
                start.kind != .unknown
            {
                position &+= 1
                groupCount &+= 1
                stepIndex = start.step
                if start.kind == .object {
                    left = 0
                    if skipReference(bytes, &position) { continue groups }
                    if bytes.contains(position), bytes[position] == HeadByte.new {
                        let number = tables.items.count
                        try beginObject(bytes, &position)
                        frames.append(Frame(object: object, groupCount: groupCount, step: stepIndex, remaining: 0))
                        object = UInt32(truncatingIfNeeded: number)
                        groupCount = 0
                        continue groups
                    }
                } else if start.kind != .steps, skipScalar(start.kind, bytes, &position) {
                    continue groups
                }
                step = compiler.steps[Int(stepIndex)]
                left = step.count
            } else if bytes.contains(position), bytes[position] == HeadByte.end {
                guard let outer = endObject(object, at: position) else { throw endOfNothing(at: position) }
                position &+= 1
                (object, groupCount, stepIndex, left) = (outer.object, outer.groupCount, outer.step, outer.remaining)
                step = compiler.steps[Int(stepIndex)]
                if left == 0, step.isLast { continue groups }
            } else {
                self.position = position
                stepIndex = 0
                guard let number = try beginOtherGroup() else { return }
                position = self.position
                groupCount &+= 1
                guard tables.strings[number].stepCount > 0 else { continue groups }
                stepIndex = tables.strings[number].firstStep
                step = compiler.steps[Int(stepIndex)]
                left = step.count
            }
            while true {
                // The commonest kind comes first, so that it is found by a comparison.
                if step.kind == .object {
                    while left > 0 {
                        left &-= 1
                        if skipReference(bytes, &position) { continue }
                        guard bytes.contains(position) else { throw truncated(at: position) }
                        if bytes[position] == HeadByte.new {
                            let number = tables.items.count
                            try beginObject(bytes, &position)
                            frames.append(
                                Frame(object: object, groupCount: groupCount, step: stepIndex, remaining: left))
                            object = UInt32(truncatingIfNeeded: number)
                            groupCount = 0
                            continue groups
                        }
                        self.position = position
                        try checkObject(try scanReference(), at: position)
                        position = self.position
                    }
                    if step.isLast { continue groups }
                    stepIndex &+= 1
                    step = compiler.steps[Int(stepIndex)]
                    left = step.count
                    continue
                }
                switch step.kind {
                case .raw
                where Int(step.count) <= bytes.count &- position && Int(step.count) <= limits.dataBytes:
                    position &+= Int(step.count)
                case .string
                where step.count == 1 && bytes.contains(position) && bytes[position] < 128
                    && bytes.contains(position &+ Int(bytes[position]))
                    && Int(bytes[position]) <= limits.stringBytes:
                    position &+= 1 &+ Int(bytes[position])
                case .integer16, .integer32, .integer64:
                    while left > 0, bytes.contains(position) {
                        let head = bytes[position]
                        if Int8(bitPattern: head) >= HeadByte.leastInteger {
                            position &+= 1
                        } else if head == HeadByte.integer16, bytes.contains(position &+ 2) {
                            // Two bytes fit every type, and four fit all but the narrowest.
                            position &+= 3
                        } else if head == HeadByte.integer32, step.kind != .integer16,
                            bytes.contains(position &+ 4)
                        {
                            position &+= 5
                        } else {
                            break
                        }
                        left &-= 1
                    }
                    if left > 0 {
                        self.position = position
                        try skipIntegers(left, step.kind)
                        position = self.position
                    }
                case .real32, .real64:
                    let size = step.kind == .real32 ? 4 : 8
                    while left > 0, bytes.contains(position) {
                        let head = bytes[position]
                        if Int8(bitPattern: head) >= HeadByte.leastInteger {
                            position &+= 1
                        } else if head == HeadByte.real, bytes.contains(position &+ size) {
                            position &+= 1 &+ size
                        } else if head == HeadByte.integer16, bytes.contains(position &+ 2) {
                            position &+= 3
                        } else {
                            break
                        }
                        left &-= 1
                    }
                    if left > 0 {
                        self.position = position
                        try skipReals(left, size: size)
                        position = self.position
                    }
                case .loop:
                    frames.append(
                        Frame(object: Frame.loop, groupCount: groupCount, step: stepIndex, remaining: left))
                case .endLoop:
                    if repeatsLoop() {
                        stepIndex = step.count
                        step = compiler.steps[Int(stepIndex)]
                        left = step.count
                        continue
                    }
                default:
                    self.position = position
                    try scanOtherStep(step)
                    position = self.position
                }
                if step.isLast { continue groups }
                stepIndex &+= 1
                step = compiler.steps[Int(stepIndex)]
                left = step.count
            }
        }
    }

    /// The number that a reference of one byte names; negative if the byte is none.
    @inline(__always)
    static func reference(_ byte: UInt8) -> Int { Int(Int8(bitPattern: byte)) &+ HeadByte.firstReference }
}
