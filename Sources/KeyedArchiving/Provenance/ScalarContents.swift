internal import PropertyLists

/// A table of the scalars of two archives by content: each content has a number, given when it is first seen.
///
/// A long string is read once, however many references lead to it.
struct ScalarContents: ~Copyable {
    /// One of the two archives.
    enum Side {
        case written
        case stored
    }

    private enum Content: Hashable {
        case text(PropertyListString)
        case data(ArraySlice<UInt8>)
        /// All else: its kind, and its bits. A real and one of another size, or zero and minus zero, are different.
        case bits(UInt8, UInt64, UInt64)
    }

    private let written: BinaryPropertyListReader
    private let stored: BinaryPropertyListReader
    /// The numbers by object index; 0 for an object that was not seen.
    private var writtenNumbers: [Int32]
    private var storedNumbers: [Int32]
    private var numbers: [Content: Int32] = [:]
    /// The number of all that isn't a scalar, which is equal to nothing.
    private static let other: Int32 = -1

    init(_ written: BinaryPropertyListReader, _ stored: BinaryPropertyListReader) {
        self.written = written
        self.stored = stored
        writtenNumbers = Array(repeating: 0, count: written.objectCount)
        storedNumbers = Array(repeating: 0, count: stored.objectCount)
    }

    /// Whether a scalar that was written is the same as one that was stored.
    mutating func areEqual(_ index: ObjectIndex, stored: ObjectIndex) -> Bool {
        let number = number(of: index, .written)
        return number != Self.other && number == self.number(of: stored, .stored)
    }

    /// Whether two inline scalars are the same when decoded: reals may differ in size.
    ///
    /// A type that decodes reals of either size encodes them in one.
    mutating func areSimilar(_ index: ObjectIndex, stored: ObjectIndex) -> Bool {
        if areEqual(index, stored: stored) { return true }
        switch (try? written.scalar(at: index), try? self.stored.scalar(at: stored)) {
        case (.double(let value), .float(let storedValue)): return value.bitPattern == Double(storedValue).bitPattern
        case (.float(let value), .double(let storedValue)): return Double(value).bitPattern == storedValue.bitPattern
        default: return false
        }
    }

    /// Whether two scalars that were written are the same.
    mutating func areEqual(_ first: ObjectIndex, _ second: ObjectIndex) -> Bool {
        if first == second { return true }
        let number = number(of: first, .written)
        return number != Self.other && number == self.number(of: second, .written)
    }

    /// The number of a scalar's content; one for all that isn't a scalar.
    mutating func number(of index: ObjectIndex, _ side: Side) -> Int32 {
        guard (side == .written ? written : stored).contains(index) else { return Self.other }
        let known = side == .written ? writtenNumbers[index] : storedNumbers[index]
        if known != 0 { return known }
        var number = Self.other
        if let content = content(at: index, in: side == .written ? written : stored) {
            let next = Int32(truncatingIfNeeded: numbers.count + 1)
            number = numbers[content] ?? next
            if number == next { numbers[content] = next }
        }
        if side == .written { writtenNumbers[index] = number } else { storedNumbers[index] = number }
        return number
    }

    private func content(at index: ObjectIndex, in reader: BinaryPropertyListReader) -> Content? {
        guard let header = try? reader.header(at: index), !header.kind.isContainer, header.kind != .uid else {
            return nil
        }
        if header.kind == .data { return .data(reader.bytes[header.payload..<header.payload + header.count]) }
        return switch try? reader.scalar(of: header) {
        case .string(let text): .text(text)
        case .boolean(let value): .bits(0, value ? 1 : 0, 0)
        case .integer(let value): .bits(1, UInt64(bitPattern: value), 0)
        case .unsignedInteger(let value): .bits(2, value, 0)
        case .integer128(let value): .bits(3, value.low, UInt64(bitPattern: value.high))
        case .float(let value): .bits(4, UInt64(value.bitPattern), 0)
        case .double(let value): .bits(5, value.bitPattern, 0)
        case .date(let value): .bits(6, value.bitPattern, 0)
        default: nil
        }
    }
}
