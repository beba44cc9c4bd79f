import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import TestSupport
import Testing

@Suite struct ContentOnlyTypesTests {

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
