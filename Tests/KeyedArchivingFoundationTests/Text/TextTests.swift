import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

@Suite struct TextTests {
    @Test func `names of persons come back, with their sounds`() throws {
        var name = PersonNameComponents()
        name.namePrefix = "Dr."
        name.givenName = "Ada"
        name.familyName = "Lovelace"
        var sounds = PersonNameComponents()
        sounds.givenName = "Ay-da"
        name.phoneticRepresentation = sounds
        #expect(try roundTrip(name) == name)
        #expect(try graphRoundTrip(name) as? PersonNameComponents == name)
    }

    @Test(.rows)
    func `character sets come back, and every form of them is read`() throws {
        forEachRow([
            CharacterSet(), CharacterSet(charactersIn: "abc"), CharacterSet(charactersIn: "a"..."z"), .decimalDigits,
            .whitespacesAndNewlines, CharacterSet(charactersIn: "abc").inverted, .letters,
        ]) { (set: CharacterSet) throws in
            #expect(try roundTrip(set) == set)
            #expect(try roundTrip(MutableVariant(set)).value == set)
        }

        let digits = CharacterSet(charactersIn: "0"..."9")
        var bitmap = [UInt8](repeating: 0, count: 8192)
        bitmap[6] = 0xFF
        bitmap[7] = 0x03
        let forms: [KeyValuePairs<String, ArchivedValue>] = [
            ["NSRange": .integer(48 << 32 | 10)], ["NSString": .inline("0123456789")],
            ["NSStringObject": "0123456789"], ["NSBitmap": .data(bitmap)], ["NSBitmapObject": .dataObject(bitmap)],
            ["NSBitmap": .data(Array(bitmap.prefix(8)))],
        ]
        for fields in forms {
            let bytes = try ArchiveBuilder.bytes("NSMutableCharacterSet", fields)
            #expect(try KeyedUnarchiver.unarchivedObject(of: CharacterSet.self, from: bytes) == digits)
        }
        let bytes = try ArchiveBuilder.bytes("NSCharacterSet", ["NSBuiltinID": .integer(4)])
        #expect(try KeyedUnarchiver.unarchivedObject(of: CharacterSet.self, from: bytes) == .decimalDigits)
        let inverted = try ArchiveBuilder.bytes(
            "NSCharacterSet", ["NSString": .inline("0123456789"), "NSIsInverted": .boolean(true)])
        #expect(try KeyedUnarchiver.unarchivedObject(of: CharacterSet.self, from: inverted) == digits.inverted)
    }

    /// A set of whole planes, except for the last two code points, which aren't characters; all others are in the rest
    /// of the last plane, in the planes after it, and in the first plane, which is always there.
    ///
    /// A bitmap has 8,192 bytes for the first plane, 8,193 for each further one of the 17.
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
