import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// Bitmaps of character sets: 8,192 bytes for the first plane, 8,193 for each further one of the 17.
@Suite struct CharacterSetTests {
    /// A set of whole planes, except for the last two code points, which aren't characters; all others are in the rest
    /// of the last plane, in the planes after it, and in the first plane, which is always there.
    @Test(.rows)
    func `the bitmap of a set of many planes is that of all other characters`() {
        forEachRow([(1, 1), (7, 7), (8, 8), (16, 3)]) { (planes: Int, storedPlanes: Int) throws in
            let last = try #require(Unicode.Scalar(UInt32(planes << 16 - 3)))
            let set = CharacterSet(charactersIn: "\0"...last)
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: set)
            #expect((storedPlanes * 8192..<storedPlanes * 8193 + 1024).contains(bytes.count))
            let decoded = try #require(try KeyedUnarchiver.unarchivedObject(of: CharacterSet.self, from: bytes))
            expectRows {
                decoded.contains("a")
                decoded.contains(last)
                !decoded.contains("\u{10FFFD}")
            }
        }
    }

    @Test(.rows)
    func `a range from a negative code point on is refused`() {
        forEachRow([-1, -5, .min] as [Int64]) { (location: Int64) throws in
            let range = PropertyList.integer(max(location, Int64(Int32.min)) << 32 | 5)
            let archive = SmallArchive(
                ["NSRange": range, "$class": .uid(2)], .classRecord("NSCharacterSet", "NSObject"))
            #expect(throws: ArchiveError(.invalidValue, "")) {
                try KeyedUnarchiver.unarchivedObject(of: CharacterSet.self, from: try archive.bytes())
            }
        }
    }
}
