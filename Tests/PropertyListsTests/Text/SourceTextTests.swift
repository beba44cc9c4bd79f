import PropertyLists
import TestSupport
import Testing

/// Where errors and oddities are in a text.
@Suite struct SourceTextTests {
    /// Reads XML or OpenStep text with an odd dictionary on each of its last lines, and returns their lines.
    private static func lines(isXML: Bool, after space: Int, odd count: Int) throws -> [Int?] {
        let odd = isXML ? "<dict><key>a</key><true/><key>a</key><true/></dict>\n" : "{ a = b; a = c; },\n"
        let body = String(repeating: " ", count: space) + String(repeating: odd, count: count)
        let text = Array((isXML ? "<array>\n\(body)</array>" : "(\n\(body))").utf8)
        var oddities: [ArchiveError] = []
        _ =
            isXML
            ? try XMLPropertyListReader().read(text, oddities: &oddities)
            : try OpenStepPropertyListReader().read(text, oddities: &oddities)
        return oddities.map(\.line)
    }

    @Test(.rows)
    func `each of many oddities has its line, found in one pass over the text`() {
        forEachRow([true, false]) { (isXML: Bool) throws in
            #expect(try Self.lines(isXML: isXML, after: 9, odd: 30) == Array(2..<32))
            func read(odd count: Int) throws {
                #expect(try Self.lines(isXML: isXML, after: 300_000, odd: count).count == count)
            }
            let growth = try WorkTime.growth(from: { try read(odd: 1) }, to: { try read(odd: 100) }, below: 3)
            #expect(growth < 3)
        }
    }
}
