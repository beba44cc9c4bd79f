/// Where each text comes first in a run of strings.
///
/// It is found by a hash with a secret, and the string at the position is compared; a text whose hash another text has
/// isn't found here.
package struct TextPositions: Sendable {
    /// From how many strings on a run has positions: fewer are looked at one by one.
    package static let minimumCount = 16

    /// How many strings the run has.
    package let runCount: Int
    /// Whether each text has its position, so that what isn't found isn't there.
    private var isComplete = true
    private var positions: [Int: Int32] = [:]

    /// - Parameters:
    ///   - count: How many strings there are.
    ///   - string: The object index of the string at a position; nil if there is none.
    ///   - budget: What reading the texts is paid from; those that it isn't enough for have no position.
    package init(
        count: Int,
        in reader: BinaryPropertyListReader,
        paidFrom budget: inout Budget,
        _ string: (Int) -> ObjectIndex?
    ) {
        runCount = count
        // The strings that were seen, so that one with many references is read once.
        var known: Set<ObjectIndex> = []
        positions.reserveCapacity(min(count, reader.objectCount))
        for position in 0..<count {
            guard let index = string(position), known.insert(index).inserted else { continue }
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

    /// The first position of a text, or nil if it isn't there; nothing where only a look at each string tells.
    ///
    /// - Parameter isAt: Whether the string at a position is the text.
    package func find<Failure>(_ text: String, isAt: (Int) throws(Failure) -> Bool) throws(Failure) -> Int?? {
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
