/// Builds a tree from a binary property list with an explicit stack.
///
/// The reader is passed along rather than kept: as a property of a value that changes it would be copied at each use.
struct BinaryTreeDecoder: ~Copyable {
    /// A container that is being filled.
    private struct Frame {
        var index: ObjectIndex
        var kind: BinaryObjectKind
        /// The references to the elements, or to the values of a dictionary.
        var references: BinaryReferences
        /// The keys of a dictionary.
        var keys: [PropertyList]
        /// The elements or values read so far.
        var elements: [PropertyList]
        /// How many levels of containers lie below this one.
        var height = 0

        /// The container; its contents are moved out of the frame, so that nothing is counted up and down again.
        mutating func finish() -> PropertyList {
            var keys: [PropertyList] = []
            var elements: [PropertyList] = []
            swap(&keys, &self.keys)
            swap(&elements, &self.elements)
            switch kind {
            case .array: return .array(PropertyListArray(elements, height: height))
            case .orderedSet: return .orderedSet(PropertyListArray(elements, height: height))
            case .set: return .set(PropertyListArray(elements, height: height))
            default: return .dictionary(PropertyListDictionary(scalarKeys: keys, values: elements, height: height))
            }
        }
    }

    /// The containers around the one that is being filled, outermost first.
    private var stack: [Frame] = []
    /// The object indices of the containers that are being filled.
    private var path = BinaryTreePath()
    /// The keys used recently.
    var keyMemory = BinaryKeyMemory()
    /// Long strings and data seen before, so that one long object with many references is held once.
    private var longScalars: [ObjectIndex: PropertyList] = [:]
    /// The remaining budget for values made of the input.
    var budget: Budget
    /// Whether text and data count as values, too, at each reference: in the tree they are held once, but code that
    /// writes it as XML repeats them.
    var chargesSharedSubtrees = false

    /// How many bytes or characters a scalar must have to be kept in case it is referred to again.
    private static let longScalar = 256

    /// After how many values of a usual shape a separate loop takes over.
    private static let minimumSharedRun = 4

    /// How long a string may be that is read on the fast path.
    private let shortStringLimit: Int
    /// How many containers may lie one inside the other.
    private let depthLimit: Int

    init(for reader: BinaryPropertyListReader) {
        budget = Budget(of: reader)
        shortStringLimit = min(reader.limits.stringBytes, Self.longScalar - 1)
        depthLimit = reader.limits.depth
    }

    /// Builds the value of an object with everything it holds.
    mutating func build(_ index: ObjectIndex, from reader: BinaryPropertyListReader) throws(ArchiveError)
        -> PropertyList
    {
        let header = try reader.header(at: index)
        guard header.kind.isContainer else { return try scalar(at: index, header, reader) }
        if let complete = try container(at: index, header, reader) { return complete }
        var frame = stack.removeLast()
        /// How many values were of a usual shape since the last that was not.
        var run = 0
        while true {
            while frame.elements.count < frame.references.count {
                let position = frame.elements.count
                let child = reader.unchecked(position, of: frame.references)
                if let value = fastScalar(at: child, reader) {
                    frame.elements.append(value)
                    run &+= 1
                    if run == Self.minimumSharedRun { moreElements(of: &frame, reader) }
                    continue
                }
                guard reader.contains(child) else {
                    throw reader.invalidReference(position, of: frame.references, in: frame.index)
                }
                run = 0
                let header = try reader.header(at: child)
                if !header.kind.isContainer {
                    frame.elements.append(try scalar(at: child, header, reader))
                } else if let complete = try container(at: child, header, reader) {
                    frame.elements.append(complete)
                    frame.height = max(frame.height, 1)
                } else {
                    // The new frame is on the stack; it takes the place of the one around it.
                    swap(&frame, &stack[stack.count - 1])
                }
            }
            path.leave()
            let finished = frame.finish()
            let level = frame.height &+ 1
            guard !stack.isEmpty else { return finished }
            frame = stack.removeLast()
            run = 0
            frame.elements.append(finished)
            frame.height = max(frame.height, level)
        }
    }

    /// A container of scalars of the usual shapes, as most are; nil for another, which is put on the stack, filled up
    /// to the first other value.
    private mutating func container(
        at index: ObjectIndex,
        _ header: BinaryObjectHeader,
        _ reader: BinaryPropertyListReader
    ) throws(ArchiveError) -> PropertyList? {
        if path.contains(index) { throw .cycle(header.kind, index, at: reader.position(of: index)) }
        guard path.depth < depthLimit else { throw .limit("depth", depthLimit, at: reader.position(of: index)) }
        let all = header.references
        try budget.spend(all.count, at: reader.position(of: index))
        try budget.allocateContainer(of: all.count, at: reader.position(of: index))
        let references = BinaryReferences(
            position: all.position &+ (all.count &- header.count) &* reader.referenceSize,
            count: header.count
        )
        var keys: [PropertyList] = []
        if header.kind == .dictionary {
            keys = try self.keys(of: BinaryReferences(position: all.position, count: header.count), in: index, reader)
        }
        let elements = fastElements(of: references, reader)
        if elements.count == references.count {
            switch header.kind {
            case .array: return .array(PropertyListArray(scalars: elements))
            case .orderedSet: return .orderedSet(PropertyListArray(scalars: elements))
            case .set: return .set(PropertyListArray(scalars: elements))
            default: return .dictionary(PropertyListDictionary(scalarKeys: keys, scalars: elements))
            }
        }
        path.enter(index)
        stack.append(Frame(index: index, kind: header.kind, references: references, keys: keys, elements: elements))
        return nil
    }

