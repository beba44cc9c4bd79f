import Foundation

/// Times of one operation, in seconds.
struct Timing: Codable {
    var seconds: [Double] = []
    var peakMemoryMegabytes: Double?

    var median: Double {
        let sorted = seconds.sorted()
        return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }
}

/// Runs a body once and returns how long it took.
func time(_ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let duration = try clock.measure { try body() }
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
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
