import Foundation
import Testing

@testable import KeyedArchivingFoundation

@Suite struct UnitKindTests {
    @Test func `every unit of the system comes back as itself, with its own number`() throws {
        for kind in UnitKind.all {
            var numbers: Set<Int> = []
            for (unit, specifier) in kind.systemUnits() {
                let archived = try #require(ArchivedUnit(unit))
                #expect(archived.className == kind.className)
                #expect(archived.specifier == specifier, "\(kind.className) \(unit.symbol)")
                #expect(archived.unit == unit, "\(kind.className) \(unit.symbol)")
                if specifier != 0 { #expect(numbers.insert(specifier).inserted) }
            }
        }
    }
}
