internal import Foundation

/// How much the tests try: a sample in a quick run, everything where `KEYED_ARCHIVING_TESTS` is `full`.
///
/// A quick run leaves out no test and no bound; it tries fewer rows, and smaller counts where a property doesn't depend
/// on how large they are. When it ends it says what it left out.
package enum TestScale {
    package static let isFull = ProcessInfo.processInfo.environment["KEYED_ARCHIVING_TESTS"] == "full"

    /// How large something is.
    package static func count(_ full: Int, quick: Int) -> Int {
        guard !isFull else { return full }
        Report.shared.shorten()
        return quick
    }

    /// The rows that this run tries: all, or those whose names have a hash that divides, which are always the same.
    ///
    /// - Parameters:
    ///   - stride: How many rows there are for each that a quick run takes.
    ///   - kind: What the rows are, for the report.
    package static func sample<Row>(
        _ rows: [Row],
        every stride: UInt64,
        of kind: String,
        by name: (Row) -> String
    ) -> [Row] {
        guard !isFull else { return rows }
        let taken = rows.filter { hash(name($0)) % stride == 0 }
        Report.shared.record(kind, taken: taken.count, of: rows.count)
        return taken
    }

    /// The rows that this run tries: all, or those that a quick run can afford.
    package static func sample<Row>(
        _ rows: [Row],
        of kind: String,
        where isQuick: (Row) -> Bool
    ) -> [Row] {
        guard !isFull else { return rows }
        let taken = rows.filter(isQuick)
        Report.shared.record(kind, taken: taken.count, of: rows.count)
        return taken
    }

    /// The numbers below a count that this run tries: all, or every so many.
    package static func sample(_ numbers: Range<Int>, every stride: Int, of kind: String) -> [Int] {
        guard !isFull else { return Array(numbers) }
        let taken = Array(Swift.stride(from: numbers.lowerBound, to: numbers.upperBound, by: stride))
        Report.shared.record(kind, taken: taken.count, of: numbers.count)
        return taken
    }

    /// A hash that is the same in every run (FNV-1a).
    private static func hash(_ name: String) -> UInt64 {
        // The low bits of the product depend on few bits of the name; the high ones depend on all.
        name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } >> 32
    }
}

/// What a quick run left out, printed when the process ends.
private final class Report: @unchecked Sendable {
    static let shared: Report = {
        atexit { Report.shared.print() }
        return Report()
    }()

    private struct Content {
        var shortened = 0
        var samples: [String: (taken: Int, total: Int)] = [:]
    }

    /// Touched only while the lock is held.
    private var content = Content()
    private let lock = NSLock()

    func shorten() {
        lock.withLock { content.shortened += 1 }
    }

    func record(_ kind: String, taken: Int, of total: Int) {
        lock.withLock {
            let (oldTaken, oldTotal) = content.samples[kind] ?? (0, 0)
            content.samples[kind] = (oldTaken + taken, oldTotal + total)
        }
    }

    func print() {
        let content = lock.withLock { self.content }
        var parts = content.samples.sorted { $0.key < $1.key }.map { kind, count in
            "\(count.taken) of \(count.total) \(kind)"
        }
        if content.shortened > 0 { parts.append("\(content.shortened) smaller counts") }
        Swift.print(
            "Quick run: \(parts.joined(separator: ", ")). KEYED_ARCHIVING_TESTS=full swift test tries everything.")
    }
}
