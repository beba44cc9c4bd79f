import Foundation
import KeyedArchiving
import PropertyLists
import RandomNumbers
import Testing

/// What is read of inputs that Apple's writers never write, next to what CoreFoundation reads of them on this system.
///
/// The table "What is read, what is reported, what is refused" in the documentation of `PropertyLists` has a row for each
/// group of these.
@Suite struct OddInputTests {
    /// How an input is read.
    private enum Reading {
        /// As CoreFoundation reads it, without a word.
        case same
        /// As CoreFoundation reads it, and reported.
        case odd
        /// CoreFoundation refuses it; it is read as this value and reported.
        case onlyHere(PropertyList)
        /// CoreFoundation reads it with another value; this one is read and reported.
        case otherwise(PropertyList)
        /// Neither reads it.
        case refused
        /// Only CoreFoundation reads it; the error says this.
        case onlyThere(String)
    }

    private typealias Row = (name: String, bytes: [UInt8], reading: Reading)

    private static func xml(_ body: String, _ reading: Reading) -> Row {
        (
            body, Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\(body)</plist>".utf8),
            reading
        )
    }

    private static func text(_ text: String, _ reading: Reading) -> Row { (text, Array(text.utf8), reading) }

    /// XML with one string, in bytes of one, two or four for each character.
    private static func encoded(_ name: String?, _ text: [UInt8], width: Int = 1, mark: [UInt8] = []) -> [UInt8] {
        let declaration = name.map { " encoding=\"\($0)\"" } ?? ""
        let start = Array("<?xml version=\"1.0\"\(declaration)?><plist version=\"1.0\"><string>".utf8)
        let characters = start + text + Array("</string></plist>".utf8)
        let isLittleEndian = mark.first == 0xFF
        let padding = [UInt8](repeating: 0, count: width - 1)
        return mark + characters.flatMap { isLittleEndian ? [$0] + padding : padding + [$0] }
    }

    /// A text in UTF-8 after a declaration.
    private static func declared(_ declaration: String, _ reading: Reading) -> Row {
        text("\(declaration)<plist><string>caf\u{E9}</string></plist>", reading)
    }

    private static let numbers: [Row] = [
        xml("<integer>5</integer>", .same), xml("<integer>0x2a</integer>", .same), xml("<integer>-0</integer>", .same),
        xml("<integer>0X1f</integer>", .same), xml("<integer>+7</integer>", .same),
        xml("<integer>+ 42</integer>", .odd), xml("<integer>-\n99</integer>", .odd),
        xml("<integer>- 0x2A</integer>", .odd), xml("<integer> 5</integer>", .odd),
        xml("<integer>\u{B}\u{C}5</integer>", .odd), xml("<integer>\u{2003}5</integer>", .odd),
        xml("<integer>\u{3000}+\u{200B}5</integer>", .odd), xml("<integer>\u{7F}5</integer>", .odd),
        xml("<integer>5 </integer>", .refused), xml("<integer>+-5</integer>", .refused),
        xml("<integer></integer>", .refused), xml("<integer>0x</integer>", .refused),
        xml("<integer>99999999999999999999</integer>", .refused), xml("<integer>1e3</integer>", .refused),
        xml("<integer>&#53;</integer>", .onlyHere(5)), xml("<integer>5<!-- c --></integer>", .onlyHere(5)),
        xml("<real>1.5</real>", .same), xml("<real>1.</real>", .same), xml("<real>.5</real>", .same),
        xml("<real>NaN</real>", .same), xml("<real>+infinity</real>", .same), xml("<real>1e400</real>", .same),
        xml("<real> 1.5</real>", .odd), xml("<real>\u{C}1.5</real>", .odd), xml("<real>1.5 </real>", .refused),
        xml("<real> nan</real>", .refused), xml("<real>+ 1.5</real>", .refused), xml("<real>0x1p3</real>", .refused),
        xml("<real>1,5</real>", .refused), xml("<real>\u{85}1.5</real>", .odd), xml("<real>\u{A0}1.5</real>", .odd),
        xml("<real>\u{FEFF}1.5</real>", .odd), xml("<real>\u{205F}1.5</real>", .refused),
        xml("<real>\u{3000}1.5</real>", .odd), xml("<real>\u{A1}1.5</real>", .refused),
        xml("<integer>\u{205F}5</integer>", .odd), xml("<integer>\u{85}5</integer>", .refused),
        xml("<integer>\u{A0}5</integer>", .refused), xml("<integer>\u{FEFF}5</integer>", .refused),
    ]

