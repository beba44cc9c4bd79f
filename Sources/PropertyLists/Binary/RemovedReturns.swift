/// The carriage returns that were removed before line feeds, from a binary list that was taken for text with line ends of
/// two bytes.
///
/// The trailer says how many bytes are missing, and the offset table where each object was. So the objects are walked
/// through one by one: each line feed in an object may have had a return before it, and how many of them had one shows
/// where the next object begins: by its marker, and by its length, which the table confirms.
package struct RemovedReturns {
    /// An object of which some line feeds had a return before them and some had not.
    package struct Doubt {
        /// The positions of the line feeds in the object.
        package let lineFeeds: [Int]
        /// The ways to choose those that had one; of text and data only the first ones, as any may have had one.
        package let choices: [[Int]]
        /// Whether the object is text or data.
        package let isOfContents: Bool
    }

    /// A number as it may have been.
    struct Number {
        private(set) var value: UInt64 = 0
        /// The position after the number.
        fileprivate(set) var end: Int
        /// Whether the number ends with a return that is missing before the line feed there.
        fileprivate(set) var endsWithReturn: Bool
        /// The positions of the line feeds that had a return before them.
        private(set) var returns: [Int] = []

        /// The numbers to which a byte makes this one: the byte itself, and a return that is missing before it.
        fileprivate func followed(by byte: UInt8) -> [Number] {
            var plain = self
            plain.value = value << 8 | UInt64(byte)
            (plain.end, plain.endsWithReturn) = (end + 1, false)
            guard byte == 0x0A, !endsWithReturn else { return [plain] }
            var other = self
            other.value = value << 8 | 0x0D
            other.endsWithReturn = true
            other.returns.append(end)
            return [plain, other]
        }
    }

    /// A point up to which objects and their entries of the offset table are read.
    private struct Point: Hashable {
        /// Where the next object begins.
        var object: Int
        /// How many returns are missing before it.
        var missing = 0
        /// Where the next entry of the table begins.
        var entry: Int
        /// Whether the entry before it ends with a return that is missing.
        var endsWithReturn = false
    }

    /// A way through the objects to a point.
    private struct Way {
        var point: Point
        /// The index of its last step at which returns are missing.
        var step: Int?
        /// Whether other ways lead to the point, too.
        var isOneOfSeveral = false
    }

    /// An object on a way, and the returns that are missing in it and in the next entry of the table.
    struct Step {
        /// The step before it on the way.
        fileprivate let previous: Int?
        /// The index of the object, where it begins and where its contents are.
        let object: Int
        fileprivate let position: Int
        let contents: Range<Int>
        /// How many returns are missing in the contents.
        let count: Int
        /// The line feeds elsewhere that had one.
        fileprivate let returns: [Int]
    }

    /// The positions of the line feeds that had a return before them, apart from those in ``doubts``.
    private var returns: [Int] = []
    /// The objects of which it isn't known which line feeds had one.
    package private(set) var doubts: [Doubt] = []

    private let bytes: [UInt8]
    private let offsetSize: Int
    let referenceSize: Int
    private let trailer: Int
    /// Where the offset table begins.
    private var table = 0
    /// The positions of all line feeds before the trailer.
    private let lineFeeds: [Int]
    private var steps: [Step] = []
    /// How many ways, numbers and line feeds may still be looked at.
    private var looksLeft: Int

    /// The most ways that are followed at once; from a text of so many line ends, one leads on for each.
    private static let mostWays = 65_536

    /// The most returns that are looked for in the offset table.
    private static let mostInTable = 512

    /// The most line feeds of a number of which some had a return.
    private static let mostInNumber = 6

    /// How often is looked at most, for each object and for all together: sound ways take one look at each.
    private static let mostLooks = (forEach: 8, forAll: 262_144)

    /// Finds the returns; nil if none was removed, or if there is not exactly one way through the objects.
    ///
    /// - Throws: ``ArchiveError/Code/limitExceeded``, ``ArchiveError/Code/cancelled``.
    /// - Complexity: O(1) for a list of which no byte is missing.
    package init?(_ bytes: [UInt8], charging budget: inout Budget) throws(ArchiveError) {
        trailer = bytes.count - BinaryTrailer.size
        guard bytes.haveBinaryMark, trailer > BinaryTrailer.headerSize else { return nil }
        let count = bytes.bigEndian(at: trailer + 8, width: 8)
        let start = bytes.bigEndian(at: trailer + 24, width: 8)
        (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), 1...UInt64(trailer) ~= count,
            1...UInt64(2 * trailer) ~= start
        else { return nil }
        // The list ended where its table did, and its returns are what is missing since.
        let missing = Int(start) + Int(count) * offsetSize - trailer
        guard missing > 0, let lineFeeds = Self.lineFeeds(in: bytes[..<trailer]), missing <= lineFeeds.count else {
            return nil
        }
        (self.bytes, self.lineFeeds) = (bytes, lineFeeds)
        looksLeft = Self.mostLooks.forEach * Int(count) + Self.mostLooks.forAll
        for missingInTable in 0...min(missing, Self.mostInTable) {
            table = Int(start) - missing + missingInTable
            guard BinaryTrailer.headerSize + 1..<trailer ~= table else { continue }
            guard let end = try walk(Int(count), missing - missingInTable, &budget) else { continue }
            if try take(end, &budget) { return }
        }
        return nil
    }

    /// The positions of the line feeds; nil if a return stands before one.
    private static func lineFeeds(in bytes: ArraySlice<UInt8>) -> [Int]? {
        var (found, previous): ([Int], UInt8) = ([], 0)
        for (position, byte) in zip(bytes.indices, bytes) {
            if byte == 0x0A {
                if previous == 0x0D { return nil }
                found.append(position)
            }
            previous = byte
        }
        return found
    }

    // MARK: The walk

    /// Charges looks; false if there were too many.
    mutating func look(_ count: Int = 1, charging budget: inout Budget) throws(ArchiveError) -> Bool {
        try budget.step(count)
        looksLeft -= count
        return looksLeft >= 0
    }

    /// Walks through the objects.
    ///
    /// - Returns: The way; nil if there isn't exactly one.
    private mutating func walk(_ count: Int, _ missing: Int, _ budget: inout Budget) throws(ArchiveError) -> Way? {
        steps = []
        var noReturns: [Int] = []
        let first = Point(object: BinaryTrailer.headerSize, entry: table)
        var ways = entryPassed(from: first, objectAt: first.object, &noReturns).map { [Way(point: $0)] } ?? []
        for object in 0..<count {
            var next: [Way] = []
            // From one point, ways lead to different ones.
            var known: [Point: Int] = [:]
            for way in ways {
                for layout in layouts(ofObjectAt: way.point.object) {
                    let found = try follow(
                        way, over: object, layout, atMost: missing, isLast: object == count - 1, &budget)
                    for reached in found {
                        if ways.count > 1, let same = known.updateValue(next.count, forKey: reached.point) {
                            known[reached.point] = same
                            next[same].isOneOfSeveral = true
                        } else {
                            next.append(reached)
                        }
                    }
                }
            }
            guard !next.isEmpty, next.count <= Self.mostWays, looksLeft >= 0 else { return nil }
            ways = next
        }
        let ends = ways.filter { way in
            way.point == Point(object: table, missing: missing, entry: trailer, endsWithReturn: false)
        }
        guard ends.count == 1, let end = ends.first, !end.isOneOfSeveral else { return nil }
        return end
    }

    /// The ways over an object: one for each number of returns that may be missing in its contents.
    private mutating func follow(
        _ way: Way,
        over object: Int,
        _ layout: Layout,
        atMost missing: Int,
        isLast: Bool,
        _ budget: inout Budget
    ) throws(ArchiveError) -> [Way] {
        let missingBefore = way.point.missing + layout.returns.count
        var (reached, returns) = (way, layout.returns)
        if !isLast {
            // How many are missing before the next object says nothing about where it was.
            let position = layout.start + layout.size + missingBefore
            guard let point = entryPassed(from: way.point, objectAt: position, &returns) else { return [] }
            reached.point = point
        }
        var found: [Way] = []
        // As many are missing at least as the contents reach beyond the objects.
        var count = max(0, layout.start + layout.size - table)
        while count <= layout.size, missingBefore + count <= missing, found.count <= Self.mostWays {
            guard try look(charging: &budget) else { return [] }
            let contents = layout.start..<layout.start + layout.size - count
            guard lineFeeds(in: contents).count >= count else { break }
            (reached.point.object, reached.point.missing) = (contents.upperBound, missingBefore + count)
            if count > 0 || !returns.isEmpty {
                try budget.allocate(MemoryLayout<Step>.stride)
                reached.step = steps.count
                steps.append(
                    Step(
                        previous: way.step, object: object, position: way.point.object, contents: contents,
                        count: count, returns: returns))
            }
            found.append(reached)
            count += 1
        }
        return found
    }

    /// The point after the next entry of the table, and the line feeds in the entry that had a return before them; nil if
    /// the entry isn't where the next object was.
    private func entryPassed(from point: Point, objectAt position: Int, _ returns: inout [Int]) -> Point? {
        var point = point
        for shift in (0..<offsetSize).reversed() {
            let byte = UInt8(truncatingIfNeeded: position >> (8 * shift))
            guard point.entry < trailer else { return nil }
            if bytes[point.entry] == 0x0A, byte == 0x0D, !point.endsWithReturn {
                returns.append(point.entry)
                point.endsWithReturn = true
            } else {
                guard bytes[point.entry] == byte else { return nil }
                (point.entry, point.endsWithReturn) = (point.entry + 1, false)
            }
        }
        return point
    }

    /// Takes over what is missing on a way; false if that makes no references of the contents of a container.
    private mutating func take(_ way: Way, _ budget: inout Budget) throws(ArchiveError) -> Bool {
        (returns, doubts) = ([], [])
        var containers: [Step] = []
        var next = way.step
        while let number = next {
            let step = steps[number]
            next = step.previous
            returns += step.returns
            guard step.count > 0 else { continue }
            let inside = Array(lineFeeds(in: step.contents))
            let kind = bytes[step.position] >> 4
            if kind >= 0xA {
                containers.append(step)
            } else if step.count == inside.count {
                returns += inside
            } else {
                let isOfContents = (4...6).contains(kind)
                let choices =
                    isOfContents ? [Array(inside.prefix(step.count))] : Self.choices(of: step.count, among: inside)
                doubts.append(Doubt(lineFeeds: inside, choices: choices, isOfContents: isOfContents))
            }
        }
        steps = []
        guard !containers.isEmpty else { return true }
        // Whichever line feeds are chosen, all objects are where they were.
        let any =
            doubts.flatMap { $0.choices.first ?? [] }
            + containers.flatMap { lineFeeds(in: $0.contents).prefix($0.count) }
        guard let reader = try? BinaryPropertyListReader(restored(with: any)) else { return false }
        for container in containers {
            let choices = try choices(of: container, reader, charging: &budget)
            guard let first = choices.first else { return false }
            if choices.count == 1 {
                returns += first
            } else {
                let inside = Array(lineFeeds(in: container.contents))
                doubts.append(Doubt(lineFeeds: inside, choices: choices, isOfContents: false))
            }
        }
        return true
    }

    /// The ways to choose line feeds of a number; none if there are too many.
    private static func choices(of count: Int, among lineFeeds: [Int]) -> [[Int]] {
        guard lineFeeds.count <= mostInNumber else { return [] }
        return lineFeeds.reduce(into: [[]]) { choices, lineFeed in choices += choices.map { $0 + [lineFeed] } }
            .filter { $0.count == count }
    }

    // MARK: Objects

    /// Where the contents of an object start, their size with all returns, and the line feeds in their length that had a
    /// return before them.
    private typealias Layout = (start: Int, size: Int, returns: [Int])

    /// The layouts of an object, one for each length that it may have; none if no object begins there.
    private func layouts(ofObjectAt position: Int) -> [Layout] {
        guard position < table else { return [] }
        let (kind, low, payload) = (bytes[position] >> 4, Int(bytes[position] & 15), position + 1)
        let unit: Int
        switch kind {
        case 0: return low == 0 || low == 8 || low == 9 ? [(payload, 0, [])] : []
        case 1 where low <= 4, 2 where low == 2 || low == 3, 3 where low == 3: return [(payload, 1 << low, [])]
        case 8: return [(payload, low + 1, [])]
        case 4, 5: unit = 1
        case 6: unit = 2
        case 0xA, 0xB, 0xC: unit = referenceSize
        case 0xD: unit = 2 * referenceSize
        default: return []
        }
        guard low == 15 else { return [(payload, low * unit, [])] }
        guard payload < table, (0x10...0x13).contains(bytes[payload]) else { return [] }
        return numbers(at: payload + 1, width: 1 << Int(bytes[payload] & 15), until: table).compactMap { length in
            guard !length.endsWithReturn, length.value <= UInt64(2 * bytes.count) else { return nil }
            return (length.end, Int(length.value) * unit, length.returns)
        }
    }

    /// The numbers that may have stood at a position.
    ///
    /// - Parameters:
    ///   - width: Their size in bytes, at most 8.
    ///   - afterReturn: Whether the return that is missing before the first byte belongs to what is before it.
    func numbers(at start: Int, width: Int, afterReturn: Bool = false, until end: Int) -> [Number] {
        var numbers = [Number(end: start, endsWithReturn: afterReturn)]
        for _ in 0..<width {
            numbers = numbers.flatMap { $0.end < end ? $0.followed(by: bytes[$0.end]) : [] }
        }
        return numbers
    }

    /// The line feeds in a range.
    private func lineFeeds(in range: Range<Int>) -> ArraySlice<Int> {
        let first = firstLineFeed(from: range.lowerBound)
        return lineFeeds[first..<max(first, firstLineFeed(from: range.upperBound))]
    }

    private func firstLineFeed(from position: Int) -> Int {
        var (low, high) = (0, lineFeeds.count)
        while low < high {
            let middle = (low + high) / 2
            if lineFeeds[middle] < position { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: The list

    /// The list with its returns.
    ///
    /// - Parameter chosen: The line feeds of ``doubts`` that get one.
    package func restored(with chosen: [Int]) -> [UInt8] {
        var restored: [UInt8] = []
        restored.reserveCapacity(bytes.count + returns.count + chosen.count)
        var position = 0
        for place in (returns + chosen).sorted() {
            restored += bytes[position..<place]
            restored.append(0x0D)
            position = place
        }
        return restored + bytes[position...]
    }
}
