/// Builds a tree from a binary property list with a stack of its own.
///
/// The reader is passed along rather than kept: as a property of a value that changes it would be copied at each use.
struct BinaryTreeBuilder {
    /// A container that is being filled.
    private struct Frame {
        var index: Int
        var kind: BinaryObjectKind
        /// The references to read: the elements, or all keys and then all values.
        var references: BinaryReferences
        /// How many of the references are to keys.
        var keyCount: Int
        var next = 0
        var elements: [PropertyList] = []

        /// The container with its elements.
        var finished: PropertyList {
            switch kind {
            case .array: .array(PropertyListArray(elements))
            case .orderedSet: .orderedSet(PropertyListArray(elements))
            case .set: .set(PropertyListArray(elements))
            default: .dictionary(PropertyListDictionary(keysThenValues: elements))
            }
        }
    }

    /// The containers around the one that is being filled, outermost first.
    private var stack: [Frame] = []
    /// The object indices of the containers on the stack that lie too deep to look through.
    private var deepIndices: Set<Int> = []
    private var keys = BinaryKeyMemory()
    /// Long strings and data met before, so that one long object with many references is held once.
    private var longScalars: [Int: PropertyList] = [:]
    /// What may still be made of the input.
    var budget: ExpansionBudget
    /// Whether text and data are paid for at each reference: in the tree they are held once, but whoever writes it as
    /// XML repeats them.
    var paysForRepeats = false

    /// How much of the stack is looked through for an index.
    ///
    /// Real files are less deep; the indices of deeper containers are in a set.
    private static let shallowDepth = 16
    /// How many bytes or characters a scalar must have to be kept in case it is referred to again.
    private static let longScalar = 256

    /// How long a string may be that is read the short way.
    private let shortStringLimit: Int

    init(for reader: BinaryPropertyListReader) {
        budget = ExpansionBudget(of: reader)
        shortStringLimit = min(reader.limits.stringBytes, Self.longScalar - 1)
    }

    /// Builds the value of an object with everything it holds.
    mutating func build(_ index: Int, from reader: BinaryPropertyListReader) throws(PropertyListError) -> PropertyList {
        let header = try reader.header(at: index)
        guard header.kind.isContainer else { return try scalar(at: index, header, reader) }
        var frame = try opened(index, header, reader)
        while true {
            if frame.next < frame.references.count {
                let child = reader.unchecked(frame.next, of: frame.references)
                let isKey = frame.next < frame.keyCount
                if isKey, !paysForRepeats, let key = keys[child] {
                    frame.elements.append(key)
                    frame.next &+= 1
                    continue
                }
                if let scalar = try commonScalar(at: child, reader) {
                    if !isKey || scalar.isString {
                        if isKey { keys[child] = scalar }
                        frame.elements.append(scalar)
                        frame.next &+= 1
                        continue
                    }
                }
                guard child < reader.objectCount else {
                    throw reader.invalidReference(frame.next, of: frame.references, in: frame.index)
                }
                let header = try reader.header(at: child)
                if isKey, !header.kind.isString { throw .keyIsNoString(header.kind, at: reader.position(of: child)) }
                frame.next &+= 1
                if header.kind.isContainer {
                    push(frame)
                    frame = try opened(child, header, reader)
                } else {
                    let scalar = try scalar(at: child, header, reader)
                    if isKey { keys[child] = scalar }
                    frame.elements.append(scalar)
                }
            } else {
                let finished = frame.finished
                guard var parent = pop() else { return finished }
                // First the element, then the assignment: with two holders the elements would be copied.
                parent.elements.append(finished)
                frame = parent
            }
        }
    }

    /// The value of a scalar of the usual shape: a small UID, a short ASCII string, an integer or a real of 8 bytes.
    ///
    /// Nil for everything else, which goes the long way.
    @inline(__always)
    private mutating func commonScalar(
        at index: Int,
        _ reader: BinaryPropertyListReader
    ) throws(PropertyListError) -> PropertyList? {
        guard let start = reader.start(of: index) else { return nil }
        switch start.word &>> 60 {
        case 0x8: return reader.commonUID(from: start).map { .uid(UID(UInt64(truncatingIfNeeded: $0))) }
        case 0x5:
            guard let range = reader.commonASCIIString(from: start), range.count <= shortStringLimit,
                let string = reader.wellFormedASCII(in: range)
            else { return nil }
            try budget.allocateBuffer(of: range.count, at: range.lowerBound)
            return .string(PropertyListString(string))
        case 0x1: return reader.commonInteger(from: start).map { .integer($0) }
        case 0x2: return reader.commonDouble(from: start).map { .double($0) }
        default: return nil
        }
    }

    private mutating func scalar(
        at index: Int,
        _ header: BinaryObjectHeader,
        _ reader: BinaryPropertyListReader
    ) throws(PropertyListError) -> PropertyList {
        guard header.count >= Self.longScalar else {
            try budget.allocateBuffer(of: header.count, at: header.payload)
            return try reader.scalar(of: header)
        }
        if let known = longScalars[index] {
            if paysForRepeats { try budget.spend(header.scalarSize, at: header.payload) }
            return known
        }
        try budget.spend(header.scalarSize, at: header.payload)
        try budget.allocateBuffer(of: header.scalarSize, at: header.payload)
        let value = try reader.scalar(of: header)
        longScalars[index] = value
        return value
    }

    /// A frame for a container, empty as yet.
    private mutating func opened(
        _ index: Int,
        _ header: BinaryObjectHeader,
        _ reader: BinaryPropertyListReader
    ) throws(PropertyListError) -> Frame {
        if isOpen(index) { throw .cycle(header.kind, index, at: reader.position(of: index)) }
        guard stack.count < reader.limits.depth else {
            throw .limit("depth", reader.limits.depth, at: reader.position(of: index))
        }
        let references = header.references
        try budget.spend(references.count, at: reader.position(of: index))
        try budget.allocateContainer(of: references.count, at: reader.position(of: index))
        var frame = Frame(
            index: index,
            kind: header.kind,
            references: references,
            keyCount: header.kind == .dictionary ? header.count : 0
        )
        frame.elements.reserveCapacity(references.count)
        return frame
    }

    /// Whether a container is on the stack.
    private func isOpen(_ index: Int) -> Bool {
        for depth in 0..<min(stack.count, Self.shallowDepth) where stack[depth].index == index { return true }
        return stack.count > Self.shallowDepth && deepIndices.contains(index)
    }

    private mutating func push(_ frame: Frame) {
        if stack.count >= Self.shallowDepth { deepIndices.insert(frame.index) }
        stack.append(frame)
    }

    private mutating func pop() -> Frame? {
        let frame = stack.popLast()
        if stack.count >= Self.shallowDepth, let frame { deepIndices.remove(frame.index) }
        return frame
    }
}
