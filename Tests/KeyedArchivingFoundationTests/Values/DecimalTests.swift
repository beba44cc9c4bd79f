import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

@Suite struct DecimalTests {
    @Test(.rows)
    func `numbers come back, and what is not a number comes back as such`() throws {
        forEachRow([
            "0", "1", "-1", "80", "1.5", "-0.000000001", "65535", "65536", "123456789012345678901234567890",
            "340282366920938463463374607431768211455", "1e127", "7e-128",
        ]) { (text: String) throws in
            let decimal = try #require(Decimal(string: text))
            #expect(try roundTrip(decimal) == decimal)
            #expect(try graphRoundTrip(decimal) as? Decimal == decimal)
        }
        #expect(try roundTrip(Decimal.nan).isNaN)
    }

    @Test func `trailing zeros become a power of ten, as Apple's systems have it`() throws {
        let archive = try KeyedArchive(try KeyedArchiver.archivedBytes(withRootObject: Decimal(80)))
        #expect(archive.objectCount == 3)
        let exponent = try archive.value(at: ArchivePath([.key("root"), .key("NS.exponent")]))
        #expect(exponent.value == .integer(1))
    }

    /// The number 12345, or 0x3039, with words behind it that do not count and hold anything.
    private static let mantissas: [(order: Int64, bytes: [UInt8])] = [
        (1, [0x39, 0x30] + Array(1...14)), (2, [0x30, 0x39] + Array(1...14)),
    ]

    @Test(.rows)
    func `both byte orders are read, and words that do not count are ignored`() {
        forEachRow(Self.mantissas) { (order: Int64, mantissa: [UInt8]) throws in
            for name in ["NSDecimalNumberPlaceholder", "NSDecimalNumber"] {
                let bytes = try ArchiveBuilder.bytes(
                    name,
                    [
                        "NS.mantissa": .data(mantissa), "NS.mantissa.bo": .integer(order), "NS.length": .integer(1),
                        "NS.exponent": .integer(1), "NS.negative": .boolean(true), "NS.compact": .boolean(false),
                    ]
                )
                #expect(try KeyedUnarchiver.unarchivedObject(of: Decimal.self, from: bytes) == -123_450)
            }
        }
    }
}
