internal import PropertyLists

// Objects, and what has a number.

extension SequentialScanner {
    @inline(__always)
    mutating func checkObject(_ number: Int, at start: Int) throws(SequentialArchiveError) {
        guard isObject(number) else { throw wrongReference(number, as: .object, at: start) }
    }

    /// Whether a number is that of an object or a class.
    @inline(__always)
    mutating func isObject(_ number: Int) -> Bool {
        UInt(bitPattern: number) < UInt(bitPattern: tables.items.count) && tables.items[number].kind != .cString
    }

    /// Whether a number is that of a class.
    @inline(__always)
    mutating func isClass(_ number: Int) -> Bool {
        UInt(bitPattern: number) < UInt(bitPattern: tables.items.count) && tables.items[number].kind == .class
    }

    /// Skips nil or a reference of one byte or three, if that is what follows.
    @inline(__always)
    mutating func skipReference(_ bytes: ByteWindow, _ position: inout Int) -> Bool {
        guard bytes.contains(position) else { return false }
        let head = bytes[position]
        if head == HeadByte.null || isObject(Self.reference(head)) {
            position &+= 1
            return true
        }
        guard head == HeadByte.integer16, bytes.contains(position &+ 2),
            isObject(Int(bytes.integer16(at: position &+ 1, isLittle: isLittle)) &+ HeadByte.firstReference)
        else { return false }
        position &+= 3
        return true
    }

    /// Begins an object, whose class is most often a reference of one byte or three.
    @inline(__always)
    mutating func beginObject(_ bytes: ByteWindow, _ position: inout Int) throws(SequentialArchiveError) {
        var (reference, next) = (-1, position &+ 2)
        if bytes.contains(position &+ 1) { reference = Self.reference(bytes[position &+ 1]) }
        if reference < 0, bytes.contains(position &+ 3), bytes[position &+ 1] == HeadByte.integer16 {
            reference =
                Int(bytes.integer16(at: position &+ 2, isLittle: isLittle)) &+ HeadByte.firstReference
            next &+= 2
        }
        if isClass(reference), tables.items.count < limits.objects {
            position = next
            tables.items.append(
                NumberedItem(
                    kind: .object, classNumber: UInt32(truncatingIfNeeded: reference),
                    first: UInt32(truncatingIfNeeded: position)))
        } else {
            self.position = position
            defer { position = self.position }
            try beginOtherObject()
        }
    }

    /// Begins an object of whatever class.
    @inline(never)
    mutating func beginOtherObject() throws(SequentialArchiveError) {
        let start = position
        let number = try addItem(.object, first: 0, at: start)
        position &+= 1
        guard let classNumber = try scanClass() else {
            throw failure(.invalidClass, "an object has no class", at: start)
        }
        tables.items[number].classNumber = UInt32(truncatingIfNeeded: classNumber)
        tables.items[number].first = UInt32(truncatingIfNeeded: position)
    }

    /// Ends an object.
    ///
    /// - Returns: Where to go on; nil at the top level.
    @inline(__always)
    mutating func endObject(_ object: UInt32, at position: Int) -> Frame? {
        let number = Int(object)
        guard number < tables.items.count, let outer = frames.popLast() else { return nil }
        tables.items[number].second = UInt32(truncatingIfNeeded: position &+ 1)
        tables.items[number].nextNumber = UInt32(truncatingIfNeeded: tables.items.count)
        return outer
    }

    @inline(never)
    func endOfNothing(at position: Int) -> SequentialArchiveError {
        failure(.invalidHead, "an object ends where none is open", at: position, remedy: "remove what follows")
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
