internal import PropertyLists

/// Goes through a file once, checks every byte of it, and notes where objects, classes and strings are.
///
/// Values stay in the file until they are asked for. Objects that nest are kept on an explicit stack, so that depth
/// costs no stack of the machine. The time is linear in the size of the file: every step but a bounded number consumes
/// a byte, and values that have no bytes are charged to the limit `expansion`.
struct SequentialScanner: ~Copyable {
    let bytes: [UInt8]
    let limits: Limits
    let isLittle: Bool
    var budget: Budget
    var tables = SequentialTables()
    var program = ScanProgram()
    /// The number of the first C string, below which everything that has a number is an object or a class.
    var firstCString = Int.max
    /// The objects and loops around the value that is being read.
    var frames: GrowingTable<Frame>
    /// The next byte.
    var position: Int
    /// The frame of the value that is being read, for the path of an error.
    var current = Frame(object: NumberedItem.none)
    /// The start of the zeros that fill the rest of the file; the size of the file if there are none.
    var zerosStart: Int
    /// The start of a group that has zeros only.
    var zeroGroupStart: Int?
    var classCount = 0
    /// How many objects, classes and C strings there may be.
    let itemLimit: Int

    /// The progress of reading an object or the top level, or a loop in one of these.
    struct Frame: BitwiseCopyable {
        /// The object, `NumberedItem.none` at the top level, or `loop`.
        var object: UInt32
        /// How many groups were begun; the repetitions of a loop that are left.
        var count: UInt32 = 0
        /// The value that is being read.
        var place = ScanPlace()

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
    mutating func scan() throws(ArchiveError) {
        let bytes = bytes
        do {
            try unsafe bytes.withUnsafeBufferPointer { buffer throws(ArchiveError) in
                try scanGroups(unsafe ByteWindow(buffer))
            }
        } catch {
            guard let zeros = zeroGroupStart else { throw located(error) }
            position = zeros
        }
    }

    /// Goes through the groups.
    ///
    /// The values of nearly every group are read here and in the steps below, with the changing state in local
    /// variables, which stay in registers: references, objects of known classes, numbers, short strings. Other
    /// functions read the rest and report all failures. A group is read value by value, by the codes of its type
    /// string; an object interrupts the group that it belongs to, and its frame records where to continue.
    ///
    /// Lengths are found by comparisons and not in a table or by arithmetic: a processor predicts a branch and
    /// continues, but waits for a load. Nor are eight bytes read at once: of the groups with several values, few have
    /// only values of one byte (row `open sequential archive, for a person` of
    /// `Instructions.tsv`).
    private mutating func scanGroups(_ bytes: ByteWindow) throws(ArchiveError) {
        var position = position
        var codes = current.place.codes
        var plainEnd = plainEnd
        // The longest string whose length is one byte.
        let shortLength = min(Int(Int8.max), limits.stringBytes)
        defer {
            self.position = position
            current.place.codes = codes
        }
        groups: while true {
            switch try beginGroup(bytes, &position, &codes, below: plainEnd) {
            case .none: return
            case .whole: continue groups
            case .values: break
            }
            // The values of the group, one for each code.
            var code = UInt8(truncatingIfNeeded: codes & ScanCode.mask)
            repeat {
                value: do {
                    if code == ScanCode.object, bytes.contains(position) {
                        let head = bytes[position]
                        // Nil, or a reference of one byte to something before: nothing else is to be read.
                        if Self.isPlain(head, below: plainEnd) {
                            position &+= 1
                            break value
                        }
                        // A new object: unless it is read to its end at once, its groups come first.
                        if head == HeadByte.new {
                            current.place.codes = codes
                            let isWhole = try beginObject(bytes, &position, shortLength: shortLength)
                            plainEnd = self.plainEnd
                            if !isWhole { continue groups }
                            break value
                        }
                        // A reference of three bytes, to an object whose number one byte doesn't hold.
                        if head == HeadByte.integer16,
                            UInt(bitPattern: reference(bytes, at: position)) < UInt(bitPattern: plainEnd)
                        {
                            position &+= 3
                            break value
                        }
                    } else if skipPlainValue(code, bytes, &position, shortLength: shortLength) {
                        // A number, a byte, or another short value, which is left in the file.
                        break value
                    } else if code == ScanCode.raw, case let count = Int(program.operand(at: current.place)),
                        count < bytes.count &- position, count <= limits.dataBytes
                    {
                        // Bytes whose number is in the program, which goes on two words later.
                        position &+= count
                        current.place.word &+= 2
                        codes = program.words[Int(current.place.word)]
                        code = UInt8(truncatingIfNeeded: codes & ScanCode.mask)
                        continue
                    }
                    // Any other value, and what fails: there the properties count, not the local variables.
                    self.position = position
                    current.place.codes = codes
                    try scanOther()
                    codes = current.place.codes
                    position = self.position
                    plainEnd = self.plainEnd
                    code = UInt8(truncatingIfNeeded: codes & ScanCode.mask)
                    continue
                }
                // The value is read; the next code of the group follows.
                codes &>>= ScanCode.width
                code = UInt8(truncatingIfNeeded: codes & ScanCode.mask)
            } while code != ScanCode.end
        }
    }

