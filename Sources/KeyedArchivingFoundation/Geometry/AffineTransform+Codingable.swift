public import Foundation
public import KeyedArchiving

/// `NSAffineTransform`, with the precision of 32-bit reals that archives have.
///
/// Older archives leave out what is 0 for a scaling and a translation.
extension AffineTransform: Codingable {
    private static let key = "NSTransformStruct"

    /// `NSAffineTransform`.
    public static var codedClassName: String { "NSAffineTransform" }

    /// Writes all six numbers.
    public func encode(with archiver: KeyedArchiver) throws {
        let numbers = [m11, m12, m21, m22, tX, tY]
        try archiver.encodeBytes(
            numbers.flatMap { number in
                withUnsafeBytes(of: Float(number).bitPattern.bigEndian) { Array($0) }
            },
            forKey: Self.key
        )
    }

    /// Reads six numbers, or four without m12 and m21, or, after a byte that tells which, the two of a translation (1)
    /// or of a scaling (2).
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let bytes = Array(try unarchiver.requiredData(forKey: Self.key))
        self.init()
        let numbers = Self.numbers(in: bytes[(bytes.count % 4)...])
        switch (bytes.count, bytes.first) {
        case (24, _):
            (m11, m12, m21, m22) = (numbers[0], numbers[1], numbers[2], numbers[3])
            (tX, tY) = (numbers[4], numbers[5])
        case (16, _):
            (m11, m22) = (numbers[0], numbers[1])
            (tX, tY) = (numbers[2], numbers[3])
        case (9, 1): (tX, tY) = (numbers[0], numbers[1])
        case (9, 2): (m11, m22) = (numbers[0], numbers[1])
        default:
            throw unarchiver.failure(
                .invalidValue, "an affine transform has \(bytes.count) bytes, not 24, 16 or 9", key: Self.key)
        }
    }

    /// The 32-bit reals in a sequence of bytes, the most significant byte first.
    private static func numbers(in bytes: ArraySlice<UInt8>) -> [CGFloat] {
        stride(from: bytes.startIndex, to: bytes.endIndex, by: 4).map { start in
            let bits = bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return CGFloat(Float(bitPattern: bits))
        }
    }
}
