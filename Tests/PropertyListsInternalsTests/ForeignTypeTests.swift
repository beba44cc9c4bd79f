import Foundation
import Testing

@testable import PropertyLists

@Suite struct ForeignTypeTests {
    /// The names are all that tells these types where the module for Foundation's isn't imported.
    @Test func `Foundation's dates and data have the names that are known`() {
        #expect(ForeignType.names.contains(_typeName(Date.self, qualified: true)))
        #expect(ForeignType.names.contains(_typeName(Data.self, qualified: true)))
        #expect(!ForeignType.isOne(URL.self))
        #expect(!ForeignType.isOne(PropertyList.self))
    }
}