    /// The content found where a group may begin.
    ///
    /// With this type the loop is as fast as with the steps inlined by hand; returning the codes instead makes it
    /// slower (row `open sequential archive, for a person` of `Instructions.tsv`).
    private enum GroupStart {
        /// No more groups.
        case none
        /// A group that has been read to its end.
        case whole
        /// Values, one for each of the codes.
        case values
    }

    /// Begins the next group, or goes on with one that an object interrupted.
    ///
    /// Every third group is a single object, and if that is one byte, it is read with the byte of its type string, and
    /// no codes are taken out.
    @inline(__always)
    private mutating func beginGroup(
        _ bytes: ByteWindow,
        _ position: inout Int,
        _ codes: inout UInt64,
        below plainEnd: Int
    ) throws(ArchiveError) -> GroupStart {
        if bytes.contains(position), case let number = Self.reference(bytes[position]),
            UInt(bitPattern: number) < UInt(bitPattern: tables.strings.count),
            case let first = tables.strings[number].codes, first != 0
        {
            position &+= 1
            current.count &+= 1
            if first == UInt64(ScanCode.object), bytes.contains(position),
                Self.isPlain(bytes[position], below: plainEnd)
            {
                position &+= 1
                return .whole
            }
            current.place.word = tables.strings[number].program
            codes = first
            return .values
        } else if bytes.contains(position), bytes[position] == HeadByte.end {
            guard endObject(after: position) else {
                current.place.word = 0
                throw endOfNothing(at: position)
            }
            position &+= 1
            codes = current.place.codes &>> ScanCode.width
            return codes == 0 ? .whole : .values
        } else {
            current.place.word = 0
            self.position = position
            guard let start = try beginOtherGroup() else { return .none }
            position = self.position
            current.count &+= 1
            current.place.word = start.word
            codes = start.codes
            return codes == 0 ? .whole : .values
        }
    }

    /// Goes past a number, a byte, a short string, or an atom or a selector that is nil.
    ///
    /// - Returns: Whether the value is one of them.
    @inline(__always)
    private func skipPlainValue(
        _ code: UInt8,
        _ bytes: ByteWindow,
        _ position: inout Int,
        shortLength: Int
    ) -> Bool {
        if code <= ScanCode.real64, bytes.contains(position) {
            let head = bytes[position]
            if Int8(bitPattern: head) >= HeadByte.leastInteger {
                position &+= 1
                return true
            }
            if case let width = Self.width(head, code), bytes.contains(position &+ width), width > 0 {
                position &+= 1 &+ width
                return true
            }
        } else if code == ScanCode.string, bytes.contains(position),
            case let length = Int(bytes[position]), length <= shortLength,
            bytes.contains(position &+ length)
        {
            position &+= 1 &+ length
            return true
        } else if code == ScanCode.byte, bytes.contains(position), limits.dataBytes > 0 {
            position &+= 1
            return true
        } else if code == ScanCode.sharedString, bytes.contains(position), bytes[position] == HeadByte.null {
            position &+= 1
            return true
        }
        return false
    }

    /// Whether a byte is all of an object: nil, or a reference to a number below an end.
    ///
    /// At most one of the two is true, so that telling whether they differ is enough: no branch has to guess which of
    /// them comes, which is hard to foresee.
    @inline(__always)
    private static func isPlain(_ head: UInt8, below end: Int) -> Bool {
        (UInt(bitPattern: reference(head)) < UInt(bitPattern: end)) != (head == HeadByte.null)
    }

    /// The codes of the types that a byte names if a group of them may begin with it; otherwise 0.
    @inline(__always)
    func codes(_ head: UInt8) -> UInt64 {
        let number = Self.reference(head)
        guard UInt(bitPattern: number) < UInt(bitPattern: tables.strings.count) else { return 0 }
        return tables.strings[number].codes
    }

    /// The number that a reference of one byte names; negative if the byte is none.
    @inline(__always)
    static func reference(_ byte: UInt8) -> Int { Int(Int8(bitPattern: byte)) &+ HeadByte.firstReference }
}
