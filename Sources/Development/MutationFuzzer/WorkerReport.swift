import Foundation
import Fuzzing

/// What a worker leaves behind after every step, so that its end says something even if it comes unexpectedly.
struct WorkerReport {
    /// Why a worker ended by itself.
    enum Reason: Int {
        case none, contradiction, memory
    }

    var number = 0
    var finding = 0
    var text = ""
    /// How many executions there were, and how many bytes their inputs had.
    var executions = 0
    var inputBytes = 0
    /// The longest execution, in microseconds, and its input.
    var slowest = 0
    var slowestNumber = 0
    /// The greatest memory that one execution took, in bytes; and in thousandths of the bound for its input.
    var greatestMemory = 0
    var greatestMemoryNumber = 0
    var greatestShareOfBound = 0
    /// The greatest memory that one execution with a large input took, in hundredths of the input's size.
    var greatestMultiple = 0
    var greatestMultipleNumber = 0

    /// How many inputs got to each kind of entry point.
    var parts = Array(repeating: 0, count: ExecutionCounts.Part.allCases.count)

    /// From how many bytes on an input is large.
    static let largeInput = 1 << 16

    mutating func count(_ size: Int, _ duration: Duration, _ memory: Int, _ number: Int) {
        executions += 1
        inputBytes += size
        let microseconds = Int(duration / .microseconds(1))
        if microseconds > slowest { (slowest, slowestNumber) = (microseconds, number) }
        if memory > greatestMemory { (greatestMemory, greatestMemoryNumber) = (memory, number) }
        greatestShareOfBound = max(greatestShareOfBound, memory * 1000 / Bounds.memory(forInputOf: size))
        guard size >= Self.largeInput, memory * 100 / size > greatestMultiple else { return }
        (greatestMultiple, greatestMultipleNumber) = (memory * 100 / size, number)
    }

    mutating func end(with reason: Reason, text: String) {
        finding = reason.rawValue
        self.text = text
    }

    /// Adds what another worker did.
    mutating func add(_ other: WorkerReport) {
        executions += other.executions
        inputBytes += other.inputBytes
        parts = zip(parts, other.parts).map { $0 + $1 }
        if other.slowest > slowest { (slowest, slowestNumber) = (other.slowest, other.slowestNumber) }
        if other.greatestMemory > greatestMemory {
            (greatestMemory, greatestMemoryNumber) = (other.greatestMemory, other.greatestMemoryNumber)
        }
        greatestShareOfBound = max(greatestShareOfBound, other.greatestShareOfBound)
        if other.greatestMultiple > greatestMultiple {
            (greatestMultiple, greatestMultipleNumber) = (other.greatestMultiple, other.greatestMultipleNumber)
        }
    }

    private static let textSize = 200
    private static let numberCount = 11 + ExecutionCounts.Part.allCases.count

    fileprivate var bytes: [UInt8] {
        let numbers =
            [
                number, finding, executions, inputBytes, slowest, slowestNumber, greatestMemory, greatestMemoryNumber,
                greatestShareOfBound, greatestMultiple, greatestMultipleNumber,
            ] + parts
        let words = numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
        let text = Array(self.text.utf8.prefix(Self.textSize))
        return words + text + Array(repeating: 0, count: Self.textSize - text.count)
    }

    init() {}

    fileprivate init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.numberCount * 8 + Self.textSize else { return nil }
        let numbers = (0..<Self.numberCount).map { word in
            (0..<8).reversed().reduce(0) { $0 << 8 | Int(bytes[word * 8 + $1]) }
        }
        number = numbers[0]
        finding = numbers[1]
        executions = numbers[2]
        inputBytes = numbers[3]
        slowest = numbers[4]
        slowestNumber = numbers[5]
        greatestMemory = numbers[6]
        greatestMemoryNumber = numbers[7]
        greatestShareOfBound = numbers[8]
        greatestMultiple = numbers[9]
        greatestMultipleNumber = numbers[10]
        parts = Array(numbers[11...])
        text = String(decoding: bytes[(Self.numberCount * 8)...].prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// The file in which a worker leaves its report.
struct ProgressFile {
    private let descriptor: Int32

    init(_ path: String, isNew: Bool) throws {
        descriptor = open(path, isNew ? O_RDWR | O_CREAT | O_TRUNC : O_RDONLY, 0o600)
        guard descriptor >= 0 else { throw Options.Misunderstood(description: "\(path) cannot be opened") }
    }

    func write(_ report: WorkerReport) {
        let bytes = report.bytes
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }

    func read() -> WorkerReport? {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        close(descriptor)
        return WorkerReport(Array(bytes.prefix(max(0, count))))
    }
}
