import Foundation
import KeyedArchiving

/// An archive of ten persons, encoded and decoded many times.
struct W6Latency: Workload {
    static let name = "W6"
    static let summary = "ten persons, many times"
    static let defaultSize = 10_000

    let size: Int
    var persons = W1Persons(size: 10)

    init(size: Int) {
        self.size = size
    }

    func encode() throws -> [UInt8] {
        for _ in 1..<max(1, size) { _ = try persons.encode() }
        return try persons.encode()
    }

    func decode(_ bytes: [UInt8]) throws -> Int {
        for _ in 0..<size { _ = try persons.decode(bytes) }
        return size
    }

    func buildDirectly() -> Int {
        for _ in 0..<size { _ = persons.buildDirectly() }
        return size
    }

    mutating func prepareFoundation() {
        persons.prepareFoundation()
    }

    func foundationEncode() throws -> Data {
        for _ in 1..<max(1, size) { _ = try persons.foundationEncode() }
        return try persons.foundationEncode()
    }

    func foundationDecode(_ data: Data) throws -> Int {
        for _ in 0..<size { _ = try persons.foundationDecode(data) }
        return size
    }
}
