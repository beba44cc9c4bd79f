/// Adds a tree to an object table from the leaves up, with a stack of its own.
struct BinaryTreeAdder {
    /// A container whose values are being added.
    private struct Frame {
        var elements: [PropertyList]
        var kind: BinaryObjectKind
        /// The position of the next value to add.
        var next = 0
        /// Where the entries of its values begin in `entries`.
        var start: Int
    }

    /// Whether all dictionary keys added so far are strings.
    private(set) var keysAreStrings = true
    /// The entries of strings and other scalars added before; equal ones share.
    private var strings: [PropertyListString: BinaryObjectTable.Entry] = [:]
    private var scalars: [PropertyList: BinaryObjectTable.Entry] = [:]
    private var stack: [Frame] = []
    /// The entries of the values added to the containers on the stack, outermost first.
    private var entries: [BinaryObjectTable.Entry] = []

    mutating func add(_ value: PropertyList, to table: inout BinaryObjectTable) -> BinaryObjectTable.Entry {
        if let entry = addOrOpen(value, &table) { return entry }
        var frame = stack.removeLast()
        while true {
            if frame.next < frame.elements.count {
                let value = frame.elements[frame.next]
                frame.next &+= 1
                if let entry = addOrOpen(value, &table) {
                    entries.append(entry)
                } else {
                    // The new container is on the stack; it takes the place of the one around it.
                    swap(&frame, &stack[stack.count - 1])
                }
            } else {
                let entry = table.addContainer(frame.kind, entries[frame.start...])
                entries.removeSubrange(frame.start...)
                guard let parent = stack.popLast() else { return entry }
                entries.append(entry)
                frame = parent
            }
        }
    }

    /// Adds a scalar; a container is pushed on the stack instead.
    private mutating func addOrOpen(
        _ value: PropertyList,
        _ table: inout BinaryObjectTable
    ) -> BinaryObjectTable.Entry? {
        switch value {
        case .string(let string): return strings.value(of: string, orAdd: table.addString(string))
        case .uid(let uid): return table.uid(uid)
        case .boolean(let value): return table.boolean(value)
        case .null: return scalars.value(of: value, orAdd: table.addNull())
        case .integer(let number): return scalars.value(of: value, orAdd: table.addInteger(number))
        case .unsignedInteger(let number): return scalars.value(of: value, orAdd: table.addUnsignedInteger(number))
        case .integer128(let number): return scalars.value(of: value, orAdd: table.addInteger128(number))
        case .float(let number): return scalars.value(of: value, orAdd: table.addFloat(number))
        case .double(let number): return scalars.value(of: value, orAdd: table.addDouble(number))
        case .date(let seconds): return scalars.value(of: value, orAdd: table.addDate(seconds))
        case .data(let bytes): return scalars.value(of: value, orAdd: table.addData(bytes))
        case .array(let array): open(array.elements, .array)
        case .orderedSet(let array): open(array.elements, .orderedSet)
        case .set(let array): open(array.elements, .set)
        case .dictionary(let dictionary):
            if !dictionary.keys.allSatisfy(\.isString) { keysAreStrings = false }
            open(dictionary.keyBody.elements + dictionary.valueBody.elements, .dictionary)
        }
        return nil
    }

    private mutating func open(_ elements: [PropertyList], _ kind: BinaryObjectKind) {
        stack.append(Frame(elements: elements, kind: kind, start: entries.count))
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
