import PropertyLists

// Many objects of the container that are one: each has a separate offset in the offset table, and all are the same,
// so that nothing that remembers objects by their index knows that it was there before.

extension Family {
    static let aliasFamilies: [Family] = [
        Family(name: "alias/objects with many fields") { size in
            try aliases(size) { table, width in
                let key = table.addString("k")
                return table.addDictionary(
                    keys: Array(repeating: key, count: width) + [table.addString("$class")],
                    values: Array(repeating: table.uid(UID(2)), count: width) + [table.uid(UID(3))])
            }
        },
        Family(name: "alias/arrays with many elements") { size in
            try aliases(size) { table, width in
                table.addDictionary(
                    keys: [table.addString("NS.objects"), table.addString("$class")],
                    values: [
                        table.addArray(Array(repeating: table.uid(UID(2)), count: width)), table.uid(UID(3)),
                    ])
            }
        },
        Family(name: "alias/class records with many names") { size in
            try aliases(size) { table, width in
                let names = table.addArray(Array(repeating: table.addString("C"), count: width))
                return table.addDictionary(
                    keys: [table.addString("$classname"), table.addString("$classes")],
                    values: [table.addString("C"), names])
            }
        },
        Family(name: "alias/long texts") { size in
            try aliases(size) { table, width in table.addString(String(repeating: "long ", count: 2 * width)) }
        },
    ]

    /// An archive of about a number of bytes, half of them one entry and half the offsets of entries that are it.
    private static func aliases(
        _ size: Int,
        _ makeEntry: (inout BinaryObjectTable, Int) -> BinaryObjectTable.Entry
    ) throws -> [UInt8] {
        let count = size / 32
        var table = BinaryObjectTable()
        let entry = makeEntry(&table, count)
        let record = table.addDictionary(
            keys: [table.addString("$classname"), table.addString("$classes")],
            values: [table.addString("NSArray"), table.addArray([table.addString("NSArray")])])
        var objects = [table.addString("$null"), entry, table.addString("leaf"), record]
        let first = objects.count
        objects += (0..<count).map { table.addString("alias \($0)") }
        let root = table.addDictionary(
            keys: [table.addString("NS.objects"), table.addString("$class")],
            values: [
                table.addArray((0..<count).map { table.uid(UID(UInt64(first + $0))) }), table.uid(UID(3)),
            ])
        objects.append(root)
        let top = table.addDictionary(
            keys: [table.addString("root")], values: [table.uid(UID(UInt64(objects.count - 1)))])
        let outer = table.addDictionary(
            keys: ["$version", "$archiver", "$top", "$objects"].map { table.addString($0) },
            values: [table.addInteger(100_000), table.addString("NSKeyedArchiver"), top, table.addArray(objects)])
        return try withOneOffset(table.write(top: outer), 1, first..<first + count)
    }

    /// Gives some entries of `$objects` the offset of another.
    private static func withOneOffset(_ bytes: [UInt8], _ entry: Int, _ others: Range<Int>) throws -> [UInt8] {
        let reader = try BinaryPropertyListReader(bytes)
        let outer = reader.fields(of: try reader.header(at: reader.topObject))
        guard
            let field = outer.positions.first(where: {
                (try? reader.isString(at: reader.key($0, of: outer), "$objects")) == true
            })
        else { return bytes }
        let objects = try reader.header(at: reader.value(field, of: outer)).references
        // The trailer has the width of an offset 26 bytes before the end, and the place of the table in the last 8.
        let width = Int(bytes[bytes.count - 26])
        let table = bytes.suffix(8).reduce(0) { $0 << 8 | Int($1) }
        func place(_ entry: Int) -> Range<Int> {
            let start = table + reader.unchecked(entry, of: objects).rawValue * width
            return start..<start + width
        }
        var bytes = bytes
        for other in others { bytes.replaceSubrange(place(other), with: bytes[place(entry)]) }
        return bytes
    }
}
