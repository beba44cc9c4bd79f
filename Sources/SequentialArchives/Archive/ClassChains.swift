internal import PropertyLists

/// The classes of objects with all their superclasses, for those that have many: each chain is made once.
///
/// A hostile file can have as many objects as bytes whose classes have as many superclasses. Short chains are made each
/// time that they are asked for, which costs little more; files have few others.
struct ClassChains: Sendable {
    /// The long chains by the numbers of the classes that they begin with.
    private var chains: [Int: [SequentialClass]] = [:]

    /// The number of classes from which on a chain is long.
    private static let longLength = 9
    /// The charge for a class in a chain, in values: it takes 40 bytes, and 16 are one value.
    private static let cost = 3

    /// No chains.
    init() {}

    /// Makes the long chains of the objects of a file.
    ///
    /// - Parameters:
    ///   - classCount: How many classes the file has.
    ///   - budget: The remaining budget after scanning.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if all long chains together are more than
    ///   `Limits.expansion` allows.
    init(
        of tables: borrowing SequentialTables,
        _ contents: SharedContents,
        in bytes: [UInt8],
        classCount: Int,
        _ budget: consuming Budget
    ) throws(ArchiveError) {
        guard classCount >= Self.longLength else { return }
        let lengths = Self.lengths(of: tables)
        guard lengths.contains(where: { $0.value >= Self.longLength }) else { return }

        // Only classes that have objects are asked for.
        for object in 0..<tables.items.count where tables.items[object].kind == .object {
            let number = Int(tables.items[object].classNumber)
            guard let length = lengths[number], length >= Self.longLength, chains[number] == nil else { continue }
            try budget.spend(Self.cost * length)
            var chain: [SequentialClass] = []
            chain.reserveCapacity(length)
            var next: Int? = number
            while let number = next {
                // The rest of a chain that was made before has its names in memory.
                if let known = chains[number] {
                    chain += known
                    break
                }
                let item = tables.items[number]
                let name = contents.content(of: item.string, tables, bytes).bytes
                chain.append(SequentialClass(number, item, name: name))
                next = item.superclass
            }
            chains[number] = chain
        }
    }

    /// The long chain of a class.
    subscript(number: Int) -> [SequentialClass]? { chains.isEmpty ? nil : chains[number] }

    /// How many classes the chain of each class has.
    private static func lengths(of tables: borrowing SequentialTables) -> [Int: Int] {
        var lengths: [Int: Int] = [:]
        var followed: [Int] = []
        for first in 0..<tables.items.count where tables.items[first].isClass && lengths[first] == nil {
            var length = 0
            var next: Int? = first
            while let number = next {
                if let known = lengths[number] {
                    length = known
                    break
                }
                followed.append(number)
                next = tables.items[number].superclass
            }
            while let number = followed.popLast() {
                length += 1
                lengths[number] = length
            }
        }
        return lengths
    }
}
