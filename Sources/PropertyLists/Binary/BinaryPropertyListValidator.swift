/// Checks each object of a binary property list and collects the problems.
///
/// The checks run in a fixed order, ``checkObjects()`` first: the others rely on its results. Each takes the
/// reader into a separate constant: as a property of a value that changes it would be copied at each use.
struct BinaryPropertyListValidator: ~Copyable {
    let reader: BinaryPropertyListReader
    /// How many problems to collect at most.
    private(set) var limit: Int
    private(set) var problems: [ArchiveError] = []
    /// The kind of each object; nil for those that cannot be read.
    private(set) var kinds: [BinaryObjectKind?] = []
    private var budget: Budget

    init(reader: BinaryPropertyListReader, limit: Int) {
        self.reader = reader
        self.limit = limit
        budget = Budget(of: reader)
    }

    /// Whether there is room for another problem.
    var hasRoom: Bool { problems.count < limit }

    /// Adds a problem to the list, if there is room.
    mutating func report(_ problem: ArchiveError) {
        if hasRoom { problems.append(problem) }
    }

    /// The header of an object that can be read.
    func header(at index: ObjectIndex) -> BinaryObjectHeader? {
        guard reader.contains(index), kinds[index] != nil else { return nil }
        return try? reader.header(at: index)
    }
}

extension BinaryPropertyListValidator {
    /// Checks each object by itself, without its references.
    ///
    /// - Returns: False if the objects are too large together for the other checks.
    mutating func checkObjects() -> Bool {
        let reader = reader
        kinds.reserveCapacity(reader.objectCount)
        for index in reader.objectIndices {
            do throws(ArchiveError) {
                let header = try reader.header(at: index)
                guard charge(for: header) else { return false }
                kinds.append(header.kind)
                try checkContent(of: header)
            } catch {
                if kinds.count == index.rawValue { kinds.append(nil) }
                report(error)
            }
        }
        return true
    }

    /// Reports readable peculiarities that Apple's writer never produces.
    mutating func checkOddities() {
        for oddity in reader.openingOddities { report(oddity) }
        let reader = reader
        for index in reader.objectIndices where hasRoom {
            guard let header = header(at: index),
                let oddity = reader.oddity(of: header, at: reader.position(of: index))
            else { continue }
            report(oddity)
        }
        // Strings that share bytes can hold more text together than the file has; they are not compared.
        if checkLayout() { checkDuplicates() }
    }

    /// Collects the peculiarities only; called instead of the other checks, after that of the objects.
    mutating func oddities(limit: Int) -> [ArchiveError] {
        self.limit = limit
        checkReferences(strict: true, isSound: true)
        checkOddities()
        return problems
    }

    private mutating func charge(for header: BinaryObjectHeader) -> Bool {
        do throws(ArchiveError) {
            try budget.spend(header.scalarSize, at: header.payload)
            try budget.spend(header.references.count, at: header.payload)
            return true
        } catch {
            report(error)
            return false
        }
    }

    private func checkContent(of header: BinaryObjectHeader) throws(ArchiveError) {
        let payload = header.payload..<header.payload + header.scalarSize
        switch header.kind {
        case .asciiString, .utf16String: try reader.checkLength(payload)
        case .data: _ = try reader.data(in: payload)
        case .uid: _ = try reader.uid(of: header)
        default: break
        }
    }

    /// Checks that references lead to objects, and those of dictionary keys to scalars; strictly, to strings.
    ///
    /// - Parameter isSound: Whether to report only the additional findings of strict checking.
    mutating func checkReferences(strict: Bool, isSound: Bool = false) {
        let reader = reader
        for index in reader.objectIndices where hasRoom && kinds[index]?.isContainer == true {
            guard let references = header(at: index)?.references else { continue }
            let keyCount = kinds[index] == .dictionary ? references.count / 2 : 0
            for position in 0..<references.count {
                let child = reader.unchecked(position, of: references)
                guard reader.contains(child) else {
                    if !isSound { report(reader.invalidReference(position, of: references, in: index)) }
                    continue
                }
                guard position < keyCount, let kind = kinds[child], !kind.isString, strict || kind.isContainer else {
                    continue
                }
                if !(isSound && kind.isContainer) { report(.unusableKey(kind, at: reader.position(of: child))) }
            }
        }
    }
}
