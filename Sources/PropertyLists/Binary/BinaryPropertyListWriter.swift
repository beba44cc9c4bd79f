/// Writes a ``PropertyList`` tree as a binary property list.
///
/// Equal strings, numbers, dates, data, UIDs and booleans share one object each; containers never do. To keep or to
/// choose which values share, use a ``BinaryObjectTable``.
public struct BinaryPropertyListWriter: Sendable {
    /// Creates a writer.
    public init() {}

    /// Writes a tree.
    ///
    /// - Throws: ``PropertyListError/Code/unrepresentable`` if a dictionary has a key that is not a string, which no
    ///   reader accepts, ``PropertyListError/Code/limitExceeded`` if there are more objects than a table can hold.
    /// - Complexity: O(*n*); no recursion, whatever the depth.
    public func write(_ value: PropertyList) throws(PropertyListError) -> [UInt8] {
        var table = BinaryObjectTable()
        var adder = TreeAdder()
        let top = adder.add(value, to: &table)
        guard adder.keysAreStrings else {
            throw PropertyListError(
                .unrepresentable,
                "a dictionary key is not a string",
                remedy: "use strings as keys"
            )
        }
        var options = BinaryWritingOptions()
        options.objectOrder = .depthFirst
        return try table.write(top: top, options: options)
    }
}

extension BinaryObjectTable {
    /// Adds a tree, with equal scalars of the tree as one object.
    ///
    /// - Complexity: O(*n*); no recursion, whatever the depth.
    public mutating func add(_ value: PropertyList) -> Entry {
        var adder = TreeAdder()
        return adder.add(value, to: &self)
    }

    /// Adds one scalar as an object of its own; nil if it is a container.
    mutating func addScalar(_ value: PropertyList) -> Entry? {
        switch value {
        case .null: addNull()
        case .boolean(let value): boolean(value)
        case .integer(let value): addInteger(value)
        case .unsignedInteger(let value): addUnsignedInteger(value)
        case .integer128(let value): addInteger128(value)
        case .float(let value): addFloat(value)
        case .double(let value): addDouble(value)
        case .date(let value): addDate(value)
        case .data(let value): addData(value)
        case .string(let value): addString(value)
        case .uid(let value): uid(value)
        case .array, .orderedSet, .set, .dictionary: nil
        }
    }
}

/// Adds a tree to a table from the leaves up, with a stack of its own.
private struct TreeAdder {
    struct Frame {
        var elements: [PropertyList]
        var kind: BinaryObjectKind
        var entries: [BinaryObjectTable.Entry] = []
    }

    /// Whether all dictionary keys added so far are strings.
    var keysAreStrings = true
    private var known: [PropertyList: BinaryObjectTable.Entry] = [:]
    private var stack: [Frame] = []

    mutating func add(_ value: PropertyList, to table: inout BinaryObjectTable) -> BinaryObjectTable.Entry {
        if let entry = addOrOpen(value, &table) { return entry }
        while true {
            let top = stack.count - 1
            let position = stack[top].entries.count
            if position < stack[top].elements.count {
                if let entry = addOrOpen(stack[top].elements[position], &table) { stack[top].entries.append(entry) }
            } else {
                let frame = stack.removeLast()
                let entry = table.addContainer(frame.kind, frame.entries)
                guard !stack.isEmpty else { return entry }
                stack[stack.count - 1].entries.append(entry)
            }
        }
    }

    /// Adds a scalar; a container is pushed on the stack instead.
    private mutating func addOrOpen(
        _ value: PropertyList,
        _ table: inout BinaryObjectTable
    ) -> BinaryObjectTable.Entry? {
        switch value {
        case .array(let array): open(array.storage, .array)
        case .orderedSet(let array): open(array.storage, .orderedSet)
        case .set(let array): open(array.storage, .set)
        case .dictionary(let dictionary):
            if !dictionary.keys.allSatisfy(\.isString) { keysAreStrings = false }
            open(dictionary.storage, .dictionary)
        default:
            if let entry = known[value] { return entry }
            let entry = table.addScalar(value)
            known[value] = entry
            return entry
        }
        return nil
    }

    private mutating func open(_ storage: ContainerStorage, _ kind: BinaryObjectKind) {
        stack.append(Frame(elements: storage.elements, kind: kind))
    }
}
