/// Adds a tree to an object table from the leaves up.
///
/// Containers with few levels below are added by recursion, deep ones with a work list, as they are compared and
/// hashed.
struct BinaryTreeEncoder: ~Copyable {
    /// A deep container whose values are being added.
    private struct Frame {
        var elements: [PropertyList]
        var kind: BinaryObjectKind
        /// The position of the next value to add.
        var next = 0
        /// The start in `entries` of the entries of its values.
        var start: Int
    }

    /// Whether all dictionary keys added so far are scalars.
    private(set) var keysAreScalars = true
    /// The entries of scalars added before; equal ones share.
    private var scalars = BinaryScalarTable()
    /// The entries of those that their bytes don't identify, or whose bytes are kept elsewhere.
    private var unsignedIntegers: [UInt64: BinaryObjectTable.Entry] = [:]
    private var externalData: [DataKey: BinaryObjectTable.Entry] = [:]
    private var knownKeys = BinaryKeyEntries()
    private var stack: [Frame] = []
    /// The entries of the values added to the open containers, outermost first.
    private var entries = GrowingTable<BinaryObjectTable.Entry>()

    init() {}

    /// Adds a value with everything it holds.
    mutating func add(_ value: PropertyList, to table: inout BinaryObjectTable) -> BinaryObjectTable.Entry {
        switch value {
        case .string(let string): return scalars.shared(table.addString(string), in: &table)
        case .uid(let uid): return table.uid(uid)
        case .boolean(let value): return table.boolean(value)
        case .null: return scalars.shared(table.addNull(), in: &table)
        case .integer(let number): return scalars.shared(table.addInteger(number), in: &table)
        case .unsignedInteger(let number):
            return unsignedIntegers.value(of: number, orAdd: table.addUnsignedInteger(number))
        case .integer128(let number): return scalars.shared(table.addInteger128(number), in: &table)
        case .float(let number): return scalars.shared(table.addFloat(number), in: &table)
        case .double(let number): return scalars.shared(table.addDouble(number), in: &table)
        case .date(let seconds): return scalars.shared(table.addDate(seconds), in: &table)
        case .data(let bytes):
            if bytes.count > BinaryObjectTable.externalDataThreshold {
                return externalData.value(of: DataKey(bytes: bytes), orAdd: table.addData(bytes))
            }
            return scalars.shared(table.addData(bytes), in: &table)
        case .array(let array), .orderedSet(let array), .set(let array):
            guard case .shallow(let elements) = array.body else { return addDeep(value, to: &table) }
            return addShallow(elements, value.containerKind, from: entries.count, to: &table)
        case .dictionary(let dictionary):
            guard case .shallow(let keys) = dictionary.keyBody, case .shallow(let values) = dictionary.valueBody else {
                return addDeep(value, to: &table)
            }
            let start = entries.count
            addKeys(keys, to: &table)
            return addShallow(values, .dictionary, from: start, to: &table)
        }
    }

    /// Adds a container with few levels below, whose keys have been added from a position on.
    @inline(__always)
    private mutating func addShallow(
        _ elements: [PropertyList],
        _ kind: BinaryObjectKind,
        from start: Int,
        to table: inout BinaryObjectTable
    ) -> BinaryObjectTable.Entry {
        for element in elements {
            // Most elements and values of an archive are UIDs, whose entries need no search.
            if case .uid(let uid) = element {
                entries.append(table.uid(uid))
            } else {
                let entry = add(element, to: &table)
                entries.append(entry)
            }
        }
        return endContainer(kind, from: start, in: &table)
    }

    private mutating func endContainer(
        _ kind: BinaryObjectKind,
        from start: Int,
        in table: inout BinaryObjectTable
    ) -> BinaryObjectTable.Entry {
        let entry = table.addContainer(kind, entries, from: start)
        entries.truncate(to: start)
        return entry
    }

    private mutating func addKeys(_ keys: [PropertyList], to table: inout BinaryObjectTable) {
        if knownKeys.append(keys, to: &entries) { return }
        let start = entries.count
        for key in keys {
            let entry = add(key, to: &table)
            entries.append(entry)
        }
        if keys.contains(where: { $0.isContainer }) {
            keysAreScalars = false
        } else {
            knownKeys.remember(keys, entries, from: start)
        }
    }
}

// MARK: - Deep containers

extension BinaryTreeEncoder {
    private mutating func addDeep(
        _ value: PropertyList,
        to table: inout BinaryObjectTable
    ) -> BinaryObjectTable.Entry {
        var frame = opened(value)
        while true {
            if frame.next < frame.elements.count {
                let value = frame.elements[frame.next]
                frame.next &+= 1
                if value.level > ContainerStorage.recursionLimit + 1 {
                    stack.append(frame)
                    frame = opened(value)
                } else {
                    let entry = add(value, to: &table)
                    entries.append(entry)
                }
            } else {
                let entry = endContainer(frame.kind, from: frame.start, in: &table)
                guard let parent = stack.popLast() else { return entry }
                entries.append(entry)
                frame = parent
            }
        }
    }

    /// A frame for a container, with keys as the first values of a dictionary.
    private mutating func opened(_ value: PropertyList) -> Frame {
        var elements: [PropertyList] = []
        switch value {
        case .array(let array), .orderedSet(let array), .set(let array): elements = array.elements
        case .dictionary(let dictionary):
            if dictionary.keys.contains(where: { $0.isContainer }) { keysAreScalars = false }
            elements = Array(dictionary.keys + dictionary.values)
        default: break
        }
        return Frame(elements: elements, kind: value.containerKind, start: entries.count)
    }
}

extension PropertyList {
    /// The kind of the object that a container is written as.
    fileprivate var containerKind: BinaryObjectKind {
        switch self {
        case .orderedSet: .orderedSet
        case .set: .set
        case .dictionary: .dictionary
        default: .array
        }
    }
}

extension Dictionary {
    /// The value of a key; if there is none yet, a new one, which is kept.
    ///
    /// Hashes the key once, where looking up and then storing would hash it twice.
    fileprivate mutating func value(of key: Key, orAdd newValue: @autoclosure () -> Value) -> Value {
        func read(_ value: inout Value) -> Value { value }
        return read(&self[key, default: newValue()])
    }
}
