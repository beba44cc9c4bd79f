import Foundation
import TestSupport
import Testing

/// The table "Method by method" of the article "Porting from NSCoding" and the list of Apple's members agree.
struct AppleMemberTests {
    /// A row of the article's table: the members that it names, and the text beside them.
    private typealias Row = (spellings: [String], here: String)

    private static func rows() throws -> [Row] {
        let article = "Sources/KeyedArchiving/Documentation.docc/PortingFromNSCoding.md"
        let text = try String(contentsOf: Corpus.packageFolder.appendingPathComponent(article), encoding: .utf8)
        let section = text.components(separatedBy: "## Method by method")[1].components(separatedBy: "\n## ")[0]
        return section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { line in
            let cells = line.components(separatedBy: " | ")
            let codes = cells[0].components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
            // Types and longer code aren't members.
            let members = codes.compactMap { $0.wholeMatch(of: #/(?:\w+\.)?([a-z]\w*(?:\([\w:]*\))?)/#) }
            return (members.map { String($0.1) }, cells.dropFirst().joined())
        }
    }

    @Test func `what the compiler can't say stands in the article, and each answer of it has its call`() throws {
        let named = Set(try Self.rows().flatMap(\.spellings))
        let silent = try AppleMember.all().filter { $0.answer == .table }
        #expect(silent.map(\.spelling).filter { !named.contains($0) } == [])
        #expect(silent.count >= 30)

        for member in try AppleMember.all() {
            switch member.answer {
            case .same: #expect(member.call != nil && member.message == nil, "\(member)")
            case .renamed: #expect(member.message?.hasPrefix("renamed to '") == true, "\(member)")
            case .unavailable: #expect(member.call != nil && member.message != nil, "\(member)")
            case .table: break
            }
        }
    }

    @Test func `the article names members of the list, and what the compiler says of them`() throws {
        let members = Dictionary(grouping: try AppleMember.all(), by: \.spelling)
        for row in try Self.rows() {
            for spelling in row.spellings {
                let uses = members[spelling] ?? []
                #expect(!uses.isEmpty, "\(spelling) is not in the list")
                if row.here.hasPrefix("the same") {
                    #expect(uses.contains { $0.answer == .same }, "\(spelling) isn't the same")
                }
                // The new name is the one in quotes.
                let names = uses.filter { $0.answer == .renamed }.compactMap(\.message).map {
                    $0.split(separator: "'")[1]
                }
                #expect(names.isEmpty || names.contains { row.here.contains($0) }, "\(spelling): \(row.here)")
            }
        }
    }
}
