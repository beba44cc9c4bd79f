internal import PropertyLists

/// The text of entry 0, `$null`.
///
/// It stands for nil wherever an entry has it. Inline and in an object of a string class it is text, but for types that
/// are decoded by `Codable`, to which it is nil everywhere.
enum NullText {
    static var text: String { "$null" }
}

extension BinaryPropertyListReader {
    /// Whether the ASCII at a range of the input is `$null`.
    @inline(__always)
    func isNullText(_ range: Range<Int>) -> Bool {
        range.count == 5 && integer(at: range.lowerBound, width: 5) == 0x24_6E75_6C6C
    }

    /// Whether the object at an index is the string `$null`.
    func isNullText(at index: ObjectIndex) throws(ArchiveError) -> Bool {
        try isString(at: index, NullText.text)
    }
}

extension ArchiveIndex {
    /// Whether the object at an index is the string `$null`.
    func isNullText(_ index: ObjectIndex) -> Bool { isText(index, NullText.text) }
}

extension String {
    /// Whether the text is `$null`.
    var isNullText: Bool { utf8.count == 5 && self == NullText.text }
}

extension PropertyListString {
    /// Whether the text is `$null`.
    var isNullText: Bool { isIdentical(to: NullText.text) }
}

extension PropertyList {
    /// `$null`, for which a property list has no value.
    static let nilText = PropertyList.string(PropertyListString(NullText.text))
}

extension PackedString {
    /// `$null`.
    static var null: PackedString { PackedString(low: 0x6C_6C75_6E24, high: 6 &<< 24) }
}