    /// The values at some references up to the first that is not a scalar of a usual shape, with room for all.
    ///
    /// A separate function, so that the compiler sees that the array isn't shared, and does without asking at each
    /// value (row `read tree of a person` of `Instructions.tsv`).
    @inline(never)
    private mutating func fastElements(
        of references: BinaryReferences,
        _ reader: BinaryPropertyListReader
    ) -> [PropertyList] {
        var elements: [PropertyList] = []
        elements.reserveCapacity(references.count)
        appendFastElements(to: &elements, of: references, reader)
        return elements
    }

    /// The values of a frame, and those after them up to the first that is not a scalar of a usual shape.
    ///
    /// For long runs of scalars in a container that holds other containers, too: the objects of an archive are such a
    /// list. Of a few values, there is no such run.
    @inline(never)
    private mutating func moreElements(of frame: inout Frame, _ reader: BinaryPropertyListReader) {
        var elements: [PropertyList] = []
        swap(&elements, &frame.elements)
        appendFastElements(to: &elements, of: frame.references, reader)
        swap(&elements, &frame.elements)
    }

    @inline(__always)
    private mutating func appendFastElements(
        to elements: inout [PropertyList],
        of references: BinaryReferences,
        _ reader: BinaryPropertyListReader
    ) {
        while elements.count < references.count,
            let value = fastScalar(at: reader.unchecked(elements.count, of: references), reader)
        {
            elements.append(value)
        }
    }

    /// The value of a scalar of the usual shape: a small UID, a short ASCII string, an integer or a real of 8 bytes.
    ///
    /// Nil for everything else, which takes the slow path; also for values that exceed the budget.
    @inline(__always)
    mutating func fastScalar(at index: ObjectIndex, _ reader: BinaryPropertyListReader) -> PropertyList? {
        guard let start = reader.start(of: index) else { return nil }
        switch start.word &>> 60 {
        case 0x8: return reader.fastUID(from: start).map { .uid(UID(UInt64(truncatingIfNeeded: $0))) }
        case 0x5:
            guard let range = reader.fastASCIIString(from: start), range.count <= shortStringLimit,
                let string = reader.wellFormedASCII(in: range), budget.allocateBufferIfPossible(of: range.count)
            else { return nil }
            return .string(PropertyListString(string))
        case 0x1: return reader.fastInteger(from: start).map { .integer($0) }
        case 0x2: return reader.fastDouble(from: start).map { .double($0) }
        default: return nil
        }
    }

    /// The value of any scalar, which is charged.
    mutating func scalar(
        at index: ObjectIndex,
        _ header: BinaryObjectHeader,
        _ reader: BinaryPropertyListReader
    ) throws(ArchiveError) -> PropertyList {
        guard header.count >= Self.longScalar else {
            try budget.allocateBuffer(of: header.scalarSize, at: header.payload)
            return try reader.scalar(of: header)
        }
        if let known = longScalars[index] {
            // Held once, but a walk of the tree reads it at each reference.
            try budget.allocateBuffer(of: header.scalarSize, at: header.payload)
            if chargesSharedSubtrees { try budget.spend(header.scalarSize, at: header.payload) }
            return known
        }
        try budget.spend(header.scalarSize, at: header.payload)
        try budget.allocateBuffer(of: header.scalarSize, at: header.payload)
        let value = try reader.scalar(of: header)
        longScalars[index] = value
        return value
    }
}

/// The object indices of the containers that are being filled, one inside the other, to find those that hold
/// themselves.
struct BinaryTreePath {
    private var indices: [ObjectIndex] = []
    /// The indices that lie too deep to look through.
    private var deepIndices: Set<ObjectIndex> = []

    /// How many indices are looked through.
    ///
    /// Real files are less deep; the indices of deeper containers are in a set.
    private static let shallowDepth = 16

    /// How many containers are being filled.
    var depth: Int { indices.count }

    /// Whether a container is being filled.
    @inline(__always)
    func contains(_ index: ObjectIndex) -> Bool {
        for open in indices.prefix(Self.shallowDepth) where open == index { return true }
        return indices.count > Self.shallowDepth && deepIndices.contains(index)
    }

    mutating func enter(_ index: ObjectIndex) {
        if indices.count >= Self.shallowDepth { deepIndices.insert(index) }
        indices.append(index)
    }

    mutating func leave() {
        guard let index = indices.popLast() else { return }
        if indices.count >= Self.shallowDepth { deepIndices.remove(index) }
    }
}
