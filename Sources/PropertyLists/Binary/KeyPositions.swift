/// The first or last position of each text, and of each integer, in a run of keys.
///
/// A text is found by a hash with a secret, and the string at the position is compared; a text whose hash another text
/// has isn't found here.
package struct KeyPositions: Sendable {
    /// The rule for which of two equal keys counts: the first among fields, the last among the keys of a dictionary.
    package enum Counting { case first, last }

    /// The key at a position of a run.
    package enum Key {
        /// A string, or something else that has no name.
        case object(ObjectIndex)
        case integer(Int64)
        /// A key with a name that has no position here.
        case other
        case none
    }

    /// Whether a run of so many keys gets an index of positions; fewer keys are searched one by one.
    package static func areWorthwhile(forKeys count: Int) -> Bool { count >= 16 }

    /// How many keys the run has.
    package let runCount: Int
    /// Whether each text has its position, so that a text that isn't found doesn't exist.
    private var isComplete = true
    /// Whether all keys with a name are strings and integers that can be found here.
    private var isUsable = true
    private var positions: [Int: Int32] = [:]
    private var integers: [Int64: Int32] = [:]

    /// - Parameters:
    ///   - count: How many keys there are.
    ///   - counting: Which of two equal keys counts.
    ///   - budget: The budget for reading the texts; those that it isn't enough for have no position.
    ///   - key: The key at a position.
    package init(
        count: Int,
        _ counting: Counting,
        in reader: BinaryPropertyListReader,
        chargedTo budget: inout Budget,
        _ key: (Int) -> Key
    ) {
        runCount = count
        // The strings that were seen, so that one with many references is read once.
        var known: Set<ObjectIndex> = []
        positions.reserveCapacity(min(count, reader.objectCount))
        func string(_ position: Int) -> ObjectIndex? {
            if case .object(let index) = key(position) { index } else { nil }
        }
        for number in 0..<count {
            let position = counting == .first ? number : count - 1 - number
            let index: ObjectIndex
            switch key(position) {
            case .object(let object): index = object
            case .integer(let integer):
                if integers[integer] == nil { integers[integer] = Int32(exactly: position) }
                continue
            case .other:
                isUsable = false
                return
            case .none: continue
            }
            guard known.insert(index).inserted else { continue }
            guard let header = try? reader.header(at: index), header.kind.isString else { continue }
            guard (try? budget.step(1 + header.scalarSize / 16)) != nil, let position = Int32(exactly: position) else {
                isComplete = false
                return
            }
            let hash = reader.textHash(of: header)
            guard let other = positions[hash] else {
                positions[hash] = position
                continue
            }
            if let first = string(Int(other)), !reader.haveSameText(first, index) { isComplete = false }
        }
    }

    /// The position of an integer of up to 8 bytes, or nil if it isn't there; nothing where only a look at each key
    /// tells.
    package func find(_ integer: Int64) -> Int?? {
        isUsable ? .some(integers[integer].map { Int($0) }) : nil
    }

    /// The position of a text, or nil if it isn't there; nothing where only a look at each string tells.
    ///
    /// - Parameter isAt: Whether the string at a position is the text.
    package func find<Failure>(_ text: String, isAt: (Int) throws(Failure) -> Bool) throws(Failure) -> Int?? {
        guard isUsable else { return nil }
        guard let position = positions[BinaryPropertyListReader.textHash(of: text)].map({ Int($0) }) else {
            return isComplete ? .some(nil) : nil
        }
        return try isAt(position) ? .some(position) : nil
    }
}

extension BinaryPropertyListReader {
    /// The hash of a text.
    fileprivate static func textHash(of text: String) -> Int {
        var hasher = Hasher()
        for unit in text.utf16 { hasher.combine(unit) }
        return hasher.finalize()
    }

    /// The hash of the text of a string, the same in both encodings.
    fileprivate func textHash(of header: BinaryObjectHeader) -> Int {
        var hasher = Hasher()
        let width = header.kind == .utf16String ? 2 : 1
        for position in 0..<header.count {
            hasher.combine(
                UInt16(truncatingIfNeeded: integer(at: header.payload &+ position &* width, width: width)))
        }
        return hasher.finalize()
    }

    /// Whether two strings of one encoding have the same bytes.
    fileprivate func haveSameText(_ first: ObjectIndex, _ second: ObjectIndex) -> Bool {
        guard let first = try? header(at: first), let second = try? header(at: second), first.kind == second.kind,
            first.count == second.count
        else { return false }
        return bytes[first.payload..<first.payload + first.scalarSize]
            == bytes[second.payload..<second.payload + second.scalarSize]
    }
}
