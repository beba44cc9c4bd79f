import PropertyLists
import TestSupport
import Testing

/// Hostile inputs in OpenStep text: the rows of XML that have a counterpart in it, and its own.
@Suite struct OpenStepHostileInputTests {
    static let all = numbers + data + dates + structure + encodings + strings

    @Test(.rows)
    func `a hostile input is opened or refused as documented`() {
        forEachRow(Self.all) { (row: HostileXML) throws in
            switch row.outcome {
            case .opens(let value):
                #expect(try OpenStepPropertyListReader().read(row.bytes) == value)
            case .refused(let code, let offset):
                let error = try #require(errorOfReadingOpenStep(row.bytes))
                expectRows {
                    (error.code, code)
                    (error.byteOffset, offset)
                    error.line != nil
                    error.column != nil
                    !error.reason.isEmpty
                }
            }
        }
    }

    private static func many(_ text: String) -> String {
        String(repeating: text, count: TestScale.count(1 << 20, quick: 1 << 17))
    }

    private static let numbers = [
        HostileXML("60 hexadecimal", "<*I0xDEADbeef>", .opens(0xDEAD_BEEF)),
        HostileXML("60 below", "<*I-9223372036854775809>", .refused(.invalidNumber, at: 0)),
        HostileXML("60 above", "(<*I18446744073709551616>)", .refused(.invalidNumber, at: 1)),
        HostileXML("60 a million digits", "<*I\(many("9"))>", .refused(.invalidNumber, at: 0)),
        HostileXML("60 a real that isn't a number", "<*R0x1p3>", .refused(.invalidNumber, at: 0)),
        HostileXML("60 no digits", "<*I>", .refused(.invalidNumber, at: 0)),
        HostileXML("60 a boolean that is neither", "<*BX>", .refused(.malformedText, at: 0)),
        HostileXML("60 an unknown type", "<*X1>", .refused(.malformedText, at: 0)),
        HostileXML("60 no type", "<*>", .refused(.malformedText, at: 0)),
    ]

    private static let data = [
        HostileXML("61 half a byte", "<0fbd7>", .refused(.invalidData, at: 6)),
        HostileXML("61 foreign character", "<0g>", .refused(.invalidData, at: 2)),
        HostileXML("61 white space within a byte", "<0 f>", .refused(.invalidData, at: 2)),
        HostileXML("61 not closed", "(<0fbd", .refused(.truncated, at: 1)),
        HostileXML("61 base64 with a foreign character", "<[AA*A]>", .refused(.invalidData, at: 4)),
        HostileXML("61 base64 without padding", "<[AAA]>", .refused(.invalidData, at: 5)),
        HostileXML("61 base64 not closed", "<[AAAA>", .refused(.truncated, at: 0)),
        HostileXML("61 value not closed", "<*I5", .refused(.truncated, at: 0)),
        HostileXML("61 a million open brackets", many("<"), .refused(.invalidData, at: 1)),
    ]

    private static let dates = [
        HostileXML("62 leap second", "<*D2016-12-31 23:59:60 +0000>", .refused(.invalidDate, at: 0)),
        HostileXML("62 month 13", "<*D2016-13-01 00:00:00 +0000>", .refused(.invalidDate, at: 0)),
        HostileXML("62 no time zone", "<*D2016-01-01 00:00:00>", .refused(.invalidDate, at: 0)),
        HostileXML("62 time zone of letters", "<*D2016-01-01 00:00:00 +0x00>", .refused(.invalidDate, at: 0)),
        HostileXML("62 time zone of 24 hours", "<*D2016-01-01 00:00:00 +2400>", .refused(.invalidDate, at: 0)),
        HostileXML("62 time zone of 60 minutes", "<*D2016-01-01 00:00:00 +0060>", .refused(.invalidDate, at: 0)),
        HostileXML("62 time zone of 99 hours", "<*D2016-01-01 00:00:00 +9900>", .refused(.invalidDate, at: 0)),
        HostileXML("62 the form of XML", "<*D2016-01-01T00:00:00Z>", .refused(.invalidDate, at: 0)),
    ]

