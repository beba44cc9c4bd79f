import Foundation

/// Times of one operation, in seconds.
struct Timing: Codable {
    var seconds: [Double] = []
    var peakMemoryMegabytes: Double?

    var median: Double { Spread(of: seconds).median }
}

/// The median of some figures, and the least and the greatest of them.
struct Spread {
    let median: Double
    let least: Double
    let greatest: Double

    init(of figures: [Double]) {
        let sorted = figures.sorted()
        median = sorted.isEmpty ? .nan : sorted[sorted.count / 2]
        least = sorted.first ?? .nan
        greatest = sorted.last ?? .nan
    }

    /// The median with its range, such as `2.1 (2.0–2.4)`.
    func text(_ width: Int, decimals: Int) -> String {
        let range = "(" + format(least, 0, decimals: decimals) + "–" + format(greatest, 0, decimals: decimals) + ")"
        return format(median, width, decimals: decimals) + " " + range
    }
}

/// Runs a body once and returns how much processor time it took, in seconds.
///
/// Unlike the time on the wall it doesn't count what other programs of a busy machine take.
func time(_ body: () throws -> Void) rethrows -> Double {
    let start = processorTime
    try body()
    return processorTime - start
}

/// How much processor time this process has taken, its share of the system's work included, in seconds.
private var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The most memory this process has held since the mark was last reset, in MB; nil if the system does not report it.
enum PeakMemory {
    static func reset() {
        #if os(Linux)
            try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        #endif
    }

    static var megabytes: Double? {
        #if os(Linux)
            guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            return line?.split(separator: " ").compactMap { Double($0) }.first.map { $0 / 1024 }
        #else
            return nil
        #endif
    }
}