    private static let structure: [Row] = [
        xml("<dict><key>a</key><integer>1</integer><key>a</key><integer>2</integer></dict>", .odd),
        xml("<string>a&#0;b</string>", .odd), xml("<string>a&#;b</string>", .odd), xml("<string>&#x;</string>", .odd),
        xml("<string>a\0b</string>", .odd), xml("<string>&#xD800;</string>", .refused),
        xml("<string>&#1114112;</string>", .refused), xml("<string>&foo;</string>", .refused),
        xml("<string>a<!-- c -->b</string>", .onlyHere("ab")), xml("<string>a<?x y?>b</string>", .onlyHere("ab")),
        xml("<true>x</true>", .refused), xml("<true> </true>", .onlyHere(true)), xml("<true></true>", .same),
        xml("<false><!-- c --></false>", .onlyHere(false)), xml("<data/>", .onlyHere(.data([]))),
        xml("<data> </data>", .same), xml("<string a=\"b>c\">x</string>", .otherwise("x")),
        xml("<string a=\"b/>c\">x</string>", .onlyHere("x")), xml("<dict a=\"1>2\"></dict>", .onlyHere([:])),
        xml("<array a=\"b>\"/>", .onlyHere([])), text("<plist a=\"b>c\"><true/></plist>", .onlyHere(true)),
        text("<!DOCTYPE plist PUBLIC \"a>b\" 'c'><array/>", .onlyHere([])),
        text("<!DOCTYPE plist \"x><plist><true/></plist>", .odd),
        text("<!DOCTYPE plist PUBLIC \"a\" b\"><array/>", .odd), text("<!DOCTYPE plist it's><array/>", .odd),
        text("<?xml version=1.0 <true/>?><plist><false/></plist>", .odd),
        text("<?xml version=\"1.0\"><plist><string>what?></string></plist>", .refused),
        xml("<array><plist><true/></plist></array>", .odd), xml("<plist><true/></plist>", .odd),
        xml("<dict><key>a</key><plist><true/></plist></dict>", .odd), xml("<array><plist/></array>", .refused),
        xml("<array><plist></plist></array>", .refused),
        xml("<dict><plist><string>a</string></plist></dict>", .refused),
        xml("<array><plist><true/><false/></plist></array>", .refused), xml("<true/><plist><true/></plist>", .refused),
        xml("<array><plist><plist><true/></plist></plist><false/></array>", .odd),
        xml("<true/><false/>", .refused), xml("", .refused), xml("x<true/>", .refused),
        text("<plist/><plist><true/></plist>", .onlyHere(true)), text("<plist/><true/>", .onlyHere(true)),
        text("<plist version=\"1.0\"/><plist/><plist><true/></plist>", .onlyHere(true)), text("<plist/>", .refused),
        xml("<string>&#00000065;&#x00000041;</string>", .same), xml("<string>&#000000065;</string>", .onlyHere("A")),
        xml("<string>&#x000000041;</string>", .onlyHere("A")),
        xml("<string>&#x00001F600;</string>", .onlyHere("\u{1F600}")),
        xml("<key>&#00000000000000000000065;</key>", .onlyHere("A")),
        text("<!----><plist><true/></plist>", .onlyHere(true)), text("<!----->\n<plist><true/></plist>", .same),
        text("<?xml version=\"1.0\"?><!----><plist><true/></plist>", .onlyHere(true)),
        text("<!DOCTYPE plist><!----><plist><true/></plist>", .onlyHere(true)),
        text("<!----><!-- a --><plist><true/></plist>", .odd), text("<!---><plist><true/></plist>", .refused),
        xml("<!----><array><!----><true/><!----></array>", .same), xml("<?><true/>", .odd),
        xml("<array><?><true/><?b?></array>", .odd), xml("<dict><?><key>a</key><?><true/></dict>", .odd),
        xml("<string>a<?>b</string>", .refused), text("<?><plist><true/></plist>", .refused),
        xml("<array>x<true/></array>", .refused),
        text("<plist><true/></plist>junk", .odd), text("<plist><true/></plist>\0\0", .odd),
        text("<plist><true/></plist><plist><false/></plist>", .odd), text("<true/><false/>", .odd),
        text("<plist><true/></plist><!-- c -->\n", .same), text("\n <plist><true/></plist>", .same),
        text("<plist><true/>", .refused), text("x<plist><true/></plist>", .refused),
        xml("<data>AAAA*AAAA</data>", .odd), xml("<data>AA==AAAA</data>", .odd), xml("<data>AA=A</data>", .odd),
        xml("<data>=AAA</data>", .odd), xml("<data>AAAA====</data>", .odd), xml("<data>QUI=\n</data>", .same),
        xml("<data>AAA</data>", .otherwise(.data([0, 0]))), xml("<data>AAAAA</data>", .odd),
        xml("<data>AA\u{E9}AA</data>", .refused), xml("<data>QUJ&DRA==</data>", .odd),
        xml("<data>QUJD&;</data>", .odd),
        xml("<data>QUJD&#68;EVG</data>", .otherwise(.data([65, 66, 67, 12, 69, 70]))),
        xml("<data>QUJD<!-- c -->REVG</data>", .onlyHere(.data(Array("ABCDEF".utf8)))),
    ]

