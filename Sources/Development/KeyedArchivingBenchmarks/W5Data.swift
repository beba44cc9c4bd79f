import Foundation
import KeyedArchiving
import RandomNumbers

/// An array of data values of 1 MiB of pseudo-random bytes.
struct W5Data: Workload {
    static let name = "W5"
    static let summary = "array of 1 MiB data values"
    static let defaultSize = 200

    let size: Int
    let buffers: [ArchivedData]
    var foundationBuffers = NSArray()

    init(size: Int) {
        self.size = size
        var generator = SplitMix64(seed: 5)
        buffers = (0..<size).map { _ in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(1 << 20)
            for _ in 0..<(1 << 17) {
                let word = generator.next()
                for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
            }
            return ArchivedData(bytes)
        }
    }

    func encode() throws -> [UInt8] {
        try KeyedArchiver.archivedBytes(withRootObject: buffers)
    }

    func decode(_ bytes: [UInt8]) throws -> Int {
        try KeyedUnarchiver.unarchivedObject(of: [ArchivedData].self, from: bytes)?.count ?? 0
    }

    func buildDirectly() -> Int {
        // An array of a whole slice would share its memory.
        buffers.map { ArchivedData($0.bytes.withUnsafeBufferPointer { unsafe Array($0) }) }.count
    }

    mutating func prepareFoundation() {
        foundationBuffers = buffers.map { Data($0.bytes) as NSData } as NSArray
    }

    func foundationEncode() throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: foundationBuffers, requiringSecureCoding: false)
    }

    func foundationDecode(_ data: Data) throws -> Int {
        let classes: [AnyClass] = [NSArray.self, NSData.self]
        return (try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) as? NSArray)?.count ?? 0
    }
}
