import Foundation
import RandomNumbers
import TestSupport
import Testing

import PropertyLists

@Suite struct XMLRealTests {
    @Test(.rows)
    func `a decimal real or one of Apple's words is read, and beyond the greatest an infinity`() {
        forEachRow(
            [
                ("1.5", 1.5), ("-1.5", -1.5), ("+1.5", 1.5), ("1", 1), ("0", 0), ("1.", 1), (".5", 0.5),
                ("007.50", 7.5),
                (" \n1.5", 1.5), ("1e3", 1000), ("1.5E-3", 0.0015), ("1e+2", 100), ("13.199999999999999", 13.2),
                ("4.9406564584124654e-324", .leastNonzeroMagnitude),
                ("1.7976931348623157e+308", .greatestFiniteMagnitude),
                ("1e-400", 0),
                ("inf", .infinity), ("+Infinity", .infinity), ("INFINITY", .infinity), ("-inf", -.infinity),
                ("-infinity", -.infinity), ("+infinity", .infinity),
                // As CoreFoundation reads them.
                ("1.797693134862316e+308", .infinity), ("1e400", .infinity), ("-1e309", -.infinity),
                ("NaN", .nan), ("nan", .nan), ("-0", -0.0),
            ] as [(String, Double)]
        ) { (text: String, value: Double) throws in
            // Values are equal if their bits are, so that the sign of zero counts.
            #expect(try readXML("<real>\(text)</real>") == .double(value))
        }
    }

    @Test(.rows)
    func `any other real is refused`() {
        forEachRow([
            "", " ", ".", "-", "+-1", "1.2.3", "1e", "1e+", "e5", "0x1p3", "0x10", "1,5", "1 2", "1e5.0", "nan(1)",
            "-nan",
            "infinit", "1f", "\u{661}",
        ]) { (text: String) in
            let error = errorOfReadingXML("<real>\(text)</real>")
            #expect(error?.code == .invalidNumber)
            #expect(error?.byteOffset == 6)
        }
    }

