import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import TestSupport
import Testing

@Suite struct ContentOnlyTypesTests {
    @Test func `an error whose user info holds the error is read and written`() throws {
        let error = ArchivedNSError(domain: "a", code: 1)
        error.userInfo = ArchivedDictionary([("NSUnderlyingError", error)])
        let decoded = try roundTrip(error)
        #expect((decoded.userInfo?["NSUnderlyingError"] as? ArchivedNSError) === decoded)
        decoded.userInfo = nil
        error.userInfo = nil
    }

    @Test(.rows)
    func `a class that is a program stays an object with fields`() {
        forEachRow([
            "NSPredicate", "NSComparisonPredicate", "NSExpression", "NSFunctionExpression", "NSInvocation",
            "NSSortDescriptor", "NSRegularExpression", "NSDateFormatter", "NSNumberFormatter", "NSParagraphStyle",
        ]) { (className: String) throws in
            let bytes = try ArchiveBuilder.bytes(className, ["NSSelectorName": "valueForKey:"])
            let object = try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: .foundation)
            #expect((object as? ArchivedObject)?.archivedClass.name == className)
            #expect(throws: ArchiveError(.unknownClass, "")) {
                try KeyedUnarchiver.unarchivedObject(of: Date.self, from: bytes, registry: .foundation)
            }
        }
    }
}
