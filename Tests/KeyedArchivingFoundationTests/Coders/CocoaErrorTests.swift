import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import TestSupport
import Testing

@Suite struct CocoaErrorTests {
    @Test(.rows)
    func `a failure has Apple's code, and a missing value is an error of Cocoa's`() throws {
        forEachRow([
            (ArchiveError.Code.truncated, 4864), (.unknownClass, 4864), (.cycle, 4864), (.limitExceeded, 4864),
            (.valueNotFound, 4865), (.invalidArchiveOperation, 4866), (.unrepresentable, 4866), (.finished, 4866),
            (.cancelled, 3072),
        ]) { (code: ArchiveError.Code, number: Int) in
            let error: any Error = ArchiveError(code, "what", remedy: "how")
            expectRows {
                ((error as NSError).domain, NSCocoaErrorDomain)
                ((error as NSError).code, number)
                ((error as NSError).localizedRecoverySuggestion, "how")
                expecting((error as NSError).localizedDescription, contains: "what")
            }
        }

        let data = try KeyedArchiver.archivedData(withRootObject: "Ada")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
        do {
            _ = try unarchiver.decode(String.self, forKey: "none")
        } catch let error as ArchiveError {
            #expect(error.cocoaErrorCode == .coderValueNotFound)
            #expect(error.cocoaError.code == .coderValueNotFound)
        }
    }
}
