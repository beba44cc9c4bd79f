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
    var frames = GrowingTable<Frame>()
    /// The next byte.
    var position: Int
    /// What is being read, for the path of an error.
    var current = Frame(object: NumberedItem.none)
    /// Where zeros begin that fill the rest of the file; the size of the file if there are none.
    var zerosStart: Int
    /// Where a group began that has zeros only.
    private var zeroGroupStart: Int?
    var classCount = 0

    /// What is read inside an object or at the top level, or a loop in it.
    struct Frame: BitwiseCopyable {
        /// The object, or `none` at the top level and for a loop.
        var object: UInt32
        var groupCount: UInt32 = 0
        var step: UInt32 = 0
        var stepEnd: UInt32 = 0
        /// How many values of the step are left, or repetitions of a loop.
        var remaining: UInt32 = 0
        var isLoop = false
    }

    init(_ bytes: [UInt8], at position: Int, byteOrder: SequentialByteOrder, limits: Limits) {
        self.bytes = bytes
        self.limits = limits
        self.position = position
        isLittle = byteOrder == .little
        budget = Budget(inputSize: bytes.count, limits: limits)
        zerosStart = (bytes.lastIndex { $0 != 0 } ?? -1) + 1
    }

    /// Goes through the groups up to the end of the file.
    mutating func scan() throws(SequentialArchiveError) {
        do {
            try scanGroups()
        } catch {
            guard let zeros = zeroGroupStart else { throw located(error) }
            position = zeros
        }
    }

    /// Goes through the groups.
    ///
    /// What nearly every group consists of is read here, with what changes in local variables, which stay in registers:
    /// references, objects of classes that are known, integers of one byte, short strings. The rest is left to other
    /// functions.
    private mutating func scanGroups() throws(SequentialArchiveError) {
        let bytes = bytes
        let end = bytes.count
        var position = position
        var frame = current
        defer {
            self.position = position
            current = frame
        }
        while true {
            while frame.step < frame.stepEnd {
                let step = compiler.steps[Int(frame.step)]
                switch step.kind {
                case .object:
                    var hasBegun = false
                    while frame.remaining > 0, !hasBegun {
                        frame.remaining &-= 1
                        guard position < end else { throw truncated(at: position) }
                        let head = Int8(bitPattern: bytes[position])
                        if head >= HeadByte.leastInteger {
                            try checkObject(Int(head) &+ HeadByte.firstReference, at: position)
                            position &+= 1
                        } else if bytes[position] == HeadByte.null {
                            position &+= 1
                        } else if bytes[position] == HeadByte.new {
                            hasBegun = true
                        } else {
                            self.position = position
                            try checkObject(try scanReference(), at: position)
                            position = self.position
                        }
                    }
                    if hasBegun {
                        let number = try addItem(.object, first: 0, at: position)
                        self.position = position &+ 1
                        guard let classNumber = try scanClass() else {
                            throw failure(.invalidClass, "an object has no class", at: position)
                        }
                        position = self.position
                        tables.items[number].classNumber = UInt32(truncatingIfNeeded: classNumber)
                        tables.items[number].first = UInt32(truncatingIfNeeded: position)
                        frames.append(frame)
                        frame = Frame(object: UInt32(truncatingIfNeeded: number))
                        continue
                    }
                case .string
                where step.count == 1 && position < end && bytes[position] < 128
                    && Int(bytes[position]) < end &- position && Int(bytes[position]) <= limits.stringBytes:
                    position &+= 1 &+ Int(bytes[position])
                case .integer32:
                    var left = step.count
                    while left > 0, position < end, Int8(bitPattern: bytes[position]) >= HeadByte.leastInteger {
                        position &+= 1
                        left &-= 1
                    }
                    if left > 0 {
                        self.position = position
                        try skipIntegers(left, width: 4)
                        position = self.position
                    }
                case .raw where Int(step.count) <= end &- position && Int(step.count) <= limits.dataBytes:
                    position &+= Int(step.count)
                case .loop:
                    var loop = frame
                    loop.isLoop = true
                    frames.append(loop)
                case .endLoop:
                    endLoop(step, &frame)
                    continue
                default:
                    self.position = position
                    try scanOtherStep(step)
                    position = self.position
                }
                endStep(&frame)
            }
            guard position < end else {
                if frames.isEmpty { return }
                throw truncated(at: position)
            }
            let head = Int8(bitPattern: bytes[position])
            if head >= HeadByte.leastInteger,
                case let number = Int(head) &+ HeadByte.firstReference, number < tables.strings.count,
                tables.strings[number].isPlainType, head != 0
            {
                // A type string that was used before. Most are of one type, and most values of one or two bytes.
                position &+= 1
                if position < end, case let value = bytes[position] {
                    let isSmall = Int8(bitPattern: value) >= HeadByte.leastInteger
                    switch tables.strings[number].soleCode {
                    case UInt8(ascii: "i") where isSmall, UInt8(ascii: "c"):
                        position &+= 1
                        frame.groupCount &+= 1
                        continue
                    case UInt8(ascii: "+")
                    where value < 128 && Int(value) < end &- position && Int(value) <= limits.stringBytes:
                        position &+= 1 &+ Int(value)
                        frame.groupCount &+= 1
                        continue
                    case UInt8(ascii: "@")
                    where isSmall
                        && isObject(Int(Int8(bitPattern: value)) &+ HeadByte.firstReference)
                        || value == HeadByte.null:
                        position &+= 1
                        frame.groupCount &+= 1
                        continue
                    default: break
                    }
                }
                beginGroup(number, &frame)
            } else if bytes[position] == HeadByte.end {
                try endObject(&frame, at: position)
                position &+= 1
            } else {
                self.position = position
                if isPadding() { return }
                try beginOtherGroup(&frame)
                position = self.position
            }
        }
    }

    /// Whether zeros fill the rest of the file, which cannot be groups.
    ///
    /// A zero may refer to a type string with the number 110; if what follows makes no group, it is padding after all.
    private mutating func isPadding() -> Bool {
        guard position >= zerosStart, frames.isEmpty else { return false }
        let number = HeadByte.firstReference
        guard tables.strings.count > number, tables.strings[number].isType else { return true }
        if zeroGroupStart == nil { zeroGroupStart = position }
        return false
    }

    /// Begins a group whose type string was used before, or was compiled.
    @inline(__always)
    private mutating func beginGroup(_ number: Int, _ frame: inout Frame) {
        let string = tables.strings[number]
        frame.groupCount &+= 1
        frame.step = string.firstStep
        frame.stepEnd = string.firstStep &+ string.stepCount
        if string.stepCount > 0 { frame.remaining = compiler.steps[Int(string.firstStep)].count }
    }

    /// Reads the type string of a group, whatever it is.
    @inline(never)
    private mutating func beginOtherGroup(_ frame: inout Frame) throws(SequentialArchiveError) {
        let start = position
        guard let number = try scanSharedString() else {
            throw failure(.invalidType, "a group has no type string", at: start)
        }
        if !tables.strings[number].isType { try compile(number, at: start) }
        let emptyCount = tables.strings[number].emptyCount
        if emptyCount > 0 { try pay(emptyCount, at: start) }
        beginGroup(number, &frame)
    }

    @inline(never)
    private mutating func pay(_ count: UInt32, at position: Int) throws(SequentialArchiveError) {
        do {
            try budget.spend(Int(count), at: position)
        } catch {
            throw SequentialArchiveError(error)
        }
    }

    /// Continues with the next step.
    @inline(__always)
    private mutating func endStep(_ frame: inout Frame) {
        frame.step &+= 1
        if frame.step < frame.stepEnd { frame.remaining = compiler.steps[Int(frame.step)].count }
    }

    /// Reads the values of a step that has no objects.
    @inline(never)
    private mutating func scanOtherStep(_ step: ScanStep) throws(SequentialArchiveError) {
        switch step.kind {
        case .raw: try skipRaw(Int(step.count))
        case .integer32: try skipIntegers(step.count, width: 4)
        case .string: for _ in 0..<step.count { try skipString() }
        case .real32: try skipReals(step.count, size: 4)
        case .real64: try skipReals(step.count, size: 8)
        case .integer16: try skipIntegers(step.count, width: 2)
        case .integer64: try skipIntegers(step.count, width: 8)
        case .class: for _ in 0..<step.count { _ = try scanClass() }
        case .cString: for _ in 0..<step.count { try scanCString() }
        case .sharedString: for _ in 0..<step.count { _ = try scanSharedString() }
        case .object, .loop, .endLoop: break
        }
    }

    private mutating func endLoop(_ step: ScanStep, _ frame: inout Frame) {
        guard var loop = frames.popLast() else { return }
        loop.remaining &-= 1
        guard loop.remaining > 0 else { return endStep(&frame) }
        frames.append(loop)
        frame.step = step.start
        frame.remaining = compiler.steps[Int(step.start)].count
    }

    // MARK: Objects

    @inline(__always)
    private mutating func checkObject(_ number: Int, at start: Int) throws(SequentialArchiveError) {
        guard isObject(number) else { throw wrongReference(number, as: .object, at: start) }
    }

    /// Whether a number is that of an object or a class.
    @inline(__always)
    private mutating func isObject(_ number: Int) -> Bool {
        UInt(bitPattern: number) < UInt(bitPattern: tables.items.count) && tables.items[number].kind != .cString
    }

    @inline(__always)
    private mutating func endObject(_ frame: inout Frame, at position: Int) throws(SequentialArchiveError) {
        let number = Int(frame.object)
        guard number < tables.items.count, let outer = frames.popLast() else {
            throw failure(
                .invalidHead, "an object ends where none is open", at: position, remedy: "remove what follows")
        }
        tables.items[number].second = UInt32(truncatingIfNeeded: position &+ 1)
        tables.items[number].nextNumber = UInt32(truncatingIfNeeded: tables.items.count)
        frame = outer
        if frame.step < frame.stepEnd, frame.remaining == 0 { endStep(&frame) }
    }

    @inline(__always)
    mutating func addItem(
        _ kind: NumberedItem.Kind,
        first: UInt32,
        at start: Int
    ) throws(SequentialArchiveError) -> Int {
        let number = tables.items.count
        guard number < limits.objects else { throw .limit("objects", limits.objects, at: start) }
        tables.items.append(NumberedItem(kind: kind, first: first))
        return number
    }
}
