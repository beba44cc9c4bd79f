import PropertyLists

/// Writes equal arrays and strings as one object of the binary property list; Apple's writer does so for strings only.
enum SharingWriter {
    static func bytes(of tree: PropertyList) throws -> [UInt8] {
        var writer = Writer()
        let top = writer.add(tree)
        return try writer.table.write(top: top)
    }

    private struct Writer: ~Copyable {
        var table = BinaryObjectTable()
        private var known: [PropertyList: BinaryObjectTable.Entry] = [:]

        mutating func add(_ value: PropertyList) -> BinaryObjectTable.Entry {
            switch value {
            case .array(let array) where array.count > 4:
                if let entry = known[value] { return entry }
                let entry = table.addArray(array.map { add($0) })
                known[value] = entry
                return entry
            case .array(let array): return table.addArray(array.map { add($0) })
            case .dictionary(let dictionary):
                return table.addDictionary(
                    keys: dictionary.keys.map { add($0) }, values: dictionary.values.map { add($0) })
            case .string:
                if let entry = known[value] { return entry }
                let entry = table.add(value)
                known[value] = entry
                return entry
            default: return table.add(value)
            }
        }
    }
}
