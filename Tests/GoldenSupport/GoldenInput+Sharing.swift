import Fuzzing
import KeyedArchiving
import PropertyLists

extension GoldenInput {
    /// How many objects are one.
    package static let repetitionCount = 40

    /// Arrays of many objects that are all one dictionary of the file, for a value of each type.
    ///
    /// Each object is decoded for itself, and the file is small, so that what each takes from the budget stands out.
    package static func repeatedValues() throws -> [GoldenInput] {
        try OneOfEach.all.enumerated().map { number, value in
            let bytes = try repeated(KeyedArchiver.archivedBytes(withRootObject: value))
            return GoldenInput("\(number) many of \(Swift.type(of: value))", type: arrayType(of: value)) { bytes }
        }
    }

    private static func arrayType<Value: Codingable>(of value: Value) -> any (Codingable & SendableMetatype).Type {
        [Value].self
    }

    /// An archive whose root is an array with the root of another many times.
    private static func repeated(_ bytes: [UInt8]) throws -> [UInt8] {
        let archive = try KeyedArchive(bytes)
        let tree = try BinaryPropertyListReader(archive.bytes(format: .binary)).tree()
        guard case .dictionary(let outer) = tree, case .array(let objects)? = outer["$objects"],
            case .dictionary(let top)? = outer["$top"], case .uid(let root)? = top["root"],
            let number = Int(exactly: root.rawValue), objects.indices.contains(number)
        else { return bytes }
        var table = BinaryObjectTable()
        var entries = objects.map { table.add($0) }
        let (one, first) = (entries[number], UInt64(objects.count + 2))
        let record = table.add(["$classname": "NSArray", "$classes": ["NSArray", "NSObject"]])
        let list = table.addArray((0..<UInt64(repetitionCount)).map { table.uid(UID(first + $0)) })
        entries.append(record)
        entries.append(
            table.addDictionary(
                keys: [table.addString("NS.objects"), table.addString("$class")],
                values: [list, table.uid(UID(first - 2))]))
        entries += Array(repeating: one, count: repetitionCount)
        let newTop = table.addDictionary(keys: [table.addString("root")], values: [table.uid(UID(first - 1))])
        return try table.write(
            top: table.addDictionary(
                keys: ["$version", "$archiver", "$top", "$objects"].map { table.addString($0) },
                values: [
                    table.addInteger(100_000), table.addString("NSKeyedArchiver"), newTop, table.addArray(entries),
                ]
            ))
    }
}
