import PropertyLists
import TestSupport

/// An archive of a chain of nodes, each of which refers to the next one.
enum LinkedList {
    /// The archive in the binary form.
    static func bytes(count: Int) throws -> [UInt8] {
        var table = BinaryObjectTable()
        let valueKey = table.addString("value")
        let nextKey = table.addString("next")
        let classKey = table.addString("$class")
        let classUID = table.uid(UID(UInt64(count + 1)))
        var objects = [table.addString("$null")]
        for number in 0..<count {
            let next = table.uid(UID(number + 1 < count ? UInt64(number + 2) : 0))
            let value = table.addInteger(Int64(number))
            objects.append(table.addDictionary(keys: [valueKey, nextKey, classKey], values: [value, next, classUID]))
        }
        objects.append(table.add(.classRecord("Node", "NSObject")))
        let top = table.addDictionary(keys: [table.addString("root")], values: [table.uid(UID(1))])
        let outer = table.addDictionary(
            keys: ["$version", "$archiver", "$top", "$objects"].map { table.addString($0) },
            values: [table.addInteger(100_000), table.addString("NSKeyedArchiver"), top, table.addArray(objects)]
        )
        return try table.write(top: outer)
    }
}