    private static let encodings: [Row] = [
        declared("\n<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>", .odd),
        declared("<?xml version=\"1.0\" encoding = \"iso-8859-1\"?>", .odd),
        declared("<?xml version=\"1.0\" encoding=\"utf-8\" encoding=\"iso-8859-1\"?>", .odd),
        declared("<?xml version=\"1.0\" xencoding=\"iso-8859-1\"?>", .odd),
        declared("<?xml-x encoding=\"iso-8859-1\"?>", .odd), declared("<?xml version=\"1.0\"?>", .same),
        (
            "ISO 8859-1 after white space",
            Array(" <?xml version=\"1.0\" encoding=\"iso-8859-1\"?>".utf8)
                + Array("<plist><string>".utf8) + [0xE9] + Array("</string></plist>".utf8), .onlyHere("\u{E9}")
        ),
        ("a comment in ISO 8859-1", Array("<!-- ".utf8) + [0xE9] + Array(" --><plist><true/></plist>".utf8), .odd),
        (
            "an attribute in ISO 8859-1", Array("<plist version=\"".utf8) + [0xE9] + Array("\"><true/></plist>".utf8),
            .odd
        ),
        (
            "text after a document in a list",
            Array("<plist><array><plist><true/></plist><string>".utf8) + [0xE9]
                + Array("</string></array></plist>".utf8), .refused
        ),
        ("an end in ISO 8859-1", Array("<plist><true/></plist> ".utf8) + [0xE9], .odd),
        (
            "text in CDATA in ISO 8859-1",
            Array("<plist><string><![CDATA[<!-- ".utf8) + [0xE9] + Array(" -->]]></string></plist>".utf8), .refused
        ),
        ("ISO 8859-1 without hyphens", encoded("iso88591", [0xE9]), .same),
        ("ASCII with an underline", encoded("US_ASCII", [0x41]), .same), ("646", encoded("646", [0x41]), .same),
        ("UTF-8 after a space", encoded(" UTF-8", [0xC3, 0xA9]), .same),
        ("two document types", Array("<!DOCTYPE plist><!DOCTYPE plist><plist><true/></plist>".utf8), .odd),
        ("ASCII with E9", encoded("us-ascii", [0xE9]), .odd),
        ("ASCII with C3 A9", encoded("ascii", [0xC3, 0xA9]), .odd),
        ("ISO 8859-1", encoded("iso-8859-1", [0xE9]), .same), ("latin1", encoded("latin1", [0xC3, 0xA9]), .same),
        ("UTF-8", encoded("UTF-8", [0xC3, 0xA9]), .same), ("no declaration", encoded(nil, [0xC3, 0xA9]), .same),
        ("another name of UTF-8", encoded("utf_8", [0xC3, 0xA9]), .same),
        ("a name of nothing", encoded("", [0x41]), .refused), ("UTF-8 with E9", encoded("utf8", [0xE9]), .refused),
        ("a mark, another name", encoded("Shift_JIS", [0xC3, 0xA9], mark: [0xEF, 0xBB, 0xBF]), .odd),
        ("a mark", encoded("utf-8", [0xC3, 0xA9], mark: [0xEF, 0xBB, 0xBF]), .same),
        ("UTF-16", encoded("UTF-16", [0xE9], width: 2, mark: [0xFE, 0xFF]), .same),
        ("UTF-16, another name", encoded("UTF-8", [0xE9], width: 2, mark: [0xFF, 0xFE]), .odd),
        ("UTF-32", encoded("utf-32", [0xE9], width: 4, mark: [0x00, 0x00, 0xFE, 0xFF]), .same),
        ("UTF-32 backwards", encoded(nil, [0xE9], width: 4, mark: [0xFF, 0xFE, 0x00, 0x00]), .same),
        ("UTF-16 without a mark", encoded("UTF-16", [0xE9], width: 2), .onlyHere("\u{E9}")),
        ("UTF-32 without a mark", encoded("UTF-32", [0xE9], width: 4), .refused),
        ("declared UTF-16", encoded("UTF-16", [0x41]), .refused),
        ("windows-1252", encoded("windows-1252", [0xE9]), .onlyThere("iconv -f windows-1252 -t UTF-8")),
        ("ISO 8859-15", encoded("iso-8859-15", [0xA4]), .onlyThere("iconv -f iso-8859-15 -t UTF-8")),
        ("an unknown name", encoded("unknown-x", [0xE9]), .refused),
    ]

