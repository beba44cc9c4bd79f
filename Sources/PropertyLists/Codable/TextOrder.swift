#if !hasFeature(Embedded)

/// Texts in an order that their bytes decide.
///
/// Each text is represented by 16 of its bytes as two numbers, which decide nearly always which of two comes first, so
/// that the texts themselves are seldom looked at again.
package enum TextOrder {
    /// A text by its number.
    package struct Item: BitwiseCopyable {
        fileprivate let first: UInt64
        fileprivate let second: UInt64
        package let number: Int
    }

    /// The numbers of texts in their order.
    ///
    /// - Parameters:
    ///   - text: The text with a number.
    ///   - rank: The byte that takes a byte's place in the order; that of a byte above 0 is above 0.
    ///   - precedes: Whether one text comes before another whose 16 bytes are the same.
    @inline(__always)
    static func sorted(
        _ numbers: Range<Int>,
        text: (Int) -> String,
        rank: (UInt8) -> UInt8,
        precedes: (String, String) -> Bool
    ) -> [Item] {
        var items: [Item] = []
        items.reserveCapacity(numbers.count)
        for number in numbers { items.append(Item(text(number), number, from: 0, rank)) }
        sort(&items, text, precedes)
        return items
    }

    /// The numbers of texts in the order of their UTF-8 bytes; nil if one doesn't begin with a prefix.
    ///
    /// What decides are the bytes after the prefix.
    static func sorted(_ count: Int, after prefix: [UInt8], text: (Int) -> String) -> [Item]? {
        var items: [Item] = []
        items.reserveCapacity(count)
        for number in 0..<count {
            let text = text(number)
            guard prefix.isEmpty || text.utf8.starts(with: prefix) else { return nil }
            items.append(Item(text, number, from: prefix.count) { $0 })
        }
        sort(&items, text) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return items
    }

    @inline(__always)
    private static func sort(
        _ items: inout [Item],
        _ text: (Int) -> String,
        _ precedes: (String, String) -> Bool
    ) {
        items.sort { left, right in
            if left.first != right.first { return left.first < right.first }
            if left.second != right.second { return left.second < right.second }
            return precedes(text(left.number), text(right.number))
        }
    }
}

extension TextOrder.Item {
    /// The 16 bytes of a text from a position on as two numbers that compare as the bytes do; zeros follow its end.
    @inline(__always)
    fileprivate init(_ text: String, _ number: Int, from start: Int, _ rank: (UInt8) -> UInt8) {
        var text = text
        let words = text.withUTF8 { text in
            var words: (UInt64, UInt64) = (0, 0)
            var shift: UInt64 = 128
            for position in start..<max(start, min(start &+ 16, text.count)) {
                let value = unsafe UInt64(rank(text[position]))
                shift &-= 8
                if shift >= 64 { words.0 |= value &<< (shift &- 64) } else { words.1 |= value &<< shift }
            }
            return words
        }
        self.init(first: words.0, second: words.1, number: number)
    }
}

#endif
