internal import PropertyLists

// Objects, and what has a number.

extension SequentialScanner {
    /// Whether a number is that of an object or a class.
    @inline(__always)
    func isObject(_ number: Int) -> Bool {
        UInt(bitPattern: number) < UInt(bitPattern: tables.items.count) && !tables.items[number].isCString
    }

    /// Whether a number is that of a class.
    @inline(__always)
    func isClass(_ number: Int) -> Bool {
        UInt(bitPattern: number) < UInt(bitPattern: tables.items.count) && tables.items[number].isClass
    }

    /// The number below which everything that has one is an object or a class, so that references need no further look.
    @inline(__always)
    var plainEnd: Int { min(tables.items.count, firstCString) }

    /// The number that a reference of three bytes names; negative if the file ends before.
    @inline(__always)
    func reference(_ bytes: ByteWindow, at position: Int) -> Int {
        guard bytes.contains(position &+ 2) else { return -1 }
        return Int(bytes.integer16(at: position &+ 1, isLittle: isLittle)) &+ HeadByte.firstReference
    }

    /// Skips nil or a reference to any object.
    @inline(never)
    mutating func skipReference() throws(ArchiveError) {
        guard position < bytes.count else { throw truncated() }
        let start = position
        guard bytes[start] != HeadByte.null else { return position += 1 }
        let number = try scanReference()
        guard isObject(number) else { throw wrongReference(number, as: .object, at: start) }
    }

    /// Begins an object, whose class is most often a reference of one byte or three.
    ///
    /// Many objects are strings, and have a single group of a few bytes. Such an object is read to its end here,
    /// as no frame is needed to come back from it.
    ///
    /// - Returns: Whether the object was read to its end.
    @inline(__always)
    mutating func beginObject(
        _ bytes: ByteWindow, _ position: inout Int, shortLength: Int
    ) throws(ArchiveError) -> Bool {
        if bytes.contains(position &+ 1) {
            var (number, next) = (Self.reference(bytes[position &+ 1]), position &+ 2)
            if number < 0, bytes[position &+ 1] == HeadByte.integer16 {
                (number, next) = (reference(bytes, at: position &+ 1), position &+ 4)
            }
            if isClass(number), tables.items.count < itemLimit {
                let object = UInt32(truncatingIfNeeded: tables.items.count)
                if bytes.contains(next &+ 1), codes(bytes[next]) == UInt64(ScanCode.string),
                    case let length = Int(bytes[next &+ 1]), length <= shortLength,
                    case let end = next &+ 2 &+ length, bytes.contains(end), bytes[end] == HeadByte.end
                {
                    if tables.items.appendIfPossible(.string(class: number, at: next, end: end, number: object)) {
                        position = end &+ 1
                        return true
                    }
                } else if tables.items.appendIfPossible(.object(class: number, at: next)) {
                    position = next
                    enter(object)
                    return false
                }
            }
        }
        let object = UInt32(truncatingIfNeeded: tables.items.count)
        self.position = position
        try beginOtherObject()
        position = self.position
        enter(object)
        return false
    }

    /// Suspends the current frame and begins an object in it.
    @inline(__always)
    private mutating func enter(_ object: UInt32) {
        if !frames.appendIfPossible(current) { frames.append(current) }
        current.object = object
        current.count = 0
    }

    /// Begins an object of any class.
    @inline(never)
    mutating func beginOtherObject() throws(ArchiveError) {
        let start = position
        // An object has a number before its class does.
        let number = tables.items.count
        try addItem(.classlessObject, at: start)
        position &+= 1
        guard let classNumber = try scanClass() else {
            throw failure(.invalidClassRecord, "an object has no class", at: start)
        }
        tables.items[number] = .object(class: classNumber, at: position)
    }

    /// Ends an object with its last byte, and returns to the frame around it.
    ///
    /// - Returns: False at the top level.
    @inline(__always)
    mutating func endObject(after position: Int) -> Bool {
        guard current.object != NumberedItem.none, let outer = frames.popLast() else { return false }
        tables.items[Int(current.object)].end(at: position &+ 1, nextNumber: tables.items.count)
        current = outer
        return true
    }

    @inline(never)
    func endOfNothing(at position: Int) -> ArchiveError {
        failure(.invalidMarker, "an object ends where none is open", at: position, remedy: "remove what follows")
    }

    @inline(__always)
    mutating func addItem(_ item: NumberedItem, at start: Int) throws(ArchiveError) {
        try checkItemCount(at: start)
        tables.items.append(item)
    }

    /// Throws if there is no room for one more object, class or C string.
    @inline(__always)
    func checkItemCount(at start: Int) throws(ArchiveError) {
        guard tables.items.count < itemLimit else { throw .limit("objects", itemLimit, at: start) }
    }
}