    private static let openStep: [Row] = [
        text("<>", .same), text("< >", .same), text("// c", .same), text("/* open", .odd), text("  ", .same),
        text("{a=b;} /* open", .odd), text("{a=1;a=2;}", .odd), text("a=1;a=2;", .odd), text("{a;}", .same),
        text("(a,b,)", .same), text("\"\\400\"", .odd), text("\"\\600\"", .odd), text("\"\\775\"", .odd),
        text("\"\\376\"", .otherwise("\u{FFFD}")), text("\"a\\Uxyz\"", .odd), text("\"a\\U12\"", .same),
        text("\"a\\z\"", .same), text("{a=\"x\0y\";}", .odd), text("{a=b}", .onlyHere(["a": "b"])),
        text("word", .same), text("<*I5>", .onlyHere(5)), text("<0fb>", .refused), text("(a b)", .refused),
        text("\"unclosed", .refused), text("a=b;\0", .odd), text("a=b; \0 \0", .odd), text("{a=b;}\0", .refused),
        text("a=b;}", .odd), text("a=b;}}}\n", .odd), text("a;}", .odd), text("{a=b;}}", .refused),
        text("a=b}", .refused), text("a=b;} c=d;", .odd), text("a=b;\"", .odd), text("a=b;\n'c", .odd),
        text("a=b; = c;", .odd), text("a=b;(c)", .odd),
        text("a}", .refused), text("}", .refused), text("(a)}", .refused), text("\n\t", .same),
        text("<0f\u{B}0f>", .onlyHere(.data([15, 15]))), text("<\u{C}>", .onlyHere(.data([]))),
        text("(<0f\u{C}>)", .onlyHere([.data([15])])), text("<0f\u{2028}0f\u{2029}\r\n\t >", .same),
        text("{a\u{B}=\u{C}b;}", .same), text("\u{B}(a,\u{C}b)\u{B}", .same), text("bplist=1;", .odd),
        text("bplist00=1;", .odd), text("bplist15 = {a=b;};", .odd), text("bplist00Q;", .odd),
        text("bplist00\t/* c */ = 1;", .odd), text("bplist0\u{E9}=1;", .refused),
        text("\"bplist\"=1;", .same),
    ]

