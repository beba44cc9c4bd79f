import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Programs that know no UIDs turn the references of an XML archive into dictionaries when they convert it.
@Suite struct ConvertedReferenceTests {
    @Test("an archive whose references are dictionaries is refused with the cause and the way to repair it")
    func dictionaries() throws {
        let archive = SmallArchive(
            ["name": ["CF$UID": 2], "$class": ["CF$UID": 3]], "Ada", .classRecord("Person", "NSObject"),
            top: ["root": ["CF$UID": 1]])
        let bytes = try archive.bytes()
        for open in [{ _ = try KeyedArchive($0) }, { _ = try KeyedUnarchiver(forReadingFrom: $0) }] as [Opening] {
            let error = #expect(throws: ArchiveError.self) { try open(bytes) }
            expectRows {
                (error?.code, .notAKeyedArchive)
                (error?.reason.contains("CF$UID"), true)
                (error?.remedy?.contains("convert it back to XML"), true)
            }
        }
    }

    private typealias Opening = ([UInt8]) throws -> Void
}
