import Foundation
import KeyedArchiving
import SequentialArchives
import TestSupport
import Testing

/// Real archives whose JSON is changed in one leaf become archives that are changed there, and nowhere else.
@Suite(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
struct JSONLeafTests {
    /// A text, a number or a word of JSON.
    private struct Leaf {
        let place: Range<Int>
        let text: String
        let key: String?

        /// Another one of the same kind.
        var other: String {
            switch text.utf8.first {
            case UInt8(ascii: "\""): key == "$date" ? "\"2024-05-06T07:08:09Z\"" : "\(text.dropLast())x\""
            case UInt8(ascii: "t"): "false"
            case UInt8(ascii: "f"): "true"
            case UInt8(ascii: "n"): "\"new\""
            default: Int64(text).map { String($0 == .max ? 0 : $0 + 1) } ?? "\((Double(text) ?? 0) + 1.5)"
            }
        }
    }

    /// Members that say what an object is, rather than what it holds.
    private static let identities: Set = ["$graph", "$id", "$ref", "$class", "$archiver", "$format", "$layout"]

    /// How many leaves of an archive are changed.
    private static let leafCount = TestScale.count(8, quick: 2)

    @Test func `a leaf that is changed in the JSON of either kind of archive is changed there, and nothing else is`()
        throws
    {
        let keyedCount = try Self.changeLeaves(of: "archives", atMost: 60) { before, after in
            try KeyedArchive(after).difference(from: KeyedArchive(before)).changes.map { "\($0)" }
        }
        #expect(keyedCount > 40)
        let sequentialCount = try Self.changeLeaves(of: "typedstream", atMost: 40) { before, after in
            try SequentialComparison(SequentialArchive(before), SequentialArchive(after)).changes.map { "\($0)" }
        }
        #expect(sequentialCount > 20)
    }

    /// Changes leaves of the JSON of real archives, one at a time, each of which changes one or two places or is refused.
    ///
    /// - Parameter changes: What differs between the archives that the JSON is before and after.
    /// - Returns: How many leaves were changed.
    private static func changeLeaves(
        of part: String,
        atMost count: Int,
        _ changes: (_ before: [UInt8], _ after: [UInt8]) throws -> [String]
    ) throws -> Int {
        var (changedCount, failures) = (0, [String]())
        for row in try Corpus.sample(part, atMost: count) where try row.bytes().count < 50_000 {
            let json = try ToolRun("convert", row.url.path, "-", "--format", "json", "--bare")
            let before = try ToolRun("convert", "-", "-", input: json.outputBytes)
            guard json.status == 0, before.status == 0 else { continue }
            let leaves = leaves(of: json.outputBytes)
            for number in 0..<min(leafCount, leaves.count) {
                let leaf = leaves[number * leaves.count / min(leafCount, leaves.count)]
                var changed = json.outputBytes
                changed.replaceSubrange(leaf.place, with: Array(leaf.other.utf8))
                let run = try ToolRun("convert", "-", "-", input: changed)
                if run.status == 1, run.errors.contains("line ") { continue }
                let found = try changes(before.outputBytes, run.outputBytes)
                changedCount += 1
                if !(1...2 ~= found.count) { failures.append("\(row.file): \(leaf.key ?? "") \(leaf.text): \(found)") }
            }
        }
        #expect(failures == [])
        return changedCount
    }

    /// The leaves of JSON, without those that say what an object is, and without class records.
    private static func leaves(of json: [UInt8]) -> [Leaf] {
        var leaves: [Leaf] = []
        var (position, key) = (0, String?.none)
        while position < json.count {
            let start = position
            switch json[position] {
            case UInt8(ascii: "\""):
                position += 1
                while position < json.count, json[position] != UInt8(ascii: "\"") {
                    position += json[position] == UInt8(ascii: "\\") ? 2 : 1
                }
                position += 1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"):
                while position < json.count, !", \n]}".utf8.contains(json[position]) { position += 1 }
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                key = nil
                position += 1
                continue
            default:
                position += 1
                continue
            }
            let text = String(decoding: json[start..<min(position, json.count)], as: UTF8.self)
            if position < json.count, json[position] == UInt8(ascii: ":") {
                key = String(text.dropFirst().dropLast())
                if key == "$classes" { return leaves }
            } else {
                if !identities.contains(key ?? "") {
                    leaves.append(Leaf(place: start..<position, text: text, key: key))
                }
                key = nil
            }
        }
        return leaves
    }
}
