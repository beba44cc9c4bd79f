package import PropertyLists

extension BinaryObjectTable {
    /// An archive with the given entries.
    package mutating func archive(of objects: [Entry], root: UID = 1) throws -> [UInt8] {
        let top = addDictionary(keys: [addString("root")], values: [uid(root)])
        let outer = addDictionary(
            keys: ["$version", "$archiver", "$top", "$objects"].map { addString($0) },
            values: [addInteger(100_000), addString("NSKeyedArchiver"), top, addArray(objects)]
        )
        return try write(top: outer)
    }
}
