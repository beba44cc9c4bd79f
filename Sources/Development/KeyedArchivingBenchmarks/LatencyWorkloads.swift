import Foundation
import KeyedArchiving

/// An archive of a few persons, encoded and decoded many times: what a coder costs before its first object counts.
protocol LatencyWorkload: Workload {
    /// How many persons are in the archive.
    static var personCount: Int { get }

    /// How many times.
    var size: Int { get }
    var persons: W1Persons { get set }
}

/// Ten persons.
struct W6Latency: LatencyWorkload {
    static let name = "W6"
    static let personCount = 10

    let size: Int
    var persons = W1Persons(size: personCount)

    init(size: Int) {
        self.size = size
    }
}

/// Two persons.
struct W9Latency: LatencyWorkload {
    static let name = "W9"
    static let personCount = 2

    let size: Int
    var persons = W1Persons(size: personCount)

    init(size: Int) {
        self.size = size
    }
}

extension LatencyWorkload {
    static var summary: String { "\(personCount) persons, many times" }
    static var defaultSize: Int { 10_000 }

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
