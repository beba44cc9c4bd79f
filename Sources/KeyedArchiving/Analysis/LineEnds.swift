internal import PropertyLists

/// Brings back the bytes of a binary archive whose line ends were changed.
///
/// Added bytes are removed again, and removed ones added (`LineEnds+Returns`). If one of the two line-end bytes was
/// replaced by the other, each remaining byte is ambiguous. Redundant facts of the list decide, and the rules of Apple's writer:
///
/// 1. The number of objects and the position of the offset table: together they lead to the trailer.
/// 2. Lengths: an object begins where the one before it ends, and where its entry of the table may say.
/// 3. References: the writer lists a new object next, so that a reference leads to the next object or to one before it
///    (`LineEnds+References`).
/// 4. UIDs: entries are numbered in the order in which they were encoded (`LineEnds+Numbers`).
/// 5. A text of one character that is a key equivalent is the return key.
///
/// Every other byte is in doubt: it stays, but in longer text it is a line feed, which stands at the end of lines there.
struct LineEnds {
    struct Object: BitwiseCopyable {
        var position: Int
        /// The high half of the marker.
        var kind: UInt8
        /// The number of elements, pairs, bytes or characters.
        var count: Int
        /// The start of the contents, and their size in bytes.
        var payload: Int
        var size: Int
        /// The number of the first reference, counted from the beginning of the list.
        var firstReference = 0

        var referenceCount: Int { kind == 0xD ? 2 * count : kind == 0xA ? count : 0 }
        var isText: Bool { kind == 5 || kind == 6 }
    }

    let change: LineEndChange
    /// The bytes, in which more and more are put right.
    var bytes: [UInt8]
    /// The positions of bytes for which it isn't known which of the two they were.
    private(set) var doubtfulOffsets: [Int] = []
    private(set) var objects: [Object] = []
    let referenceSize: Int
    private let offsetSize: Int

    // What the second file finds.
    var references: [Int] = []
    /// The readings of references that may be several objects.
    var openReferences: [Int: [Int]] = [:]
    /// For copies of an object that was listed before, the reference to it that made the writer list it again; or -1.
    var copies: [Int] = []

