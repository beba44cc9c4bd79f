/// What was measured of one workload.
struct WorkloadResult: Codable {
    var name: String
    var summary: String
    var size: Int
    var bytes: Int
    var timings: [String: Timing] = [:]

    /// How many times as long one operation took as another in the same round.
    ///
    /// - Returns: Nil if one of them wasn't run.
    func ratio(_ operation: String, to other: String) -> Spread? {
        guard let first = timings[operation]?.seconds, let second = timings[other]?.seconds, !first.isEmpty,
            first.count == second.count
        else { return nil }
        return Spread(of: zip(first, second).map { $0 / $1 })
    }

    /// The result as a table: medians of the rounds, with the range in which all lie.
    var text: String {
        var lines = ["\(name)  \(summary), \(size) units, archive of \(bytes) bytes"]
        for name in [
            "decode", "encode", "direct", "two-phase decode", "generic", "tree", "write", "rewrite", "xml tree",
            "xml write", "decode Foundation's file", "encode with a delegate", "decode with a delegate",
            "codable decode", "codable encode",
            "codable object decode", "codable object encode",
        ] {
            guard let timing = timings[name] else { continue }
            var line = "  " + name.padded(24) + time(timing)
            if let ratio = ratio("foundation \(name)", to: name) {
                line += "   Foundation ÷ ours " + ratio.text(0, decimals: 1)
            }
            if name.hasSuffix("decode"), let ratio = ratio(name, to: "direct") {
                line += "   ÷ direct " + ratio.text(0, decimals: 2)
            }
            lines.append(line)
        }
        for (name, label) in [
            ("foundation decode", "Foundation decode"), ("foundation encode", "Foundation encode"),
            ("foundation tree", "Foundation tree"), ("foundation codable decode", "JSONDecoder"),
            ("foundation codable encode", "JSONEncoder"),
        ] {
            guard let timing = timings[name] else { continue }
            lines.append("  " + label.padded(24) + time(timing))
        }
        return lines.joined(separator: "\n")
    }

    private func time(_ timing: Timing) -> String {
        let milliseconds = Spread(of: timing.seconds.map { $0 * 1e3 }).text(10, decimals: 2).padded(30) + " ms"
        let peak = timing.peakMemoryMegabytes.map { format($0, 8) + " MB peak" } ?? ""
        return milliseconds + format(timing.median * 1e9 / Double(size), 10) + " ns a unit" + peak
    }
}

extension String {
    /// The string, filled up with spaces.
    func padded(_ width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
