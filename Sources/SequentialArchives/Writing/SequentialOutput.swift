internal import PropertyLists

/// A sequential archive in the making: head bytes, numbers, shared strings.
struct SequentialOutput {
    private(set) var bytes: [UInt8] = []
    let isLittle: Bool
    /// Whether whole numbers of 8 bytes are written as integers also where a `Float` doesn't hold them.
    ///
    /// NeXT's writer compares with the `Float`. Some archives of Apple systems have the integers all the same: a date of
    /// 336587988 seconds has four bytes in a project of iLocalize.
    var storesWholeRealsAsIntegers = false
    /// The numbers of shared strings.
    private var strings: [[UInt8]: Int] = [:]
    /// The long ones among them, by where the memory of their arrays begins.
    ///
    /// Many places of an archive share one long string and its array: it is compared once. Files can store one text
    /// several times, so that it has several arrays.
    private var longStrings: [UInt: LongString] = [:]

    /// A long string, with its array, so that no other array can have its place.
    private struct LongString {
        let number: Int
        let bytes: [UInt8]
    }

    init(_ header: SequentialHeader) {
        isLittle = header.byteOrder == .little
        append(byte: UInt8(truncatingIfNeeded: header.version))
        header.byteOrder.signature.withUTF8Buffer { signature in
            append(byte: UInt8(truncatingIfNeeded: signature.count))
            unsafe bytes.append(contentsOf: signature)
        }
        append(integer: Int64(header.systemVersion))
    }

    mutating func append(byte: UInt8) { bytes.append(byte) }

    mutating func append(raw content: [UInt8]) { bytes += content }

    /// Writes an integer in the shortest form: the rule is that of NeXT's `typedstream.m`, the last form today's.
    mutating func append(integer: Int64) {
        switch integer {
        case Int64(HeadByte.leastInteger)...127: bytes.append(UInt8(truncatingIfNeeded: integer))
        case -32767...32767: append(HeadByte.integer16, UInt64(bitPattern: integer), width: 2)
        case Int64(Int32.min)...Int64(Int32.max): append(HeadByte.integer32, UInt64(bitPattern: integer), width: 4)
        default: append(HeadByte.integer64, UInt64(bitPattern: integer), width: 8)
        }
    }

    /// Writes an integer of a type: its bits, read as a signed number of that size.
    mutating func append(_ value: SequentialValue, _ type: TypeCode) {
        let integer: Int64
        switch value {
        case .integer(let value): integer = value
        case .unsignedInteger(let value): integer = Int64(bitPattern: value)
        default: return
        }
        guard type.size > 1 else { return append(byte: UInt8(truncatingIfNeeded: integer)) }
        let unused = 64 - Int64(type.bitWidth)
        append(integer: (integer &<< unused) &>> unused)
    }

    /// Writes a real number of 4 or 8 bytes.
    ///
    /// - Parameter keepsSign: Whether a negative zero is written as it is; archivers lose its sign.
    mutating func append(real: Double, size: Int, keepsSign: Bool) {
        if keepsSign, real == 0, real.sign == .minus {
            if size == 4 { return append(HeadByte.real, UInt64(Float(-0.0).bitPattern), width: 4) }
            return append(HeadByte.real, (-0.0).bitPattern, width: 8)
        }
        if size == 4 { append(float: Float(real)) } else { append(double: real) }
    }

    /// Writes a real number of 4 bytes, as an integer if it is a small one.
    mutating func append(float: Float) {
        if let integer = Self.integer(Double(float)), Float(integer) == float { return append(integer: Int64(integer)) }
        append(HeadByte.real, UInt64(float.bitPattern), width: 4)
    }

    /// Writes a real number of 8 bytes, as an integer if it is a small one that a `Float` holds.
    mutating func append(double: Double) {
        if storesWholeRealsAsIntegers, abs(double) <= Self.greatestInteger, Double(Int32(double)) == double {
            return append(integer: Int64(Int32(double)))
        }
        if let integer = Self.integer(double), Double(integer) == double { return append(integer: Int64(integer)) }
        append(HeadByte.real, double.bitPattern, width: 8)
    }

    /// The greatest real that is written as an integer.
    private static let greatestInteger = 2_147_483_646.0

    /// The integer that NeXT's writer compares a number with.
    private static func integer(_ value: Double) -> Int32? {
        guard abs(value) <= greatestInteger else { return nil }
        let float = Float(value)
        return abs(float) < 2_147_483_648 ? Int32(float) : nil
    }

    private mutating func append(_ head: UInt8, _ value: UInt64, width: Int) {
        bytes.append(head)
        for index in 0..<width {
            let shift = UInt64(8 * (isLittle ? index : width - 1 - index))
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    mutating func appendNull() { bytes.append(HeadByte.null) }

    mutating func appendNew() { bytes.append(HeadByte.new) }

    mutating func appendEnd() { bytes.append(HeadByte.end) }

    mutating func append(reference number: Int) { append(integer: Int64(number - HeadByte.firstReference)) }

    /// Writes the bytes of a string object.
    mutating func append(string: [UInt8]) {
        append(integer: Int64(string.count))
        bytes += string
    }

    /// Writes a string that is stored once.
    ///
    /// - Returns: Its number, of which ``append(reference:)`` writes a reference to it.
    @discardableResult
    mutating func append(shared string: [UInt8]) -> Int {
        let known = string.count >= SharedContents.longLength ? numberOfLong(string) : strings[string]
        if let known {
            append(reference: known)
            return known
        }
        let number = strings.count
        strings[string] = number
        appendNew()
        append(string: string)
        return number
    }

    /// How many long strings are kept by their memory, which they hold.
    private static let mostLongStrings = 1024

    /// The number of a long string, which is kept by its memory; one that has none will have that of the next.
    private mutating func numberOfLong(_ string: [UInt8]) -> Int? {
        let address = unsafe string.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        if let known = longStrings[address] { return known.number }
        let number = strings[string]
        if longStrings.count == Self.mostLongStrings { longStrings = [:] }
        longStrings[address] = LongString(number: number ?? strings.count, bytes: string)
        return number
    }
}
