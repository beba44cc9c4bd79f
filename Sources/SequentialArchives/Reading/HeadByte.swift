/// The first byte of every value but a raw one.
///
/// The codes are those of NeXT's `typedstream.m`, and the last one that of today's macOS; bytes from -110 on are small
/// integers.
enum HeadByte {
    static let integer16 = UInt8(bitPattern: -127)
    static let integer32 = UInt8(bitPattern: -126)
    static let real = UInt8(bitPattern: -125)
    static let new = UInt8(bitPattern: -124)
    static let null = UInt8(bitPattern: -123)
    static let end = UInt8(bitPattern: -122)
    static let integer64 = UInt8(bitPattern: -121)

    /// The least integer that is a head byte itself.
    static let leastInteger: Int8 = -110
    /// The amount to add to a reference to get the number that it names.
    static let firstReference = 110
}
