import PropertyLists

/// Reads an input object by object, and puts a table of the same objects together.
enum ReaderCalls {
    /// How many objects of an input are looked at.
    private static let mostObjects = 512

    static func exerciseAll(_ reader: BinaryPropertyListReader) {
        ExecutionCounts.count(.objectsOfLists)
        _ = try? reader.validate()
        _ = try? reader.validate(strict: true)
        _ = (reader.trailer.unused, reader.limits.depth, reader.topObject)
        exerciseIndices(of: reader)
        var table = BinaryObjectTable()
        var entries: [BinaryObjectTable.Entry] = []
        for index in reader.objectIndices.prefix(mostObjects) {
            _ = index.hashValue
            _ = try? reader.offset(of: index)
            if let scalar = try? reader.scalar(at: index) { _ = scalar.kind }
            if index.rawValue % 16 == 3, let tree = try? reader.tree(at: index) { entries.append(table.add(tree)) }
            guard let object = try? reader.object(at: index) else { continue }
            entries.append(add(object, of: reader, to: &table, entries))
        }
        write(&table, entries)
    }

    /// Asks for objects that aren't there, and for everything that an index has.
    private static func exerciseIndices(of reader: BinaryPropertyListReader) {
        for number in [-1, reader.objectCount, .max, .min] {
            let index = ObjectIndex(number)
            _ = (index == ObjectIndex(rawValue: number), index < ObjectIndex(integerLiteral: 0), index.description)
            _ = (index.distance(to: reader.topObject), index.advanced(by: number))
            _ = (try? reader.object(at: index), try? reader.offset(of: index))
            _ = (try? reader.scalar(at: index), try? reader.tree(at: index))
        }
    }

    /// Reads the parts of one object and adds it to a table; of a container, what was added before stands for its
    /// elements.
    private static func add(
        _ object: BinaryObject,
        of reader: BinaryPropertyListReader,
        to table: inout BinaryObjectTable,
        _ entries: [BinaryObjectTable.Entry]
    ) -> BinaryObjectTable.Entry {
        func some(_ references: BinaryReferences) -> [BinaryObjectTable.Entry] {
            var found: [BinaryObjectTable.Entry] = []
            for position in 0..<min(references.count, 16) {
                guard let index = try? reader.reference(position, of: references), index.rawValue < entries.count else {
                    continue
                }
                found.append(entries[index.rawValue])
            }
            return found
        }
        switch object {
        case .null: return table.addNull()
        case .boolean(let value): return table.boolean(value)
        case .integer(let value):
            _ = table.addUnsignedInteger(UInt64(bitPattern: value))
            return table.addInteger(value)
        case .integer128(let value):
            _ = (value.description, value < Integer128(high: 0, low: 1), Int64(exactly: value), UInt64(exactly: value))
            return table.addInteger128(value)
        case .float(let value): return table.addFloat(value)
        case .double(let value): return table.addDouble(value)
        case .date(let value): return table.addDate(value)
        case .data(let range):
            guard let data = try? reader.data(in: range) else { return table.addData([1]) }
            _ = table.addData(Array(data))
            return table.addData(data)
        case .asciiString(let range): return table.addString((try? reader.asciiString(in: range)) ?? "")
        case .utf16String(let range): return table.addString((try? reader.utf16String(in: range)) ?? "")
        case .uid(let uid):
            _ = (uid.description, uid < UID(rawValue: 1))
            _ = table.addUID(uid)
            return table.uid(uid)
        case .array(let references): return table.addArray(some(references))
        case .set(let references): return table.addSet(some(references))
        case .orderedSet(let references): return table.addOrderedSet(some(references))
        case .dictionary(let keys, let values):
            let (keys, values) = (some(keys), some(values))
            let count = min(keys.count, values.count)
            return table.addDictionary(keys: keys.prefix(count), values: values.prefix(count))
        }
    }

    private static func write(_ table: inout BinaryObjectTable, _ entries: [BinaryObjectTable.Entry]) {
        let top = table.addArray(entries.suffix(64))
        var options = BinaryWritingOptions()
        _ = try? table.write(top: top, options: options)
        options.objectOrder = .listed(Array(entries.prefix(64)) + entries.prefix(3))
        options.minimumOffsetSize = 3
        options.minimumReferenceSize = 9
        options.allowsThreeByteOffsets = true
        _ = try? table.write(top: top, options: options)
    }
}
