import PropertyLists
import TestSupport
import Testing

@Suite struct XMLIntegerTests {
    @Test(.rows)
    func `integers from -2^63 to 2^64 - 1 are read`() {
        forEachRow(
            [
                ("0", 0), ("-0", 0), ("1", 1), ("+1", 1), ("-1", -1), ("007", 7), (" 42", 42), ("- 42", -42),
                ("0x1F", 31),
                ("0X1f", 31),
                ("-0x10", -16), ("+0xA", 10), ("9223372036854775807", .integer(.max)),
                ("-9223372036854775808", .integer(.min)), ("-0x8000000000000000", .integer(.min)),
                ("9223372036854775808", .unsignedInteger(1 << 63)), ("18446744073709551615", .unsignedInteger(.max)),
                ("0xFFFFFFFFFFFFFFFF", .unsignedInteger(.max)), ("00000000000000000000000000000001", 1),
            ] as [(String, PropertyList)]
        ) { (text: String, value: PropertyList) throws in
            #expect(try readXML("<integer>\(text)</integer>") == value)
        }
    }

    @Test(.rows)
    func `any other integer is refused, and an empty element`() {
        forEachRow([
            "", " ", "-", "+", "+-1", "--1", "- 1", " 1", "1 ", "1.0", "1e3", "0x", "-0x", "0xG", "x1", "1x", "1 2",
            "0b1",
            "\u{661}",
            "18446744073709551616", "-9223372036854775809", "0x10000000000000000", "-0x8000000000000001",
            "99999999999999999999999999999999999999999999",
        ]) { (text: String) in
            let error = errorOfReadingXML("<integer>\(text)</integer>")
            #expect(error?.code == .invalidNumber)
            #expect(error?.byteOffset == 9)
        }
        #expect(errorOfReadingXML("<array><integer/></array>")?.byteOffset == 7)
        #expect(errorOfReadingXML("<real/>")?.code == .invalidNumber)
    }

    @Test(.rows)
    func `integers are written in decimal, and have no XML form beyond 64 bits`() {
        forEachRow(
            [
                (.integer(.min), "-9223372036854775808"), (-1, "-1"), (0, "0"), (.integer(.max), "9223372036854775807"),
                (.unsignedInteger(.max), "18446744073709551615"), (.integer128(5), "5"),
                (.integer128(Integer128(UInt64.max)), "18446744073709551615"), (.integer128(-5), "-5"),
            ] as [(PropertyList, String)]
        ) { (value: PropertyList, text: String) throws in
            #expect(try writeXML(value) == "<integer>\(text)</integer>")
        }
        expectRows {
            (errorOfWritingXML(.integer128(Integer128(high: 1, low: 0)))?.code, .unrepresentable)
            (errorOfWritingXML(.integer128(Integer128(high: -2, low: 0)))?.code, .unrepresentable)
            (errorOfWritingXML(.integer128(Integer128(high: -1, low: 0)))?.code, .unrepresentable)
        }
    }
}
