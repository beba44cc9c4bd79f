import Foundation
import KeyedArchivingFoundation
import TestSupport
import Testing

/// The example of the module's top page, compiled and run.
struct TopPageTests {
    @Test func `dates come back`() throws {
        let data = try KeyedArchiver.archivedData(withRootObject: ["opened": Date.now, "closed": .distantFuture])
        let dates = try KeyedUnarchiver.unarchivedObject(of: [String: Date].self, from: data)
        #expect(dates?["closed"] == .distantFuture)
    }

    @Test func `every example is here`() throws {
        let (missing, count) = try DocumentationExamples.missing(
            ofArticle: "KeyedArchivingFoundation/Documentation.docc/KeyedArchivingFoundation.md", compiledIn: #filePath)
        #expect(missing == [])
        #expect(count == 1)
    }
}
