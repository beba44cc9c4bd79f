internal import PropertyLists

/// Reads the values of one entry from the file.
///
/// Fields of a hostile file may refer thousands of times to one long value, or to long values that overlap. A long value
/// is read once for each entry, and together they may not be larger than ``PropertyLists/Limits/expansion`` times the file.
struct StoredValues {
    private let reader: BinaryPropertyListReader
    private var longValues: [Int: PropertyList] = [:]
    private var bytesLeft: Int

    /// How many bytes, characters or elements make a value long.
    private static let longCount = 256

    init(_ reader: BinaryPropertyListReader) {
        self.reader = reader
        let (product, overflow) = reader.bytes.count.multipliedReportingOverflow(by: reader.limits.expansion)
        bytesLeft = overflow ? .max : product
    }

    /// The value of an object of the file.
    mutating func value(at index: Int) throws(ArchiveError) -> PropertyList {
        let header = try withPropertyList { () throws(PropertyListError) in try reader.header(at: index) }
        guard header.count >= Self.longCount else { return try read(index) }
        if let known = longValues[index] { return known }
        try spend(header.count)
        let value = try read(index)
        longValues[index] = value
        return value
    }

    private mutating func read(_ index: Int) throws(ArchiveError) -> PropertyList {
        if let scalar = try withPropertyList({ () throws(PropertyListError) in try reader.scalar(at: index) }) {
            return scalar
        }
        // Arrays of scalars, which is what archives hold, are read without a walk.
        guard case .array(let references) = try reader.archiveObject(at: index) else { return try tree(index) }
        var elements: [PropertyList] = []
        elements.reserveCapacity(references.count)
        for position in 0..<references.count {
            let element = reader.unchecked(position, of: references)
            let header = try withPropertyList { () throws(PropertyListError) in try reader.header(at: element) }
            guard !header.kind.isContainer else { return try tree(index) }
            elements.append(try value(at: element))
        }
        return .array(PropertyListArray(elements))
    }

    /// Containers in containers never occur in real archives; a tree may cost as much as the file has bytes, or more.
    private mutating func tree(_ index: Int) throws(ArchiveError) -> PropertyList {
        if let known = longValues[index] { return known }
        try spend(reader.bytes.count)
        let tree = try withPropertyList { () throws(PropertyListError) in try reader.tree(at: index) }
        longValues[index] = tree
        return tree
    }

    private mutating func spend(_ cost: Int) throws(ArchiveError) {
        guard cost <= bytesLeft else {
            throw ArchiveError(
                .limitExceeded,
                "the limit `expansion` of \(reader.limits.expansion) is exceeded by one entry",
                remedy: "raise `Limits.expansion` if you trust the input"
            )
        }
        bytesLeft -= cost
    }
}
