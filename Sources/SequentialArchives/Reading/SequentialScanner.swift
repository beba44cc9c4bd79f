internal import PropertyLists

/// Goes through a file once, checks every byte of it, and notes where objects, classes and strings are.
///
/// Values stay in the file until they are asked for. Objects that nest are kept on a stack of its own, so that depth
/// costs no stack of the machine. The time is linear in the size of the file: every step but a bounded number consumes
/// a byte, and values that have no bytes are paid from ``Limits/expansion``.
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

    private mutating func scanGroups() throws(SequentialArchiveError) {
        while true {
            while current.step < current.stepEnd { try scanStep() }
            guard position < bytes.count else {
                if frames.isEmpty { return }
                throw truncated()
            }
            if bytes[position] == HeadByte.end {
                try endObject()
            } else if !isPadding() {
                try beginGroup()
            } else {
                return
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

    /// Reads the type string of a group.
    @inline(__always)
    private mutating func beginGroup() throws(SequentialArchiveError) {
        let start = position
        guard let number = try scanSharedString() else {
            throw failure(.invalidType, "a group has no type string", at: start)
        }
        if !tables.strings[number].isType { try compile(number, at: start) }
        let string = tables.strings[number]
        if string.emptyCount > 0 { try pay(string.emptyCount, at: start) }
        current.groupCount &+= 1
        current.step = string.firstStep
        current.stepEnd = string.firstStep &+ string.stepCount
        if string.stepCount > 0 { current.remaining = compiler.steps[Int(string.firstStep)].count }
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
    private mutating func endStep() {
        current.step &+= 1
        if current.step < current.stepEnd { current.remaining = compiler.steps[Int(current.step)].count }
    }

    /// Reads the values of a step, up to a new object.
    @inline(__always)
    private mutating func scanStep() throws(SequentialArchiveError) {
        let step = compiler.steps[Int(current.step)]
        switch step.kind {
        case .object:
            while current.remaining > 0 {
                current.remaining &-= 1
                if try scanObject() { return }
            }
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
        case .loop:
            var loop = current
            loop.isLoop = true
            frames.append(loop)
        case .endLoop:
            return endLoop(step)
        }
        endStep()
    }

    private mutating func endLoop(_ step: ScanStep) {
        guard var loop = frames.popLast() else { return }
        loop.remaining &-= 1
        guard loop.remaining > 0 else { return endStep() }
        frames.append(loop)
        current.step = step.start
        current.remaining = compiler.steps[Int(step.start)].count
    }

    // MARK: Objects

    /// Reads an object, a reference to one, or nil.
    ///
    /// - Returns: Whether an object has begun, whose groups follow.
    @inline(__always)
    private mutating func scanObject() throws(SequentialArchiveError) -> Bool {
        guard position < bytes.count else { throw truncated() }
        let head = bytes[position]
        if Int8(bitPattern: head) >= HeadByte.leastInteger {
            position &+= 1
            try checkObject(Int(Int8(bitPattern: head)) &+ HeadByte.firstReference, at: position &- 1)
            return false
        }
        if head == HeadByte.new {
            try beginObject()
            return true
        }
        try scanOtherObject(head)
        return false
    }

    @inline(never)
    private mutating func scanOtherObject(_ head: UInt8) throws(SequentialArchiveError) {
        let start = position
        if head == HeadByte.null {
            position &+= 1
        } else {
            try checkObject(try scanReference(), at: start)
        }
    }

    @inline(__always)
    private func checkObject(_ number: Int, at start: Int) throws(SequentialArchiveError) {
        guard UInt(bitPattern: number) < UInt(bitPattern: tables.items.count),
            tables.items[number].kind != .cString
        else { throw wrongReference(number, as: .object, at: start) }
    }

    @inline(__always)
    private mutating func beginObject() throws(SequentialArchiveError) {
        let start = position
        position &+= 1
        let number = try addItem(.object, first: 0, at: start)
        guard let classNumber = try scanClass() else {
            throw failure(.invalidClass, "an object has no class", at: start)
        }
        tables.items[number].classNumber = UInt32(truncatingIfNeeded: classNumber)
        tables.items[number].first = UInt32(truncatingIfNeeded: position)
        frames.append(current)
        current = Frame(object: UInt32(truncatingIfNeeded: number))
    }

    @inline(__always)
    private mutating func endObject() throws(SequentialArchiveError) {
        let number = Int(current.object)
        guard let outer = frames.popLast(), number < tables.items.count else {
            throw failure(
                .invalidHead, "an object ends where none is open", at: position, remedy: "remove what follows")
        }
        position &+= 1
        tables.items[number].second = UInt32(truncatingIfNeeded: position)
        tables.items[number].nextNumber = UInt32(truncatingIfNeeded: tables.items.count)
        current = outer
        if current.step < current.stepEnd, current.remaining == 0 { endStep() }
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
