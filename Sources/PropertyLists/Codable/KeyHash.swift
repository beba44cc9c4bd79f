#if !hasFeature(Embedded)

/// The order in which Apple's archiver leaves the keys of a dictionary.
///
/// A dictionary is written in the order of its hash buckets. The hash function, the table sizes and the growth are read
/// off tens of thousands of archives: given the order in which keys are put in, the order in which they come out
/// follows exactly (39,180 of 39,286 dictionaries of current systems).
package enum KeyHash {
    /// The hash of a key, over its UTF-16 code units.
    package static func hash(_ key: String) -> UInt64 {
        // Of ASCII the bytes are the units.
        let known = unsafe key.utf8.withContiguousStorageIfAvailable { unsafe hashOfASCII($0) }
        if let hash = known ?? nil { return hash }
        let units = Array(key.utf16)
        return hash(count: units.count) { UInt32(units[$0]) }
    }

    /// The hash of a key of ASCII characters; nil for others.
    @inline(__always)
    private static func hashOfASCII(_ utf8: UnsafeBufferPointer<UInt8>) -> UInt64? {
        var bits: UInt8 = 0
        for position in 0..<utf8.count { unsafe bits |= utf8[position] }
        return bits < 0x80 ? hash(count: utf8.count) { unsafe UInt32(utf8[$0]) } : nil
    }

    /// The hash of a number of units.
    @inline(__always)
    private static func hash(count: Int, _ unit: (Int) -> UInt32) -> UInt64 {
        var result = UInt64(count)
        if count <= 96 {
            add(0..<count, unit, to: &result)
        } else {
            // Of a long key only the first, the middle and the last 32 units count.
            let middle = count / 2 - 16
            add(0..<32, unit, to: &result)
            add(middle..<middle + 32, unit, to: &result)
            add(count - 32..<count, unit, to: &result)
        }
        return result &+ result &<< UInt64(count % 32)
    }

    /// Adds units four at a time, and the last one to three singly.
    @inline(__always)
    private static func add(_ range: Range<Int>, _ unit: (Int) -> UInt32, to result: inout UInt64) {
        var position = range.lowerBound
        while range.upperBound - position >= 4 {
            var group: UInt32 = 0
            for place in position..<position + 4 { group = group &* 257 &+ unit(place) }
            result = result &* 67_503_105 &+ UInt64(group)
            position += 4
        }
        while position < range.upperBound {
            result = result &* 257 &+ UInt64(unit(position))
            position += 1
        }
    }
}

#endif
