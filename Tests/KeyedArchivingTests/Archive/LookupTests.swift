import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What `KeyedArchive` finds of its entries.
@Suite struct LookupTests {
    @Test(.rows)
    func `a class record is found by its class, however many fields it has`() {
        forEachRow(2...10) { (count: Int) throws in
            var fields: PropertyListDictionary = ["$classname": "Thing", "$classes": ["Thing", "NSObject"]]
            for number in 2..<count { fields["field \(number)"] = .integer(Int64(number)) }
            var archive = try KeyedArchive(SmallArchive(["$class": .uid(2)], .dictionary(fields)).bytes())
            let thing = ArchivedClass(name: "Thing", hierarchy: ["Thing", "NSObject"])
            #expect(try archive.uid(of: thing) == 2)
        }
    }
}
