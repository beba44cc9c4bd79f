internal import PropertyLists

/// Reads the values of one entry from the file.
///
/// Fields of a hostile file may refer thousands of times to one long value, or to long values that overlap. A long
/// value is read once for each entry, and together they may not be larger than ``PropertyLists/Limits/expansion`` times
/// the file, nor take more memory than ``PropertyLists/Limits/allocation`` times that.
struct StoredValues {
    private let reader: BinaryPropertyListReader
    private var longValues: [Int: PropertyList] = [:]
    private var budget: ExpansionBudget

    /// How many bytes, characters or elements make a value long.
    private static let longCount = 256

    init(_ reader: BinaryPropertyListReader) {
        self.reader = reader
        budget = ExpansionBudget(of: reader)
    }

    /// The value of an object of the file.
    mutating func value(at index: Int) throws(ArchiveError) -> PropertyList {
        do {
            return try stored(at: index)
        } catch {
            throw ArchiveError(error)
        }
    }

    private mutating func stored(at index: Int) throws(PropertyListError) -> PropertyList {
        let header = try reader.header(at: index)
        guard header.count >= Self.longCount else { return try read(index, header) }
        if let known = longValues[index] { return known }
        try budget.spend(header.count, at: header.payload)
        let value = try read(index, header)
        longValues[index] = value
        return value
    }

    private mutating func read(_ index: Int, _ header: BinaryObjectHeader) throws(PropertyListError) -> PropertyList {
        guard header.kind.isContainer else {
            try budget.allocateBuffer(of: header.scalarSize, at: header.payload)
            return try reader.scalar(of: header)
        }
        // Arrays of scalars, which is what archives hold, are read without a walk.
        guard header.kind == .array else { return try tree(index) }
        try budget.allocateContainer(of: header.count, at: header.payload)
        let references = BinaryReferences(position: header.payload, count: header.count)
        var elements: [PropertyList] = []
        elements.reserveCapacity(references.count)
        for position in 0..<references.count {
            let element = reader.unchecked(position, of: references)
            guard try !reader.header(at: element).kind.isContainer else { return try tree(index) }
            elements.append(try stored(at: element))
        }
        return .array(PropertyListArray(elements))
    }

    /// Containers in containers never occur in real archives; a tree may cost as much as the file has bytes, or more.
    private mutating func tree(_ index: Int) throws(PropertyListError) -> PropertyList {
        if let known = longValues[index] { return known }
        try budget.spend(reader.bytes.count, at: try reader.offset(of: index))
        let tree = try reader.tree(at: index)
        longValues[index] = tree
        return tree
    }
}