    /// Arrays whose last element is malformed up to the end of the array.
    private static let arrays: [Row] =
        [
            "(b,\"c\",<00f)", "(<0)", "(<00f0 )", "(<)", "(<0 /* c */ )", "({)", "({a)", "({a=)", "({a=b)", "({a;)",
            "({a=b;)", "({a={)", "({a={b=c)", "({ /* c */ )", "({a=b;c=d)", "((<0))", "{a=(<0);}", "a=(b,<0);",
            "({a=(<0);b=c;})", "({a=(<0);b=c)", "((a,<0),{b=<0)", "(({))", "(a,(b,{c=(d,e);f))",
        ].map { text($0, .odd) }
        + [
            "(<0f,a)", "(<00f>)", "((<0)", "((a,{b=<0)))", "(({)))", "(a b)", "(\"a)", "{a=<0;}", "<0)", "(b,<*BX>)",
            "(=)", "({a=<0f,)", "{<0)", "({a=\"b)",
        ].map { text($0, .refused) }

    private static let dates: [Row] =
        [
            "2001-01-01T00:00:00Z", "1066-10-14T00:00:00Z", "0000-12-30T00:00:00Z", "1-01-01T00:00:00Z",
            "02001-01-01T00:00:00Z", "-0001-01-01T00:00:00Z", "33658-09-27T01:46:39Z", "2147483647-01-01T00:00:00Z",
            "2147483647-12-31T23:59:59Z", "2147483647-12-31T23:59:50Z",
        ].map { xml("<date>\($0)</date>", .same) }
        + [
            "2024-01-32T20:43:14Z", "2024-01-31T24:00:00Z", "2016-12-31T23:59:60Z", "2016-12-31T23:60:59Z",
            "2024-01-00T00:00:00Z", "2026-02-30T10:00:00Z", "2023-02-29T00:00:00Z", "2024-13-01T00:00:00Z",
            "2024-00-10T00:00:00Z", "2024-14-10T00:00:00Z", "2024-99-99T99:99:99Z",
        ].map { xml("<date>\($0)</date>", .odd) }
        + [
            "2001-01-01", "2001-01-01T00:00:00z", "2001-01-01t00:00:00Z", "2001-01-01T00:00:00.5Z", "",
            " 2001-01-01T00:00:00Z", "2001-01-01T00:00:00Z\n", "2001-01-01T00:00:00+01:00", "2001-1-1T00:00:00Z",
        ].map { xml("<date>\($0)</date>", .refused) }

    /// A binary list of objects, by their bytes.
    private static func binary(
        _ objects: [UInt8]...,
        version: String = "00",
        offsets: [UInt8]? = nil,
        gap: [UInt8] = [],
        unused: UInt8 = 0,
        after: [UInt8] = []
    ) -> [UInt8] {
        var bytes = Array("bplist\(version)".utf8)
        var starts: [UInt8] = []
        for object in objects {
            starts.append(UInt8(bytes.count))
            bytes += object
        }
        bytes += gap
        func number(_ value: Int) -> [UInt8] { [UInt8](repeating: 0, count: 7) + [UInt8(value)] }
        let trailer = [unused, 0, 0, 0, 0, 0, 1, 1] + number(objects.count) + number(0) + number(bytes.count)
        return bytes + (offsets ?? starts) + trailer + after
    }

