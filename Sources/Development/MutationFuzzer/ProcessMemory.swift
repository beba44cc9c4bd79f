import Foundation

/// The memory of this process, as the system counts it: pages that are resident.
///
/// The peak can be set back, so that each execution has a separate one. The system counts in pages and, on several
/// cores, with an error of some hundred kilobytes; it can't show anything smaller.
struct ProcessMemory {
    private let status = open("/proc/self/status", O_RDONLY)
    private let clear = open("/proc/self/clear_refs", O_WRONLY)

    /// Whether the system reports the peak, and lets it be reset: Linux does.
    var isMeasurable: Bool { status >= 0 && clear >= 0 }

    /// Sets the peak back to what is resident now.
    func resetPeak() {
        _ = pwrite(clear, "5", 1, 0)
    }

    /// The resident bytes now and at the peak.
    func read() -> (now: Int, peak: Int) {
        var buffer = [UInt8](repeating: 0, count: 2048)
        let count = pread(status, &buffer, buffer.count, 0)
        let text = buffer.prefix(max(0, count))
        return (value("VmRSS:", in: text), value("VmHWM:", in: text))
    }

    private func value(_ name: String, in text: ArraySlice<UInt8>) -> Int {
        let name = Array(name.utf8)
        guard let first = name.first else { return 0 }
        var start = text.startIndex
        while let found = text[start...].firstIndex(of: first) {
            if text[found...].starts(with: name) {
                let digits = text[(found + name.count)...].drop { $0 == 0x20 || $0 == 0x09 }
                return digits.prefix { (0x30...0x39).contains($0) }.reduce(0) { $0 * 10 + Int($1 - 0x30) } * 1024
            }
            start = found + 1
        }
        return 0
    }

    /// Keeps the process from taking more memory than this, whatever happens.
    static func limit(toBytes count: Int) {
        var limit = rlimit(rlim_cur: rlim_t(count), rlim_max: rlim_t(count))
        #if os(Linux)
            setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        #else
            setrlimit(RLIMIT_AS, &limit)
        #endif
    }
}
