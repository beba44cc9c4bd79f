import PropertyLists
import RandomNumbers
import TestSupport
import Testing

@Suite struct XMLMutationTests {
    private static let document = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><!-- c --><dict><key>a</key><array><string>x&amp;\u{E9}&#x1F698;</string><true/>
        <integer>-0x1F</integer><real>1.5e3</real><date>2020-02-29T01:02:03Z</date><data>AAEC Aw==</data></array>
        <key>b<![CDATA[<]]></key><dict><key>CF$UID</key><integer>7</integer></dict></dict></plist>
        """.utf8
    )

    private static let fragments = [
        "<dict>", "</dict>", "<array>", "</array>", "<key>", "</key>", "<string>", "</string>", "<integer>", "<real>",
        "</real>", "<data/>", "</plist>", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "<!DOCTYPE", "[", "&", "&lt;",
        "&#0;", ";", "\"", "'", "=", "-", "0x", "9999999999999999999", "e999", "CF$UID", "\u{FEFF}", "\0", "\u{1F698}",
    ].map { Array($0.utf8) }

    /// The document with a few bytes replaced, inserted, removed or repeated.
    private static func mutant(_ generator: inout SplitMix64) -> [UInt8] {
        var bytes = document
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let position = Int.random(in: 0..<bytes.count, using: &generator)
            let end = min(bytes.count, position + Int.random(in: 1...24, using: &generator))
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes[position] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.removeSubrange(position..<end)
            case 2: bytes.insert(contentsOf: Array(bytes[position..<end]), at: position)
            case 3: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
            default: bytes.insert(contentsOf: fragments.randomElement(using: &generator) ?? [], at: position)
            }
        }
        return bytes
    }

    @Test func `a damaged document is refused with a place, or read and written as the same value`() throws {
        var generator = SplitMix64(seed: 65)
        var readCount = 0
        let count = TestScale.count(3000, quick: 300)
        for _ in 0..<count {
            let bytes = Self.mutant(&generator)
            if let error = errorOfReadingXML(bytes) {
                #expect(error.byteOffset.map { 0...bytes.count ~= $0 } == true, "\(bytes)")
                #expect(error.line != nil && error.column != nil, "\(bytes)")
            } else {
                let value = try XMLPropertyListReader().read(bytes)
                #expect(try XMLPropertyListReader().read(XMLPropertyListWriter(sortsKeys: false).write(value)) == value)
                readCount += 1
            }
        }
        #expect(readCount > count / 30)
    }
}