    private static let binaries: [Row] = [
        ("a string", binary([0x51, 0x41]), .same), ("E9 marked ASCII", binary([0x51, 0xE9]), .odd),
        ("C3 A9 marked ASCII", binary([0x52, 0xC3, 0xA9]), .odd),
        ("version 01", binary([0x51, 0x41], version: "01"), .odd),
        ("version 0x", binary([0x51, 0x41], version: "0x"), .odd),
        ("version 15", binary([0x51, 0x41], version: "15"), .refused),
        ("bytes after the end", binary([0x51, 0x41], after: [0x0A]), .onlyHere("A")),
        ("many bytes after the end", binary([0x51, 0x41], after: Array(repeating: 7, count: 200)), .onlyHere("A")),
        ("another list after it", binary([0x51, 0x41], after: binary([0x51, 0x41])), .refused),
        ("a key twice", binary([0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x10, 1], [0x10, 2]), .odd),
        ("a number as a key", binary([0xD1, 1, 2], [0x10, 5], [0x51, 0x61]), .odd),
        ("bytes of no object", binary([0x51, 0x41], gap: [0]), .odd),
        ("an unused byte of the trailer", binary([0x51, 0x41], unused: 1), .odd),
        ("objects that share bytes", binary([0xA2, 1, 2], [0x52, 0x51, 0x61], [0x09], offsets: [8, 11, 12]), .odd),
        ("a UID beyond 32 bits", binary([0x84, 1, 0, 0, 0, 0]), .onlyHere(.uid(UID(1 << 32)))),
        ("a UID of 9 bytes", binary([0x88] + Array(repeating: 0, count: 8) + [7]), .same),
        ("a UID of 9 bytes beyond 64 bits", binary([0x88, 1, 0, 0, 0, 0, 0, 0, 0, 7]), .odd),
        ("a UID of 16 bytes", binary([0x8F, 9] + Array(repeating: 0, count: 14) + [7]), .odd),
        ("a UID of 9 bytes, the lower beyond 32 bits", binary([0x88, 1, 0, 0, 0, 7, 0, 0, 0, 7]), .refused),
        ("an empty string of UTF-16", binary([0x60]), .onlyHere("")), ("an empty string", binary([0x50]), .same),
        ("an empty string of UTF-16, its length apart", binary([0x6F, 0x10, 0]), .onlyHere("")),
        ("an empty string of UTF-16 as a key", binary([0xD1, 1, 2], [0x60], [0x51, 0x61]), .onlyHere(["": "a"])),
        ("an ordered set", binary([0xB1, 1], [0x51, 0x61]), .onlyHere(.orderedSet(["a"]))),
        ("a list behind a prefix", [0, 0, 0, 7] + binary([0x51, 0x41]), .refused),
    ]

