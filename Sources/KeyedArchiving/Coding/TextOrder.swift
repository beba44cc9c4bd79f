/// Texts in an order that their bytes decide.
///
/// Each text is represented by 16 of its bytes as two numbers, which decide nearly always which of two comes first, so
/// that the texts themselves are seldom looked at again.
enum TextOrder {
    /// A text by its number.
    struct Item: BitwiseCopyable {
        fileprivate let first: UInt64
        fileprivate let second: UInt64
        let number: Int
    }

    /// The numbers of texts in their order.
    ///
    /// - Parameters:
    ///   - text: The text with a number.
    ///   - start: How many bytes are passed over, with which all of the texts begin.
    ///   - rank: The byte that takes a byte's place in the order; that of a byte above 0 is above 0.
    ///   - precedes: Whether one text comes before another whose 16 bytes are the same.
    @inline(__always)
    static func sorted(
        _ numbers: Range<Int>,
        text: (Int) -> String,
        from start: Int = 0,
        rank: (UInt8) -> UInt8 = { $0 },
        precedes: (String, String) -> Bool
    ) -> [Item] {
        var items: [Item] = []
        items.reserveCapacity(numbers.count)
        for number in numbers {
            let (first, second) = words(of: text(number), from: start, rank)
            items.append(Item(first: first, second: second, number: number))
        }
        items.sort { left, right in
            if left.first != right.first { return left.first < right.first }
            if left.second != right.second { return left.second < right.second }
            return precedes(text(left.number), text(right.number))
        }
        return items
    }

    /// The 16 bytes of a text from a position on as two numbers that compare as the bytes do; zeros follow its end.
    @inline(__always)
    private static func words(of text: String, from start: Int, _ rank: (UInt8) -> UInt8) -> (UInt64, UInt64) {
        var text = text
        return text.withUTF8 { text in
            var words: (UInt64, UInt64) = (0, 0)
            var shift: UInt64 = 128
            for position in start..<max(start, min(start &+ 16, text.count)) {
                let value = unsafe UInt64(rank(text[position]))
                shift &-= 8
                if shift >= 64 { words.0 |= value &<< (shift &- 64) } else { words.1 |= value &<< shift }
            }
            return words
        }
    }
}
