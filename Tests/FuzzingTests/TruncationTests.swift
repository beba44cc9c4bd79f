import Foundation
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Files that end too soon, at every byte.
@Suite struct TruncationTests {
    private static func files(_ part: String) throws -> [(name: String, bytes: [UInt8])] {
        let folder = CampaignTests.fixtures + "/" + part
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
            (name, Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))))
        }
    }

    /// Where files are cut: at every byte, or in a quick run at some bytes and where tokens of XML begin.
    private static func cuts(of bytes: [UInt8]) -> [Int] {
        TestScale.sample(Array(bytes.indices), of: "places to cut") { place in
            place % 41 == 0
                || place % 5 == 0 && (bytes[place] == UInt8(ascii: "<") || bytes[place - 1] == UInt8(ascii: ">"))
        }
    }

    @Test(.rows)
    func `an archive that was cut anywhere is refused, by whatever opens it`() {
        forEachRow(["archives", "foundation"]) { (part: String) throws in
            for (name, bytes) in try Self.files(part) {
                // White space after the end of an XML file isn't part of it.
                let end = bytes.lastIndex { $0 != UInt8(ascii: "\n") } ?? 0
                for count in Self.cuts(of: bytes) where count < end {
                    let cut = Array(bytes[..<count])
                    #expect(throws: ArchiveError.self, "\(name), \(count)") { _ = try KeyedArchive(cut) }
                    #expect(throws: ArchiveError.self, "\(name), \(count)") {
                        _ = try KeyedUnarchiver(forReadingFrom: cut)
                    }
                }
            }
        }
    }

    @Test func `a file of any kind that was cut anywhere does no harm to its readers`() throws {
        for part in ["archives", "foundation", "malformed", "findings"] {
            for (_, bytes) in try Self.files(part) {
                for count in Self.cuts(of: bytes) {
                    let cut = Array(bytes[..<count])
                    _ = try? BinaryPropertyListReader(cut, validation: .onAccess).tree()
                    _ = try? XMLPropertyListReader().read(cut)
                    _ = try? KeyedArchive(cut, validation: .onAccess).problems(strict: true)
                }
            }
        }
    }
}
