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
}
