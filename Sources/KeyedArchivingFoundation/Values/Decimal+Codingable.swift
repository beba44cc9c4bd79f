public import KeyedArchiving

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// `NSDecimalNumber`, which Apple's systems store under the name of a private class, `NSDecimalNumberPlaceholder`.
extension Decimal: Codingable {
    /// `NSDecimalNumberPlaceholder`.
    public static var codedClassName: String { "NSDecimalNumberPlaceholder" }

    /// The private class and its superclasses.
    public static var codedClassHierarchy: [String] {
        ["NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue", "NSObject"]
    }

    /// `NSDecimalNumber`.
    public static var codedClassAliases: [String] { ["NSDecimalNumber"] }

    /// Writes the digits as a whole number of up to eight 16-bit words, and the power of ten to multiply it with.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError/Code/unrepresentable`` if the number has more digits than fit 128 bits.
    public func encode(with archiver: KeyedArchiver) throws {
        guard let parts = DecimalParts(self) else {
            throw ArchiveError(.unrepresentable, "the decimal number \(self) has more digits than an archive can hold")
        }
        try archiver.encodeBytes(parts.mantissa.bytes, forKey: "NS.mantissa")
        try archiver.encode(parts.exponent, forKey: "NS.exponent")
        try archiver.encode(Int32(truncatingIfNeeded: parts.mantissa.words.count), forKey: "NS.length")
        try archiver.encode(parts.isCompact, forKey: "NS.compact")
        try archiver.encode(Int32(DecimalMantissa.ByteOrder.littleEndian.rawValue), forKey: "NS.mantissa.bo")
        try archiver.encode(parts.isNegative, forKey: "NS.negative")
    }

    /// Reads the digits and the power of ten.
    ///
    /// A number of no words is 0, or, if it is negative, not a number.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let order = try unarchiver.optionalInteger(forKey: "NS.mantissa.bo") ?? 1
        guard let order = DecimalMantissa.ByteOrder(rawValue: order) else {
            throw unarchiver.failure(.invalidValue, "the byte order \(order) does not exist", key: "NS.mantissa.bo")
        }
        let bytes = try unarchiver.requiredData(forKey: "NS.mantissa")
        let wordCount = try unarchiver.requiredInteger(forKey: "NS.length")
        guard let mantissa = DecimalMantissa(bytes: Array(bytes), wordCount: wordCount, order: order) else {
            throw unarchiver.failure(
                .invalidValue,
                "a decimal number has \(wordCount) words in \(bytes.count) bytes, not up to 8 in 16",
                key: "NS.mantissa"
            )
        }
        let exponent = try unarchiver.requiredInteger(forKey: "NS.exponent")
        let isNegative = try unarchiver.decodeBool(forKey: "NS.negative")
        let parts = DecimalParts(mantissa: mantissa, exponent: Int32(clamping: exponent), isNegative: isNegative)
        guard let decimal = parts.decimal else {
            throw unarchiver.failure(.invalidValue, "the exponent \(exponent) is out of range", key: "NS.exponent")
        }
        self = decimal
    }
}
