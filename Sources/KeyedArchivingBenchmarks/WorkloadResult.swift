/// What was measured of one workload.
struct WorkloadResult: Codable {
    var name: String
    var summary: String
    var size: Int
    var bytes: Int
    var timings: [String: Timing] = [:]

    /// How many times longer Foundation took than we did.
    func ratio(_ operation: String) -> Double? {
        guard let ours = timings[operation], let theirs = timings["foundation \(operation)"] else { return nil }
        return theirs.median / ours.median
    }

    /// The result as a table.
    var text: String {
        var lines = ["\(name)  \(summary), \(size) units, archive of \(bytes) bytes"]
        for name in [
            "decode", "encode", "direct", "generic", "tree", "write", "rewrite", "xml tree", "xml write",
            "codable decode", "codable encode",
        ] {
            guard let timing = timings[name] else { continue }
            var line = "  " + name.padded(14) + format(timing.median * 1e3, 10, decimals: 2) + " ms"
            line += format(Double(size) / timing.median, 14) + " units/s"
            line += format(Double(bytes) / timing.median / 1e6, 8) + " MB/s"
            if let peak = timing.peakMemoryMegabytes { line += format(peak, 8) + " MB peak" }
            if let ratio = ratio(name) { line += "   Foundation ÷ ours " + format(ratio, 0, decimals: 1) }
            lines.append(line)
        }
        for (name, label) in [
            ("foundation decode", "Foundation decode"), ("foundation encode", "Foundation encode"),
            ("foundation tree", "Foundation tree"), ("foundation codable decode", "JSONDecoder"),
            ("foundation codable encode", "JSONEncoder"),
        ] {
            guard let timing = timings[name] else { continue }
            var line = "  " + label.padded(18) + format(timing.median * 1e3, 10, decimals: 2) + " ms"
            if let peak = timing.peakMemoryMegabytes { line += format(peak, 8) + " MB peak" }
            lines.append(line)
        }
        return lines.joined(separator: "\n")
    }
}

extension String {
    /// The string, filled up with spaces.
    func padded(_ width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
