import CurveCounters
import Foundation

/// What one run of an entry point took.
struct Cost: Codable, Sendable {
    /// The bytes of the input.
    var size = 0
    /// Steps of the library and the tool, and each 8 bytes that the runtime compared or allocated.
    var work: UInt64 = 0
    /// The most bytes that were allocated at one time, beyond those before.
    var memory: UInt64 = 0
    /// Bytes of output.
    var output: UInt64 = 0
    /// Bytes of what was returned.
    var made = 0
    /// Processor time, in microseconds.
    var time: UInt64 = 0

    /// Runs a piece of work and returns what it took.
    static func measure(size: Int, _ body: () -> Void) -> Cost {
        CurveCountsResetPeak()
        let before = CurveCountsNow()
        let start = processorTime
        body()
        let end = processorTime
        let after = CurveCountsNow()
        return Cost(
            size: size,
            work: after.steps - before.steps + (after.comparedBytes - before.comparedBytes) / 8
                + (after.allocatedBytes - before.allocatedBytes) / 8,
            memory: max(after.peakBytes, before.liveBytes) - before.liveBytes,
            output: after.writtenBytes - before.writtenBytes,
            time: end - start
        )
    }

    /// The processor time of this thread, in microseconds.
    private static var processorTime: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }
}