    /// What Foundation reads, as the tests compare it.
    private static func theirs(_ bytes: [UInt8]) -> NSObject? {
        let list = try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
        guard let list, "\(type(of: list))".contains("UID") else { return list as? NSObject }
        // A UID shows its number in XML only.
        let text = (try? PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)) ?? Data()
        return String(decoding: text, as: UTF8.self).filter(\.isNumber).suffix(1) as NSString
    }

    private static func plain(_ value: PropertyList) -> NSObject {
        switch value {
        case .boolean(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .double(let value): NSNumber(value: value)
        case .date(let seconds): NSDate(timeIntervalSinceReferenceDate: seconds)
        case .string(let string): string.repaired as NSString
        case .data(let bytes): Data(bytes) as NSData
        case .uid(let uid): "\(uid.rawValue)" as NSString
        case .array(let elements): elements.map(plain) as NSArray
        case .dictionary(let entries):
            dictionary(entries)
        default: NSNull()
        }
    }

    /// Of equal keys the first counts.
    private static func dictionary(_ entries: PropertyListDictionary) -> NSDictionary {
        let plain = NSMutableDictionary()
        for (key, value) in entries.reversed() { plain[Self.plain(key)] = Self.plain(value) }
        return plain
    }

    /// What we read, with what is odd about it.
    private static func ours(
        _ bytes: [UInt8],
        refusing: Bool = false
    ) throws(ArchiveError) -> (value: PropertyList, oddities: [ArchiveError]) {
        var limits = Limits.default
        limits.refusesOddInput = refusing
        do {
            let document = try PropertyListDocument(bytes, limits: limits)
            return (document.root, document.oddities)
        } catch {
            // A lone word is no list that is recognized.
            guard error.code == .unrecognizedFormat else { throw error }
            var oddities: [ArchiveError] = []
            return (try OpenStepPropertyListReader(limits: limits).read(bytes, oddities: &oddities), oddities)
        }
    }

    /// How an input is read otherwise than expected; nil if it isn't.
    private static func difference(_ row: Row) -> String? {
        let theirs = theirs(row.bytes)
        let result = Result { () throws(ArchiveError) in try ours(row.bytes) }
        let isRefusedWhenOdd = (try? ours(row.bytes, refusing: true)) == nil
        switch (row.reading, result) {
        case (.refused, .failure): return theirs == nil ? nil : "CoreFoundation reads \(theirs as Any)"
        case (.onlyThere(let text), .failure(let error)):
            return theirs != nil && error.description.contains(text) ? nil : "\(error), \(theirs as Any)"
        case (.refused, .success(let read)), (.onlyThere, .success(let read)): return "read as \(read.value)"
        case (_, .failure(let error)): return "\(error)"
        case (let expected, .success(let read)):
            let isOdd = if case .same = expected { false } else { true }
            guard isOdd == !read.oddities.isEmpty else { return "oddities \(read.oddities)" }
            guard isOdd == isRefusedWhenOdd else { return "refused when odd: \(isRefusedWhenOdd)" }
            guard read.oddities.allSatisfy({ $0.byteOffset != nil && $0.remedy != nil }) else {
                return "without a place or a remedy: \(read.oddities)"
            }
            switch expected {
            case .onlyHere(let value):
                return theirs == nil && read.value == value ? nil : "\(read.value), \(theirs as Any)"
            case .otherwise(let value):
                return theirs != plain(value) && read.value == value ? nil : "\(read.value), \(theirs as Any)"
            default: return theirs == plain(read.value) ? nil : "\(read.value), CoreFoundation: \(theirs as Any)"
            }
        }
    }

    private static func differences(_ rows: [Row]) -> [String] {
        rows.compactMap { row in difference(row).map { "\(row.name.debugDescription): \($0)" } }
    }

    @Test func `odd input is read as CoreFoundation reads it, reported, and refused where asked`() {
        let tables = [
            Self.numbers, Self.structure, Self.encodings, Self.openStep, Self.arrays, Self.dates, Self.binaries,
        ]
        #expect(tables.flatMap(Self.differences).isEmpty)
    }

    @Test func `dates of any numbers are those of CoreFoundation, and are written as by it`() throws {
        var random = SplitMix64(seed: 20)
        let texts = (0..<2_000).map { _ -> String in
            func digits(_ range: Int, _ count: Int = 2) -> String {
                let number = "\(random.below(range))"
                return String(repeating: "0", count: max(0, count - number.count)) + number
            }
            let year = [digits(10_000, 4), "-" + digits(3_000, 3), digits(2_000_000_000, 1)][random.below(3)]
            // Of ordinary dates more than of those with any number.
            let isOrdinary = random.below(3) > 0
            let (month, day, hour) = (isOrdinary ? 13 : 100, isOrdinary ? 32 : 100, isOrdinary ? 24 : 100)
            return "\(year)-\(digits(month))-\(digits(day))T\(digits(hour)):\(digits(100)):\(digits(100))Z"
        }
        let differing = texts.filter { text in
            let row = Self.xml("<date>\(text)</date>", .same)
            guard case .date(let seconds)? = try? Self.ours(row.bytes).value else { return true }
            return (Self.theirs(row.bytes) as? NSDate)?.timeIntervalSinceReferenceDate != seconds
        }
        #expect(differing.isEmpty)

        random = SplitMix64(seed: 21)
        let written = try (0..<1_000).map { _ -> String in
            let seconds = (Double(random.below(1 << 40)) - Double(1 << 39)) * [0.37, 1, 1_000][random.below(3)]
            let ours = try XMLPropertyListWriter().write(.date(seconds))
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            let theirs = try PropertyListSerialization.data(fromPropertyList: date, format: .xml, options: 0)
            return ours == Array(theirs) ? "" : "\(seconds): \(String(decoding: ours, as: UTF8.self))"
        }
        #expect(written.filter { !$0.isEmpty } == [])
    }
}
