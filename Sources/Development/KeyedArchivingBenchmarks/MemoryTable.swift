import Foundation
import KeyedArchiving

/// How much memory decoding and encoding take beyond what was there before, at the peak.
///
/// Each operation runs once in a process whose free memory was given back, so that what it takes shows.
struct MemoryTable {
    let options: Options

    func print() throws {
        Swift.print(
            "memory in MB, at the peak; decoding: (input + taken) ÷ (input + objects); encoding: taken ÷ output")
        Swift.print("      archive   objects    decode  multiple    encode  multiple")
        for type in Runner.all where options.workloads.contains(type.name) { try print(type) }
    }

    private func print(_ type: (some Workload).Type) throws {
        guard PeakMemory.growth({}) != nil else { return Swift.print("the system does not report memory") }
        let workload = type.init(size: max(1, Int(Double(type.defaultSize) * options.scale)))
        let bytes = try workload.encode()
        let size = Double(bytes.count) / 1e6
        guard let objects = PeakMemory.growth({ _ = workload.buildDirectly() }),
            let decoding = try PeakMemory.growth({ _ = try workload.decode(bytes) }),
            let encoding = try PeakMemory.growth({ _ = try workload.encode() })
        else { return }
        let columns = [size, objects, decoding, (size + decoding) / (size + objects), encoding, encoding / size]
        Swift.print(type.name.padded(3) + columns.map { format($0, 10, decimals: 1) }.joined())
    }
}

extension PeakMemory {
    /// How much more memory the process held at the peak of a body than before it, in MB; nil where the system does not
    /// tell.
    static func growth(_ body: () throws -> Void) rethrows -> Double? {
        giveFreeMemoryBack()
        reset()
        guard let before = megabytes else { return nil }
        try body()
        return megabytes.map { $0 - before }
    }

    /// Has the allocator give back what is free, by the function that the C library of Linux has for it.
    private static func giveFreeMemoryBack() {
        guard let trim = dlsym(dlopen(nil, RTLD_NOW), "malloc_trim") else { return }
        typealias Trim = @convention(c) (Int) -> CInt
        _ = unsafeBitCast(trim, to: Trim.self)(0)
    }
}
