import PropertyLists

/// What a long value is made of.
enum Content: String, CaseIterable {
    /// The value that was there, again and again.
    case repeated
    case spaces, digits, punctuation, wide
    case zeros, ones

    /// A long value in the place of a short one; nil where there is no such kind of content for its type.
    func lengthened(_ value: PropertyList, to size: Int) -> PropertyList? {
        switch (self, value) {
        case (.repeated, .string(let string)):
            let text = string.repaired.isEmpty ? "a" : string.repaired
            return PropertyList(text: String(repeating: text, count: size / text.utf8.count + 1))
        case (.spaces, .string(let string)):
            return PropertyList(text: string.repaired + String(repeating: " ", count: size))
        case (.digits, .string): return PropertyList(text: String(repeating: "1", count: size))
        case (.punctuation, .string): return PropertyList(text: String(repeating: "{1, ", count: size / 4))
        case (.wide, .string): return PropertyList(text: String(repeating: "\u{65E5}", count: size / 2))
        case (.repeated, .data(let data)):
            let bytes = data.isEmpty ? [1] : Array(data)
            return .data(Array(repeatElement(bytes, count: size / bytes.count + 1).joined().prefix(size)))
        case (.zeros, .data): return .data(Array(repeating: 0, count: size))
        case (.ones, .data): return .data((0..<size).map { $0 % 2 == 0 ? 1 : 2 })
        case (.repeated, .array(let array)) where !array.isEmpty:
            let elements = repeatElement(Array(array), count: size / array.count + 1).joined().prefix(size)
            return .array(PropertyListArray(Array(elements)))
        default: return nil
        }
    }
}
