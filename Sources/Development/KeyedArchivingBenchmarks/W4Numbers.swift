import Foundation
import KeyedArchiving

/// An array of numbers, alternating 64-bit integers and reals.
struct W4Numbers: Workload {
    static let name = "W4"
    static let summary = "array of numbers"
    static let defaultSize = 1_000_000

    let size: Int
    let numbers: [ArchivedNumber]
    var foundationNumbers = NSArray()

    init(size: Int) {
        self.size = size
        var numbers: [ArchivedNumber] = []
        for index in 0..<size {
            if index.isMultiple(of: 2) {
                numbers.append(.integer(Int64(index) * 7919 % 5_000_000_000))
            } else {
                numbers.append(.double(Double(index) * 1.000_1))
            }
        }
        self.numbers = numbers
    }

    func encode() throws -> [UInt8] {
        try KeyedArchiver.archivedBytes(withRootObject: numbers)
    }

    func decode(_ bytes: [UInt8]) throws -> Int {
        try KeyedUnarchiver.unarchivedObject(of: [ArchivedNumber].self, from: bytes)?.count ?? 0
    }

    mutating func prepareFoundation() {
        foundationNumbers =
            numbers.map { number -> NSNumber in
                if case .integer(let value) = number { return NSNumber(value: value) }
                return NSNumber(value: number.doubleValue)
            } as NSArray
    }

    func foundationEncode() throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: foundationNumbers, requiringSecureCoding: false)
    }

    func foundationDecode(_ data: Data) throws -> Int {
        let classes: [AnyClass] = [NSArray.self, NSNumber.self]
        return (try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) as? NSArray)?.count ?? 0
    }
}
