import PropertyLists
import TestSupport
import Testing

/// One hostile input and what becomes of it.
struct HostileXML: CustomTestStringConvertible, Sendable {
    enum Outcome: Sendable {
        case opens(PropertyList)
        case refused(ArchiveError.Code, at: Int)
    }

    var name: String
    var bytes: [UInt8]
    var outcome: Outcome

    init(_ name: String, _ text: String, _ outcome: Outcome) {
        self.init(name, Array(text.utf8), outcome)
    }

    init(_ name: String, _ bytes: [UInt8], _ outcome: Outcome) {
        self.name = name
        self.bytes = bytes
        self.outcome = outcome
    }

    var testDescription: String { name }
}

/// The rows of the catalog of hostile inputs that concern XML; the number is the row's.
@Suite struct XMLHostileInputTests {
    static let all = entities + uids + references + numbers + data + dates + structure + encodings + text

    @Test(.rows)
    func `a hostile input is opened or refused as documented`() {
        forEachRow(Self.all) { (row: HostileXML) throws in
            switch row.outcome {
            case .opens(let value):
                #expect(try XMLPropertyListReader().read(row.bytes) == value)
            case .refused(let code, let offset):
                let error = try #require(errorOfReadingXML(row.bytes))
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

    @Test func `every row of the catalog from 57 to 65 is tried, with all its inputs`() {
        var counts: [Int: Int] = [:]
        for input in Self.all {
            counts[Int(input.name.prefix(2)) ?? 0, default: 0] += 1
        }
        #expect(Set(counts.keys) == HostileCatalog.rows(of: .xml))
        for (row, count) in counts {
            #expect(count >= HostileCatalog.leastInputCounts[row] ?? 1, "row \(row)")
        }
    }

    private static func doctype(_ subset: String) -> String {
        "<!DOCTYPE plist [\(subset)]><string>&e;</string>"
    }

    private static let entities = [
        HostileXML(
            "57 external entity",
            doctype("<!ENTITY e SYSTEM \"file:///etc/passwd\">"),
            .refused(.forbiddenEntity, at: 16)
        ),
        HostileXML("57 internal entity", doctype("<!ENTITY e \"x\">"), .refused(.forbiddenEntity, at: 16)),
        HostileXML("57 parameter entity", doctype("<!ENTITY % e \"x\"> %e;"), .refused(.forbiddenEntity, at: 16)),
        HostileXML(
            "57 billion laughs",
            doctype("<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY e \"&b;&b;&b;&b;\">"),
            .refused(.forbiddenEntity, at: 16)
        ),
        HostileXML("57 entity without a definition", "<string>&e;</string>", .refused(.forbiddenEntity, at: 8)),
        HostileXML(
            "57 document type elsewhere, which is not fetched",
            "<!DOCTYPE plist SYSTEM \"http://127.0.0.1:1/x.dtd\"><true/>",
            .opens(true)
        ),
    ]

    private static func uid(_ value: String) -> String {
        "<dict><key>CF$UID</key>\(value)</dict>"
    }

    private static let uids = [
        HostileXML(
            "58 a second key",
            uid("<integer>1</integer><key>a</key><true/>"),
            .opens(["CF$UID": 1, "a": true])
        ),
        HostileXML("58 real", uid("<real>1</real>"), .opens(["CF$UID": 1.0])),
        HostileXML("58 negative", uid("<integer>-1</integer>"), .opens(["CF$UID": -1])),
        HostileXML("58 string", uid("<string>1</string>"), .opens(["CF$UID": "1"])),
        HostileXML("58 huge", uid("<integer>4294967296</integer>"), .opens(["CF$UID": 4_294_967_296])),
        HostileXML(
            "58 above Int64.max",
            uid("<integer>18446744073709551615</integer>"),
            .opens(["CF$UID": .unsignedInteger(.max)])
        ),
        HostileXML("58 nested", uid(uid("<integer>1</integer>")), .opens(["CF$UID": .uid(1)])),
        HostileXML("58 largest", uid("<integer>4294967295</integer>"), .opens(.uid(4_294_967_295))),
    ]

    private static let references = [
        HostileXML("59 character above U+FFFF", "<string>&#128664;</string>", .opens("\u{1F698}")),
        HostileXML("59 surrogate", "<string>&#xD800;</string>", .refused(.malformedText, at: 8)),
        HostileXML(
            "59 surrogates in a pair",
            "<string>&#xD83D;&#xDE98;</string>",
            .refused(.malformedText, at: 8)
        ),
        HostileXML("59 NUL", "<string>&#0;</string>", .refused(.malformedText, at: 8)),
        HostileXML("59 above U+10FFFF", "<string>&#x110000;</string>", .refused(.malformedText, at: 8)),
        HostileXML("59 unterminated entity", "<string>&amp</string>", .refused(.malformedText, at: 8)),
        HostileXML(
            "59 long entity",
            "<string>&\(String(repeating: "a", count: 1 << 20));</string>",
            .refused(.forbiddenEntity, at: 8)
        ),
        HostileXML(
            "59 long unterminated entity",
            "<string>&\(String(repeating: "a", count: 1 << 20))",
            .refused(.malformedText, at: 8)
        ),
        HostileXML(
            "59 long character reference",
            "<string>&#\(String(repeating: "9", count: 1 << 20));</string>",
            .refused(.malformedText, at: 8)
        ),
    ]

    private static let numbers = [
        HostileXML("60 hexadecimal", "<integer>0xDEADbeef</integer>", .opens(0xDEAD_BEEF)),
        HostileXML("60 signed hexadecimal", "<integer>-0x10</integer>", .opens(-16)),
        HostileXML("60 plus sign", "<integer>+5</integer>", .opens(5)),
        HostileXML("60 smallest", "<integer>-9223372036854775808</integer>", .opens(.integer(.min))),
        HostileXML("60 below", "<integer>-9223372036854775809</integer>", .refused(.invalidNumber, at: 9)),
        HostileXML("60 largest", "<integer>18446744073709551615</integer>", .opens(.unsignedInteger(.max))),
        HostileXML("60 above", "<integer>18446744073709551616</integer>", .refused(.invalidNumber, at: 9)),
        HostileXML(
            "60 a million digits",
            "<integer>\(String(repeating: "9", count: 1 << 20))</integer>",
            .refused(.invalidNumber, at: 9)
        ),
    ]

    private static let data = [
        HostileXML("61 foreign character", "<data>AA*A</data>", .refused(.invalidData, at: 8)),
        HostileXML("61 white space only", "<data> \n\t </data>", .opens(.data([]))),
        HostileXML("61 no padding", "<data>AAA</data>", .refused(.invalidData, at: 9)),
        HostileXML("61 one character left over", "<data>AAAAA</data>", .refused(.invalidData, at: 11)),
        HostileXML("61 data after padding", "<data>AA==AAAA</data>", .refused(.invalidData, at: 10)),
    ]

    private static let dates = [
        HostileXML("62 leap second", "<date>2016-12-31T23:59:60Z</date>", .refused(.invalidDate, at: 6)),
        HostileXML("62 month 13", "<date>2016-13-01T00:00:00Z</date>", .refused(.invalidDate, at: 6)),
        HostileXML("62 year -1", "<date>-0001-01-01T00:00:00Z</date>", .opens(.date(-63_177_062_400))),
        HostileXML("62 no Z", "<date>2016-01-01T00:00:00</date>", .refused(.invalidDate, at: 6)),
        HostileXML("62 year 0, the distant past", "<date>0000-12-30T00:00:00Z</date>", .opens(.date(-63_114_076_800))),
    ]

    private static let structure = [
        HostileXML("63 two roots", "<plist><true/><true/></plist>", .refused(.malformedText, at: 14)),
        HostileXML("63 two documents", "<plist><true/></plist><plist/>", .refused(.malformedText, at: 22)),
        HostileXML("63 no root", "<plist></plist>", .refused(.malformedText, at: 15)),
        HostileXML("63 unclosed tag", "<plist><array><true/>", .refused(.truncated, at: 7)),
        HostileXML("63 mismatched tags", "<plist><array></dict></plist>", .refused(.malformedText, at: 14)),
        HostileXML("63 no plist element", "<array><true/></array>", .opens([true])),
        HostileXML("63 plist element not closed", "<plist><true/>", .refused(.truncated, at: 0)),
    ]

    private static let encodings = [
        HostileXML(
            "64 a million levels",
            String(repeating: "<array>", count: 1_000_000),
            .refused(.limitExceeded, at: 512 * 7)
        ),
        HostileXML("64 UTF-16 with mark", [0xFF, 0xFE] + "<true/>".utf8.flatMap { [$0, 0] }, .opens(true)),
        HostileXML("64 UTF-16 without mark", "<true/>".utf8.flatMap { [0, $0] }, .opens(true)),
        HostileXML("64 UTF-8 with mark", "\u{FEFF}<true/>", .opens(true)),
        HostileXML(
            "64 declared encoding that is unknown",
            "<?xml version='1.0' encoding='ebcdic'?><true/>",
            .refused(.unsupportedVersion, at: 30)
        ),
        HostileXML(
            "64 declared encoding that is wrong",
            "<?xml version='1.0' encoding='utf-16'?><true/>",
            .refused(.malformedText, at: 30)
        ),
    ]

    private static let text = [
        HostileXML("65 comment inside a key", "<dict><key>a<!--x-->b</key><true/></dict>", .opens(["ab": true])),
        HostileXML(
            "65 CDATA inside a key",
            "<dict><key><![CDATA[a<b]]></key><true/></dict>",
            .opens(["a<b": true])
        ),
        HostileXML("65 NUL in text", "<string>a\0b</string>", .refused(.malformedText, at: 9)),
    ]
}
