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

    /// Whether a byte is a reference to an object, or to a class.
    @inline(__always)
    func isReference(_ head: UInt8) -> Bool {
        let number = Self.reference(head)
        return UInt(bitPattern: number) < UInt(bitPattern: tables.items.count) && number < firstCString
    }

    /// Whether a byte and the two after it are a reference to an object, or to a class.
    @inline(__always)
    func isReference(_ bytes: ByteWindow, at position: Int) -> Bool {
        let number = reference(bytes, at: position)
        return UInt(bitPattern: number) < UInt(bitPattern: tables.items.count) && number < firstCString
    }

    /// The number that a reference of three bytes names; negative if the file ends before.
    @inline(__always)
    private func reference(_ bytes: ByteWindow, at position: Int) -> Int {
        guard bytes.contains(position &+ 2) else { return -1 }
        return Int(bytes.integer16(at: position &+ 1, isLittle: isLittle)) &+ HeadByte.firstReference
    }

    /// Skips a reference to an object, whatever it is.
    @inline(never)
    mutating func skipReference() throws(SequentialArchiveError) {
        let start = position
        let number = try scanReference()
        guard isObject(number) else { throw wrongReference(number, as: .object, at: start) }
    }

    /// Begins an object, whose class is most often a reference of one byte or three.
    @inline(__always)
    mutating func beginObject(_ bytes: ByteWindow, _ position: inout Int) throws(SequentialArchiveError) {
        if bytes.contains(position &+ 1) {
            var (number, next) = (Self.reference(bytes[position &+ 1]), position &+ 2)
            if number < 0, bytes[position &+ 1] == HeadByte.integer16 {
                (number, next) = (reference(bytes, at: position &+ 1), position &+ 4)
            }
            if isClass(number), tables.items.count < itemLimit,
                tables.items.appendIfPossible(.object(class: number, at: next))
            {
                position = next
                return
            }
        }
        self.position = position
        try beginOtherObject()
        position = self.position
    }

    /// Begins an object of whatever class.
    @inline(never)
    mutating func beginOtherObject() throws(SequentialArchiveError) {
        let start = position
        // An object has a number before its class does.
        let number = tables.items.count
        try addItem(.classlessObject, at: start)
        position &+= 1
        guard let classNumber = try scanClass() else {
            throw failure(.invalidClass, "an object has no class", at: start)
        }
        tables.items[number] = .object(class: classNumber, at: position)
    }

    /// Ends an object with its last byte.
    ///
    /// - Returns: Where to go on; nil at the top level.
    @inline(__always)
    mutating func endObject(_ object: UInt32, after position: Int) -> Frame? {
        guard object != NumberedItem.none, let outer = frames.popLast() else { return nil }
        tables.items[Int(object)].end(at: position &+ 1, nextNumber: tables.items.count)
        return outer
    }

    @inline(never)
    func endOfNothing(at position: Int) -> SequentialArchiveError {
        failure(.invalidHead, "an object ends where none is open", at: position, remedy: "remove what follows")
    }

    @inline(__always)
    mutating func addItem(_ item: NumberedItem, at start: Int) throws(SequentialArchiveError) {
        try checkItemCount(at: start)
        tables.items.append(item)
    }

    /// Throws if there is no room for one more object, class or C string.
    @inline(__always)
    func checkItemCount(at start: Int) throws(SequentialArchiveError) {
        guard tables.items.count < itemLimit else { throw .limit("objects", itemLimit, at: start) }
    }
}
