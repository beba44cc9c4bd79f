import PropertyLists
import TestSupport
import Testing

@Suite struct XMLUIDTests {
    private static func dictionary(_ integer: String, key: String = "CF$UID") -> String {
        "<dict><key>\(key)</key>\(integer)</dict>"
    }

    @Test(.rows)
    func `a dictionary of CF$UID and an integer below 2^32 alone is a UID, and of another value a dictionary`() {
        forEachRow([("0", 0), ("1", 1), ("0xFF", 255), ("4294967295", 4_294_967_295)] as [(String, UInt64)]) {
            (text: String, index: UInt64) throws in
            #expect(try readXML(Self.dictionary("<integer>\(text)</integer>")) == .uid(UID(index)))
        }
        forEachRow(
            [
                ("<integer>-1</integer>", -1), ("<integer>4294967296</integer>", 4_294_967_296),
                ("<integer>18446744073709551615</integer>", .unsignedInteger(.max)), ("<real>1</real>", 1.0),
                ("<string>1</string>", "1"), ("<true/>", true), ("<array/>", []), ("<dict/>", [:]),
            ] as [(String, PropertyList)]
        ) { (text: String, value: PropertyList) throws in
            let dictionary = try readXML(Self.dictionary(text))
            #expect(dictionary == ["CF$UID": value])
            #expect(try readXML(writeXML(dictionary)) == dictionary)
        }
    }

    @Test func `a dictionary of another key, or of a UID, stays one, and of two values the last counts`() throws {
        let double = "<integer>1</integer><key>CF$UID</key><integer>2</integer>"
        try expectRows {
            (try readXML(Self.dictionary("<integer>1</integer>", key: "CF$UIDs")), ["CF$UIDs": 1])
            (try readXML(Self.dictionary("<integer>1</integer>", key: "cf$uid")), ["cf$uid": 1])
            (try readXML(Self.dictionary(double)), .uid(2))
            (try readXML(Self.dictionary(Self.dictionary("<integer>1</integer>"))), ["CF$UID": .uid(1)])
        }
    }

    @Test func `a UID is written as a dictionary, and one that would be read as a UID has no XML form`() throws {
        let integers: [PropertyList] = [0, .integer(4_294_967_295), .unsignedInteger(1), .integer128(1)]
        try expectRows {
            (try writeXML(.uid(7)), "<dict>\n\t<key>CF$UID</key>\n\t<integer>7</integer>\n</dict>")
            (errorOfWritingXML(.uid(4_294_967_296))?.code, .unrepresentable)
            (integers.filter { errorOfWritingXML(["CF$UID": $0])?.code != .unrepresentable }, [])
            (errorOfWritingXML(["CF$UID": -1]), nil)
        }
    }
}
