internal import PropertyLists

extension SequentialStorage {
    func byte(_ cursor: inout SequentialCursor) -> UInt8 {
        defer { cursor.position &+= 1 }
        return bytes[cursor.position]
    }

    func raw(_ count: Int, _ cursor: inout SequentialCursor) -> [UInt8] {
        defer { cursor.position &+= count }
        return Array(bytes[cursor.position..<cursor.position &+ count])
    }

    /// Reads an integer.
    @inline(__always)
    func integer(_ cursor: inout SequentialCursor) -> Int64 {
        let head = bytes[cursor.position]
        cursor.position &+= 1
        if Int8(bitPattern: head) >= HeadByte.leastInteger { return Int64(Int8(bitPattern: head)) }
        let width = head == HeadByte.integer16 ? 2 : head == HeadByte.integer32 ? 4 : 8
        defer { cursor.position &+= width }
        return bytes.integer(at: cursor.position, width: width, isLittle: isLittle)
    }

    func real(_ cursor: inout SequentialCursor, size: Int) -> Double {
        guard bytes[cursor.position] == HeadByte.real else {
            // What is stored as an integer has no more digits than its type holds.
            let integer = integer(&cursor)
            return size == 4 ? Double(Float(integer)) : Double(integer)
        }
        let bits = bytes.integer(at: cursor.position + 1, width: size, isLittle: isLittle)
        cursor.position += 1 + size
        if size == 4 { return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) }
        return Double(bitPattern: UInt64(bitPattern: bits))
    }

    /// Reads nil, which is one byte.
    @inline(__always)
    private func null(_ cursor: inout SequentialCursor) -> Bool {
        guard bytes[cursor.position] == HeadByte.null else { return false }
        cursor.position &+= 1
        return true
    }

    @inline(__always)
    private func isNew(_ cursor: inout SequentialCursor) -> Bool {
        guard bytes[cursor.position] == HeadByte.new else { return false }
        cursor.position &+= 1
        return true
    }

    func reference(_ cursor: inout SequentialCursor) -> Int {
        Int(truncatingIfNeeded: integer(&cursor)) &+ HeadByte.firstReference
    }

    /// Reads the bytes of a string object.
    func string(_ cursor: inout SequentialCursor) -> ArraySlice<UInt8>? {
        if null(&cursor) { return nil }
        let length = Int(truncatingIfNeeded: integer(&cursor))
        defer { cursor.position &+= length }
        return bytes[cursor.position..<cursor.position &+ length]
    }

    /// Reads a shared string.
    ///
    /// - Returns: Its number, or nil.
    func sharedString(_ cursor: inout SequentialCursor) -> Int? {
        if null(&cursor) { return nil }
        guard isNew(&cursor) else { return reference(&cursor) }
        let length = Int(truncatingIfNeeded: integer(&cursor))
        defer { cursor.position &+= length }
        return numberOfString(at: cursor.position)
    }

    /// The number of the shared string that begins at a byte: they are numbered in the order of the file.
    private func numberOfString(at position: Int) -> Int {
        var (low, high) = (0, tables.strings.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(tables.strings[middle].start) <= position { low = middle } else { high = middle }
        }
        return low
    }

    func sharedBytes(_ cursor: inout SequentialCursor) -> [UInt8]? {
        sharedString(&cursor).map { content(ofString: $0).bytes }
    }

    /// Reads an object, and skips its contents.
    func object(_ cursor: inout SequentialCursor) -> SequentialValue {
        if null(&cursor) { return .null }
        guard isNew(&cursor) else {
            let number = reference(&cursor)
            let reference = SequentialReference(number)
            return tables.items[number].isClass ? .class(reference) : .object(reference)
        }
        let number = cursor.nextNumber
        cursor.position = tables.items[number].end
        cursor.nextNumber = tables.items[number].nextNumber
        return .object(SequentialReference(number))
    }

    /// Reads a class.
    func classNumber(_ cursor: inout SequentialCursor) -> Int? {
        if null(&cursor) { return nil }
        guard bytes[cursor.position] == HeadByte.new else { return reference(&cursor) }
        let number = cursor.nextNumber
        cursor.nextNumber = numberAfter(chain: number)
        while isNew(&cursor) {
            _ = sharedString(&cursor)
            _ = integer(&cursor)
        }
        if !null(&cursor) { _ = integer(&cursor) }
        return number
    }

    /// Reads a C string.
    func cString(_ cursor: inout SequentialCursor) -> Int? {
        if null(&cursor) { return nil }
        guard isNew(&cursor) else { return reference(&cursor) }
        defer { cursor.nextNumber += 1 }
        _ = sharedString(&cursor)
        return cursor.nextNumber
    }

    func className(_ number: Int) -> [UInt8] { content(ofString: tables.items[number].string).bytes }

    func cStringBytes(_ number: Int) -> [UInt8] { content(ofString: tables.items[number].string).bytes }
}
