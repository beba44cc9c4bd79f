/// A binary property list made by hand, so that a test can break exactly one part of it.
///
///     bplist00            header
///     D1 01 02            object 0: { object 1: object 2 }
///     51 61               object 1: "a"
///     10 07               object 2: 7
///     08 0B 0D            offset table
///     00 00 00 00 00 00 01 01  0…03  0…00  0…0F    trailer
package struct HandmadeList: Sendable {
    package var header = Array("bplist00".utf8)
    /// The objects, marker and all, in the order of the offset table.
    package var objects: [[UInt8]]
    package var gapBeforeTable: [UInt8] = []
    package var offsetSize: UInt8 = 1
    package var gapBeforeTrailer: [UInt8] = []
    package var unused: [UInt8] = [0, 0, 0, 0, 0, 0]
    package var referenceSize: UInt8 = 1
    package var topObject: UInt64 = 0

    /// What the offset table says instead of the truth, by object.
    package var claimedOffsets: [Int: UInt64] = [:]
    /// What the trailer says instead of the truth.
    package var claimedCount: UInt64?
    package var claimedOffsetSize: UInt8?
    package var claimedTable: UInt64?

    package init(_ objects: [UInt8]...) {
        self.objects = objects
    }

    package init(objects: [[UInt8]]) {
        self.objects = objects
    }

    /// Where an object lies.
    package func position(of index: Int) -> Int {
        objects[..<index].reduce(header.count) { $0 + $1.count }
    }

    /// Where the offset table lies.
    package var table: Int { position(of: objects.count) + gapBeforeTable.count }

    /// Where the trailer lies.
    package var trailer: Int { table + objects.count * Int(offsetSize) + gapBeforeTrailer.count }

    package var bytes: [UInt8] {
        var bytes = header
        for object in objects { bytes += object }
        bytes += gapBeforeTable
        var position = header.count
        for (index, object) in objects.enumerated() {
            bytes.appendBigEndian(claimedOffsets[index] ?? UInt64(position), width: Int(offsetSize))
            position += object.count
        }
        bytes += gapBeforeTrailer + unused + [claimedOffsetSize ?? offsetSize, referenceSize]
        bytes += bigEndian(claimedCount ?? UInt64(objects.count), 8)
        bytes += bigEndian(topObject, 8)
        bytes += bigEndian(claimedTable ?? UInt64(table), 8)
        return bytes
    }

    package func spoiled(_ change: (inout HandmadeList) -> Void) -> HandmadeList {
        var copy = self
        change(&copy)
        return copy
    }
}

extension [UInt8] {
    /// Adds the lowest bytes of a number, the most significant first.
    package mutating func appendBigEndian(_ value: UInt64, width: Int) {
        for shift in (0..<width).reversed() {
            append(shift < 8 ? UInt8(truncatingIfNeeded: value >> (8 * UInt64(shift))) : 0)
        }
    }
}

/// The big-endian bytes of a number.
package func bigEndian(_ value: UInt64, _ width: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendBigEndian(value, width: width)
    return bytes
}

/// A marker with a count: in its lower half, or from 15 on in an integer of `countWidth` bytes after it.
package func marker(_ kind: UInt8, count: Int, countWidth: Int = 4) -> [UInt8] {
    if count < 15 { return [kind | UInt8(count)] }
    return [kind | 0x0F, 0x10 | UInt8(countWidth.trailingZeroBitCount)] + bigEndian(UInt64(count), countWidth)
}

/// An object that holds references.
package func container(_ kind: UInt8, _ references: [Int], width: Int = 1) -> [UInt8] {
    let count = kind == 0xD0 ? references.count / 2 : references.count
    return marker(kind, count: count) + references.flatMap { bigEndian(UInt64($0), width) }
}