    /// What Python's `'%.17g' % x` gives; the last rows are exact ties.
    private static let vectors: [(Double, String)] = [
        (0x1p+0, "1"), (-0x1p+0, "-1"), (0x1.a666666666666p+3, "13.199999999999999"),
        (0x1.999999999999ap-4, "0.10000000000000001"), (0x1p-1, "0.5"),
        (0x1.5555555555555p-2, "0.33333333333333331"), (0x1.5555555555555p-1, "0.66666666666666663"),
        (0x1.c6bf52634p+49, "1000000000000000"), (0x1.1c37937e08p+53, "10000000000000000"),
        (0x1.6345785d8ap+56, "1e+17"), (0x1.b69b4ba630f35p+56, "1.2345678901234568e+17"),
        (0x1.fffffffffffffp+52, "9007199254740991"), (0x1p+53, "9007199254740992"),
        (0x1.0000000000001p+53, "9007199254740994"), (0x1.a36e2eb1c432dp-14, "0.0001"),
        (0x1.4f8b588e368f1p-17, "1.0000000000000001e-05"), (0x1.02e4b6ce5dc68p-13, "0.00012344999999999999"),
        (0x1.9e3abe16fc70dp-17, "1.2345e-05"), (0x1.b1ae4d6e2ef5p+69, "1e+21"),
        (0x1.0f0cf064dd592p+73, "1e+22"), (0x1.52d02c7e14af6p+76, "9.9999999999999992e+22"),
        (0x1.249ad2594c37dp+332, "1e+100"), (0x1.bff2ee48e053p-333, "1e-100"),
        (.leastNonzeroMagnitude, "4.9406564584124654e-324"), (0x1p-1022, "2.2250738585072014e-308"),
        (Double(bitPattern: 0xF_FFFF_FFFF_FFFF), "2.2250738585072009e-308"),
        (0x1.fffffffffffffp+1023, "1.7976931348623157e+308"), (0x1.921fb54442d18p+1, "3.1415926535897931"),
        (-0x1.5bf0a8b145769p+1, "-2.7182818284590451"), (0x1.6345785d8ap+56, "1e+17"),
        (0x1.6345785d89fffp+56, "99999999999999984"), (0x1.3333333333334p-2, "0.30000000000000004"),
        (0x1.91p+6, "100.25"), (0x1.5fd7fe1796495p-37, "9.9999999999999994e-12"),
        (0x1.07e1fe91b0b7p-36, "1.5e-11"), (0x1.4e406496685f4p-37, "9.4999999999999995e-12"),
        (0x1.0000000000002p+52, "4503599627370498"), (0x1.0000000000004p+51, "2251799813685250"),
        (0x1.0000000000001p+56, "72057594037927952"), (0x1.1666666666666p+2, "4.3499999999999996"),
        (0x1.5666666666666p+1, "2.6749999999999998"), (0x1.0147ae147ae14p+0, "1.0049999999999999"),
        (0x1.1c37937e08001p+53, "10000000000000002"), (0x1p+57, "1.4411518807585587e+17"),
        (0x1p+63, "9.2233720368547758e+18"), (0x1p+64, "1.8446744073709552e+19"),
        (0x1.9d971e4fe8402p+89, "1e+27"), (0x1.027e72f1f1281p+93, "9.9999999999999996e+27"),
        (0x1.fe185ca57c517p+78, "6.0221407599999999e+23"), (0x1.b860bde023111p-111, "6.6260701499999998e-34"),
        (0x1.99999ap-4, "0.10000000149011612"), (0x1.921fb6p+1, "3.1415927410125732"),
        (0x1.064p-10, "0.0010004043579101562"), (0x1.06cp-10, "0.0010023117065429688"),
        (0x1.074p-10, "0.0010042190551757812"), (0x1.07cp-10, "0.0010061264038085938"),
        (0x1.084p-10, "0.0010080337524414062"), (0x1.08cp-10, "0.0010099411010742188"),
        (0x1.094p-10, "0.0010118484497070312"), (0x1.09cp-10, "0.0010137557983398438"),
        (0x1.0a4p-10, "0.0010156631469726562"), (0x1.0acp-10, "0.0010175704956054688"),
        (0x1.0b4p-10, "0.0010194778442382812"), (0x1.0bcp-10, "0.0010213851928710938"),
    ]

    @Test func `reals are written with the digits of C's 17-digit format and read back with the same bits`() throws {
        for (value, text) in Self.vectors {
            #expect(try writeXML(.double(value)) == "<real>\(text)</real>")
            #expect(try readXML("<real>\(text)</real>") == .double(value))
        }
        // Of every magnitude.
        var generator = SplitMix64(seed: 17)
        for _ in 0..<TestScale.count(5000, quick: 500) {
            let anything = Double(bitPattern: generator.next())
            let subnormal = Double(bitPattern: generator.next() >> (12 + generator.next() % 52))
            let common = Double(Int64(bitPattern: generator.next()) >> 40) / 1000
            for value in [anything, subnormal, common] where value.isFinite && value != 0 {
                let text = "<real>\(String(format: "%.17g", value))</real>"
                #expect(try writeXML(.double(value)) == text)
                #expect(try readXML(text) == .double(value))
            }
        }
    }

    @Test func `zero, infinities and NaN are written in Apple's spelling, and a 32-bit real as one of 64 bits`() throws
    {
        try expectRows {
            (try writeXML(0.0), "<real>0.0</real>")
            (try writeXML(.double(-0.0)), "<real>0.0</real>")
            (try writeXML(.double(.infinity)), "<real>+infinity</real>")
            (try writeXML(.double(-.infinity)), "<real>-infinity</real>")
            (try writeXML(.double(.nan)), "<real>nan</real>")
            (try writeXML(.double(-.signalingNaN)), "<real>nan</real>")
            (try writeXML(.float(0.1)), "<real>0.10000000149011612</real>")
            (try writeXML(.float(.infinity)), "<real>+infinity</real>")
        }
    }
}
