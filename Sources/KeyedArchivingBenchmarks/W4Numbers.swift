import Foundation
import KeyedArchiving

/// An array of numbers, alternating 64-bit integers and reals.
struct W4Numbers: Workload {
    static let name = "W4"
    static let summary = "array of numbers"
    static let defaultSize = 1_000_000

    let size: Int
    let numbers: [any Codingable]
    var foundationNumbers = NSArray()

    init(size: Int) {
        self.size = size
        var numbers: [any Codingable] = []
        for index in 0..<size {
            if index.isMultiple(of: 2) {
                numbers.append(Int64(index) * 7919 % 5_000_000_000)
            } else {
                numbers.append(Double(index) * 1.000_1)
            }
        }
        self.numbers = numbers
    }

    func encode() throws -> [UInt8] {
        try KeyedArchiver.archivedBytes(withRootObject: ObjectArray(numbers))
    }

    func decode(_ bytes: [UInt8]) throws -> Int {
        try KeyedUnarchiver.unarchivedObject(of: ObjectArray.self, from: bytes)?.elements.count ?? 0
    }

    mutating func prepareFoundation() {
        foundationNumbers =
            numbers.map { number -> NSNumber in
                if let integer = number as? Int64 { return NSNumber(value: integer) }
                return NSNumber(value: number as? Double ?? 0)
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