    private init?(_ bytes: [UInt8], _ change: LineEndChange) {
        let trailer = bytes.count - 32
        (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        let isAppleTrailer =
            bytes[trailer..<trailer + 6].allSatisfy { $0 == 0 }
            && bytes[trailer + 16..<trailer + 24].allSatisfy { $0 == 0 }
        guard isAppleTrailer, (1...8).contains(offsetSize), (1...4).contains(referenceSize) else { return nil }
        self.change = change
        self.bytes = bytes
    }

    /// The bytes of a list, and where it isn't known which of the two a byte was.
    typealias Restored = (bytes: [UInt8], doubtfulOffsets: [Int])

    /// The list as it was, as far as that can be known.
    ///
    /// - Returns: nil if the line ends weren't changed, or if there is more than one reading of the structure.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded``, ``/PropertyLists/ArchiveError/Code/cancelled``.
    static func restored(
        _ bytes: [UInt8],
        _ change: LineEndChange?,
        limits: Limits
    ) throws(ArchiveError) -> Restored? {
        guard let change else { return nil }
        var budget = Budget(inputSize: bytes.count, limits: limits)
        switch change {
        case .carriageReturnsAdded:
            return LineEndChange.withoutAddedReturns(bytes).map { (bytes: $0, doubtfulOffsets: []) }
        case .carriageReturnsRemoved: return try withReturns(bytes, limits: limits, charging: &budget)
        case .carriageReturnsLost, .lineFeedsLost: break
        }
        guard var ends = LineEnds(bytes, change), try ends.findObjects(&budget), try ends.findReferences(&budget) else {
            return nil
        }
        try ends.narrowReferences(&budget)
        try ends.writeReferences(&budget)
        // A list of so many objects has both bytes where it isn't damaged.
        guard let keyEquivalents = try ends.findNumbers(&budget), ends.bytes != bytes else { return nil }
        ends.findContents(keyEquivalents)
        return (ends.bytes, ends.doubtfulOffsets.sorted())
    }

    // MARK: Numbers that may be several

    /// The values that an integer may have had.
    func readings(at position: Int, width: Int) -> [UInt64] {
        var readings: [UInt64] = [0]
        for byte in bytes[position..<position + width] {
            let others = byte == change.kept ? readings.map { $0 << 8 | UInt64(change.lost) } : []
            readings = readings.map { $0 << 8 | UInt64(byte) } + others
        }
        return readings
    }

    /// Whether an integer may have been a value.
    private func mayBe(_ value: Int, at position: Int, width: Int) -> Bool {
        var rest = UInt64(truncatingIfNeeded: value)
        for byte in bytes[position..<position + width].reversed() {
            let wanted = UInt8(truncatingIfNeeded: rest)
            guard byte == wanted || byte == change.kept && wanted == change.lost else { return false }
            rest >>= 8
        }
        return rest == 0
    }

    mutating func write(_ value: Int, at position: Int, width: Int) {
        var rest = UInt64(truncatingIfNeeded: value)
        for index in (position..<position + width).reversed() {
            bytes[index] = UInt8(truncatingIfNeeded: rest)
            rest >>= 8
        }
    }

    mutating func doubt(_ range: Range<Int>) {
        doubtfulOffsets += range.filter { bytes[$0] == change.kept || bytes[$0] == change.lost }
    }

    /// Whether an object is an ASCII text.
    func isText(_ object: Int, _ text: String) -> Bool {
        let object = objects[object]
        return object.kind == 5 && object.count == text.utf8.count
            && bytes[object.payload..<object.payload + object.size].elementsEqual(text.utf8)
    }

    func isIdentical(_ first: Int, _ second: Int) -> Bool {
        let (first, second) = (objects[first], objects[second])
        return bytes[first.position..<first.payload + first.size].elementsEqual(
            bytes[second.position..<second.payload + second.size])
    }

    // MARK: Objects

    /// Finds the objects, and puts the trailer, the offset table and the lengths right.
    private mutating func findObjects(_ budget: inout Budget) throws(ArchiveError) -> Bool {
        let trailer = bytes.count - 32
        var table: Int?
        for count in readings(at: trailer + 8, width: 8) where count > 0 && count <= UInt64(trailer / offsetSize) {
            let start = trailer - Int(count) * offsetSize
            guard start > 8, mayBe(start, at: trailer + 24, width: 8) else { continue }
            guard let found = try walk(Int(count), until: start, &budget) else { continue }
            guard table == nil else { return false }
            (objects, table) = (found, start)
        }
        guard let table, objects.first?.kind == 0xD else { return false }
        write(objects.count, at: trailer + 8, width: 8)
        write(table, at: trailer + 24, width: 8)
        var referenceCount = 0
        for (number, object) in objects.enumerated() {
            write(object.position, at: table + number * offsetSize, width: offsetSize)
            let width = object.payload - object.position - 2
            if width > 0 { write(object.count, at: object.position + 2, width: width) }
            objects[number].firstReference = referenceCount
            referenceCount += object.referenceCount
        }
        try budget.allocate(referenceCount, of: 16)
        references = Array(repeating: 0, count: referenceCount)
        return true
    }

    /// The objects, if there is one way to go from each to the next; nil if there is none, or several.
    private func walk(_ count: Int, until table: Int, _ budget: inout Budget) throws(ArchiveError) -> [Object]? {
        try budget.allocate(count, of: 3 * MemoryLayout<Object>.stride)
        var steps: [Object] = []
        // Where the steps of each object begin.
        var firstSteps: [Int] = []
        var positions = [8]
        for number in 1...count {
            firstSteps.append(steps.count)
            var next: [Int] = []
            for position in positions {
                try budget.step()
                for step in readings(ofObjectAt: position, until: table) {
                    let end = step.payload + step.size
                    let isWanted =
                        number == count
                        ? end == table : end < table && mayBe(end, at: table + number * offsetSize, width: offsetSize)
                    guard isWanted else { continue }
                    steps.append(step)
                    if !next.contains(end) { next.append(end) }
                }
            }
            guard !next.isEmpty, next.count <= 8 else { return nil }
            positions = next
        }
        // Back from the table, only one step leads to each object.
        var path: [Object] = []
        var (end, lastStep) = (table, steps.count)
        for first in firstSteps.reversed() {
            let fitting = steps[first..<lastStep].filter { $0.payload + $0.size == end }
            guard fitting.count == 1, let step = fitting.first else { return nil }
            path.append(step)
            (end, lastStep) = (step.position, first)
        }
        return path.reversed()
    }

    /// The possible readings of an object, one for each length that it may have.
    private func readings(ofObjectAt position: Int, until end: Int) -> [Object] {
        let (kind, low) = (bytes[position] >> 4, Int(bytes[position] & 15))
        func object(_ count: UInt64, _ payload: Int, of unit: Int) -> Object? {
            guard payload <= end, count <= UInt64((end - payload) / unit) else { return nil }
            return Object(position: position, kind: kind, count: Int(count), payload: payload, size: Int(count) * unit)
        }
        let unit: Int
        switch kind {
        case 0: return low == 0 || low == 8 || low == 9 ? [object(0, position + 1, of: 1)].compactMap { $0 } : []
        case 1, 2, 3: return low <= 4 ? [object(1, position + 1, of: 1 << low)].compactMap { $0 } : []
        case 8: return [object(1, position + 1, of: low + 1)].compactMap { $0 }
        case 4, 5: unit = 1
        case 6: unit = 2
        case 0xA: unit = referenceSize
        case 0xD: unit = 2 * referenceSize
        default: return []
        }
        guard low == 15 else { return [object(UInt64(low), position + 1, of: unit)].compactMap { $0 } }
        guard position + 2 < end, (0x10...0x12).contains(bytes[position + 1]) else { return [] }
        let width = 1 << Int(bytes[position + 1] & 15)
        guard position + 2 + width <= end else { return [] }
        return readings(at: position + 2, width: width).compactMap { object($0, position + 2 + width, of: unit) }
    }

    // MARK: Contents

    /// Restores or marks the doubtful bytes of texts, data and numbers.
    private mutating func findContents(_ keyEquivalents: Set<Int>) {
        for (number, object) in objects.enumerated() where (1...6).contains(object.kind) {
            for index in object.payload..<object.payload + object.size where bytes[index] == change.kept {
                if object.kind == 5, object.count == 1, keyEquivalents.contains(number) {
                    bytes[index] = 0x0D
                    continue
                }
                doubtfulOffsets.append(index)
                let isCharacter =
                    object.kind == 5 || object.kind == 6 && (index - object.payload) % 2 == 1 && bytes[index - 1] == 0
                if isCharacter, object.count > 1 { bytes[index] = 0x0A }
            }
        }
    }
}
