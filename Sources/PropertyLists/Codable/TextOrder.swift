#if !hasFeature(Embedded)

/// Texts in an order that their bytes decide.
///
/// Each text is represented by 16 of its bytes as two numbers, which decide nearly always which of two comes first.
/// If these are equal, the next 16 bytes decide. All orders share one copy of the library's method, which compares
/// numbers.
package enum TextOrder {
    /// A text by its number, with 16 of its bytes.
    package struct Item: BitwiseCopyable {
        fileprivate var first: UInt64 = 0
        fileprivate var second: UInt64 = 0
        /// How many bytes these are; zeros follow.
        fileprivate var length = 0
        package let number: Int
    }

    /// The numbers of texts in their order.
    ///
    /// - Parameters:
    ///   - text: The text with a number.
    ///   - rank: The byte that takes a byte's place in the order; that of a byte above 0 is above 0.
    @inline(__always)
    static func sorted(_ numbers: Range<Int>, text: (Int) -> String, rank: (UInt8) -> UInt8) -> [Item] {
        sorted(numbers) { Item(text($0), $0, from: $1, rank) }
    }

    /// The numbers of texts in the order of their UTF-8 bytes; nil if one doesn't begin with a prefix.
    ///
    /// Only the bytes after the prefix are compared.
    static func sorted(_ count: Int, after prefix: [UInt8], text: (Int) -> String) -> [Item]? {
        if !prefix.isEmpty {
            for number in 0..<count where !text(number).utf8.starts(with: prefix) { return nil }
        }
        return sorted(0..<count) { Item(text($0), $0, from: prefix.count + $1) { $0 } }
    }

    /// Numbers in the order of bytes.
    static func sorted(_ bytes: [[UInt8]]) -> [Item] {
        sorted(bytes.indices) { number, offset in
            var item = Item(number: number)
            for byte in bytes[number].dropFirst(offset).prefix(16) { item.append(byte) }
            return item
        }
    }

    /// Numbers in the order of ranks; those of one rank keep their order.
    static func sorted(ranks: [UInt32]) -> [Item] {
        sorted(ranks.indices) { number, _ in
            Item(first: UInt64(ranks[number]), second: UInt64(number), number: number)
        }
    }

    /// Sorts numbers by the texts that they refer to, comparing 16 bytes at a time.
    ///
    /// - Parameter item: The 16 bytes of a number from an offset on.
    @inline(__always)
    private static func sorted(_ numbers: Range<Int>, item: (_ number: Int, _ offset: Int) -> Item) -> [Item] {
        var items: [Item] = []
        items.reserveCapacity(numbers.count)
        for number in numbers { items.append(item(number, 0)) }
        var runs: [(range: Range<Int>, offset: Int)] = []
        sort(&items, items.indices, 0, &runs)
        while let (range, offset) = runs.popLast() {
            for position in range { items[position] = item(items[position].number, offset) }
            sort(&items, range, offset, &runs)
        }
        return items
    }

    /// Sorts items by their bytes, and lists those that the bytes after these may decide.
    @inline(never)
    private static func sort(
        _ items: inout [Item],
        _ range: Range<Int>,
        _ offset: Int,
        _ runs: inout [(range: Range<Int>, offset: Int)]
    ) {
        items[range].sort { left, right in
            if left.first != right.first { return left.first < right.first }
            if left.second != right.second { return left.second < right.second }
            return left.length < right.length
        }
        var start = range.lowerBound
        for end in range.lowerBound...range.upperBound {
            if end < range.upperBound, items[end].isSame(as: items[start]) { continue }
            // Where there are fewer bytes, the texts end: they are equal.
            if end - start > 1, items[start].length == 16 { runs.append((start..<end, offset + 16)) }
            start = end
        }
    }
}

extension TextOrder.Item {
    /// The 16 bytes of a text from a position on as two numbers that compare as the bytes do; zeros follow its end.
    @inline(__always)
    fileprivate init(_ text: String, _ number: Int, from start: Int, _ rank: (UInt8) -> UInt8) {
        var text = text
        self = text.withUTF8 { text in
            var item = TextOrder.Item(number: number)
            for position in start..<max(start, min(start &+ 16, text.count)) {
                unsafe item.append(rank(text[position]))
            }
            return item
        }
    }

    @inline(__always)
    fileprivate func isSame(as other: Self) -> Bool {
        first == other.first && second == other.second && length == other.length
    }

    @inline(__always)
    fileprivate mutating func append(_ byte: UInt8) {
        let value = UInt64(byte)
        if length < 8 {
            first |= value &<< UInt64(56 &- 8 &* length)
        } else {
            second |= value &<< UInt64(120 &- 8 &* length)
        }
        length &+= 1
    }
}

#endif