    private static let structure = [
        HostileXML("63 two roots", "{} {}", .refused(.malformedText, at: 3)),
        HostileXML("63 two strings", "a b", .refused(.malformedText, at: 2)),
        HostileXML("63 a value and a semicolon", "{};", .refused(.malformedText, at: 2)),
        HostileXML("63 no root", "", .refused(.unrecognizedFormat, at: 0)),
        HostileXML("63 empty", "", .refused(.unrecognizedFormat, at: 0)),
        HostileXML("63 unclosed array", "{a = (b, c", .refused(.truncated, at: 5)),
        HostileXML("63 unclosed dictionary", "({a = b;", .refused(.truncated, at: 1)),
        HostileXML("63 mismatched brackets", "(a}", .refused(.malformedText, at: 2)),
        HostileXML("63 mismatched brackets in a dictionary", "{a = b)", .refused(.malformedText, at: 6)),
        HostileXML("63 closing bracket alone", ")", .refused(.malformedText, at: 0)),
        HostileXML("63 only a comma", "(,)", .refused(.malformedText, at: 1)),
        HostileXML("63 no comma", "(a b)", .refused(.malformedText, at: 3)),
        HostileXML("63 two semicolons", "{a = b;;}", .refused(.invalidKey, at: 7)),
        HostileXML("63 no value", "{a = ;}", .refused(.malformedText, at: 5)),
        HostileXML("63 no equals sign", "{a b;}", .refused(.malformedText, at: 3)),
        HostileXML("63 an array for a key", "{(a) = b;}", .refused(.invalidKey, at: 1)),
        HostileXML("63 data for a key", "{<00> = b;}", .refused(.invalidKey, at: 1)),
        HostileXML("63 strings file that ends within an entry", "a = b", .refused(.truncated, at: 5)),
        HostileXML("63 strings file with a brace", "a = b; }", .opens(["a": "b"])),
        HostileXML("63 strings file with a brace and more", "a = b; } c", .opens(["a": "b"])),
        HostileXML("63 comment not closed", "{} /* a", .refused(.truncated, at: 3)),
        HostileXML("63 a million comments", many("/**/") + "a", .opens("a")),
    ]

    private static let encodings = [
        HostileXML("64 a million levels", many("("), .refused(.limitExceeded, at: 512)),
        HostileXML("64 a million levels of dictionaries", many("{a="), .refused(.limitExceeded, at: 512 * 3)),
        HostileXML("64 levels in a strings file", "a=" + many("("), .refused(.limitExceeded, at: 2 + 511)),
        HostileXML("64 not UTF-8", Array("(\"".utf8) + [0xE9] + Array("\")".utf8), .refused(.invalidString, at: 2)),
        HostileXML("64 UTF-32", [0, 0, 0, 0x7B, 0, 0, 0, 0x7D], .refused(.unsupportedVersion, at: 0)),
        HostileXML("64 UTF-16 cut in half", [0x28, 0, 0x29], .refused(.truncated, at: 2)),
    ]

    private static let strings = [
        HostileXML("65 not closed", "(\"a", .refused(.truncated, at: 1)),
        HostileXML("65 not closed behind a backslash", "\"a\\", .refused(.truncated, at: 0)),
        HostileXML("65 a quote that is escaped", "\"a\\\"", .refused(.truncated, at: 0)),
        HostileXML("65 octal above 377", "\"\\777\"", .refused(.invalidString, at: 1)),
        HostileXML("65 no hexadecimal digits", "\"a\\Ug\"", .refused(.invalidString, at: 2)),
        HostileXML("65 NUL", "\"a\0b\"", .refused(.malformedText, at: 2)),
        HostileXML("65 not ASCII outside of quotes", "é = b;", .refused(.malformedText, at: 0)),
        HostileXML("65 a million escapes", "\"\(many("\\U41"))\"", .opens(.string(PropertyListString(many("A"))))),
        HostileXML("65 a long name", many("a"), .opens(.string(PropertyListString(many("a"))))),
        HostileXML("65 a long name and no value", "{" + many("a"), .refused(.truncated, at: 0)),
    ]
}
