internal import PropertyLists

/// Reads values from the file, and charges them.
///
/// Fields of a hostile file may refer thousands of times to one long value, or to long values that overlap. Text and
/// data are charged each time they are returned, although a long value is held once: the code that gets it may go
/// through all of it.
struct FieldReader {
    private let reader: BinaryPropertyListReader
    private var keptValues: [ObjectIndex: KeptValue] = [:]
    /// The budget for reading, which other calls charge, too.
    var budget: Budget

    /// A value that is long, or has containers in containers, and is held once.
    private struct KeptValue {
        var value: PropertyList
        /// The cost of returning it again, in steps; nil for text and data, which cost their length.
        var steps: Int?
    }

    /// How many bytes, characters or elements make a value long.
    private static let longCount = 256

    init(_ reader: BinaryPropertyListReader, chargedTo budget: Budget) {
        self.reader = reader
        self.budget = budget
    }

    /// The value of an object of the file.
    mutating func value(at index: ObjectIndex) throws(ArchiveError) -> PropertyList {
        try stored(at: index)
    }

    /// The value of an object of the file; nil if it can't be read.
    ///
    /// - Throws: Only ``/PropertyLists/ArchiveError/Code/limitExceeded`` and ``/PropertyLists/ArchiveError/Code/cancelled``.
    mutating func readable(at index: ObjectIndex) throws(ArchiveError) -> PropertyList? {
        do throws(ArchiveError) {
            return try value(at: index)
        } catch {
            if error.endsWork { throw error }
            return nil
        }
    }

    /// The string of an object of the file; nil if it is something else, or can't be read.
    ///
    /// - Throws: Only ``/PropertyLists/ArchiveError/Code/limitExceeded`` and ``/PropertyLists/ArchiveError/Code/cancelled``.
    mutating func readableString(at index: ObjectIndex) throws(ArchiveError) -> PropertyListString? {
        guard (try? reader.header(at: index).kind.isString) == true, case .string(let text)? = try readable(at: index)
        else { return nil }
        return text
    }

    /// Charges a list of fields.
    mutating func chargeFields(_ count: Int) throws(ArchiveError) {
        try budget.allocateContainer(of: 2 * count)
    }

    private mutating func stored(at index: ObjectIndex) throws(ArchiveError) -> PropertyList {
        let header = try reader.header(at: index)
        guard header.count >= Self.longCount else { return try read(index, header) }
        if let known = keptValues[index] { return try chargedAgain(known, header) }
        try budget.spend(header.count, at: header.payload)
        let value = try read(index, header)
        if keptValues[index] == nil {
            keptValues[index] = KeptValue(value: value, steps: header.kind.isContainer ? header.count : nil)
        }
        return value
    }

    /// A kept value, which is charged as it is returned again.
    private mutating func chargedAgain(
        _ kept: KeptValue,
        _ header: BinaryObjectHeader
    ) throws(ArchiveError) -> PropertyList {
        if let steps = kept.steps {
            try budget.step(steps, at: header.payload)
        } else {
            try budget.allocateBuffer(of: header.scalarSize, at: header.payload)
        }
        return kept.value
    }

    private mutating func read(_ index: ObjectIndex, _ header: BinaryObjectHeader) throws(ArchiveError)
        -> PropertyList
    {
        guard header.kind.isContainer else {
            try budget.allocateBuffer(of: header.scalarSize, at: header.payload)
            return try reader.scalar(of: header)
        }
        // Arrays of scalars, which is what archives hold, are read without a walk.
        guard header.kind == .array else { return try tree(index, header) }
        try budget.allocateContainer(of: header.count, at: header.payload)
        let references = header.references
        var elements: [PropertyList] = []
        elements.reserveCapacity(references.count)
        for position in 0..<references.count {
            let element = reader.unchecked(position, of: references)
            guard try !reader.header(at: element).kind.isContainer else { return try tree(index, header) }
            elements.append(try stored(at: element))
        }
        return .array(PropertyListArray(elements))
    }

    /// Containers in containers, which never occur in real archives.
    private mutating func tree(_ index: ObjectIndex, _ header: BinaryObjectHeader) throws(ArchiveError)
        -> PropertyList
    {
        if let known = keptValues[index] { return try chargedAgain(known, header) }
        let chargedBefore = budget.chargedSteps
        let tree = try reader.tree(at: index, spending: &budget)
        // Returning the tree again costs as much as the first read.
        keptValues[index] = KeptValue(value: tree, steps: budget.chargedSteps &- chargedBefore)
        return tree
    }
}
