/// Finds any of several beginnings in bytes, most of which it skips unread.
///
/// All beginnings have one length. Two bytes at a time are looked up in a table, which says how far on the next
/// beginning can stand at the least that has these two (the method of Wu and Manber).
struct BeginningSearch<Value: Sendable>: Sendable {
    /// How many bytes each beginning has.
    static var length: Int { 7 }

    private var beginnings: [(bytes: [UInt8], value: Value)] = []
    /// How far to go on after two bytes; 0 where a beginning may end.
    private var shifts = [UInt8](repeating: UInt8(length - 1), count: 1 << 16)
    /// Whether a beginning has a byte first.
    private var areFirst = [Bool](repeating: false, count: 1 << 8)

    /// Adds the beginning of a text, unless there is that beginning already.
    mutating func add(_ text: some Collection<UInt8>, _ value: Value) {
        let bytes = Array(text.prefix(Self.length))
        precondition(bytes.count == Self.length)
        guard !beginnings.contains(where: { $0.bytes == bytes }) else { return }
        areFirst[Int(bytes[0])] = true
        beginnings.append((bytes, value))
        for position in 0..<Self.length - 1 {
            let pair = Int(bytes[position]) << 8 | Int(bytes[position + 1])
            shifts[pair] = min(shifts[pair], UInt8(Self.length - 2 - position))
        }
    }

    /// Calls a function with each place in order.
    func forEach<Failure>(in bytes: [UInt8], _ body: (Int, Value) throws(Failure) -> Void) throws(Failure) {
        var position = 0
        while let end = nextEnd(in: bytes, from: position) {
            position = end - Self.length + 1
            for beginning in beginnings where bytes[position...].starts(with: beginning.bytes) {
                try body(position, beginning.value)
            }
            position += 1
        }
    }

    /// The end of the next possible beginning from a position on.
    private func nextEnd(in bytes: [UInt8], from position: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            shifts.withUnsafeBufferPointer { shifts in
                areFirst.withUnsafeBufferPointer { areFirst in
                    var end = position + Self.length - 1
                    while end < bytes.count {
                        let shift = shifts[Int(bytes[end - 1]) << 8 | Int(bytes[end])]
                        if shift == 0, areFirst[Int(bytes[end - Self.length + 1])] { return end }
                        end += max(1, Int(shift))
                    }
                    return nil
                }
            }
        }
    }
}
