#if !hasFeature(Embedded)

/// The text `$null`, which stands for nil where a property list has no value for it: as an entry of an archive, and in
/// property lists that `Codable` types encode.
package enum NullText {
    /// The text.
    package static var text: String { "$null" }
}

extension BinaryPropertyListReader {
    /// Whether the ASCII at a range of the input is `$null`.
    @inlinable
    @inline(__always)
    package func isNullText(_ range: Range<Int>) -> Bool {
        range.count == 5 && integer(at: range.lowerBound, width: 5) == 0x24_6E75_6C6C
    }

    /// Whether the object at an index is the string `$null`.
    package func isNullText(at index: ObjectIndex) throws(ArchiveError) -> Bool {
        try isString(at: index, NullText.text)
    }
}

extension String {
    /// Whether the text is `$null`.
    package var isNullText: Bool { utf8.count == 5 && self == NullText.text }
}

extension PropertyListString {
    /// Whether the text is `$null`.
    package var isNullText: Bool { isIdentical(to: NullText.text) }
}

extension PropertyList {
    /// Whether this is the text `$null`.
    package var isNullText: Bool { stringValue?.isNullText == true }

    /// `$null`, for which a property list has no value.
    package static let nilText = PropertyList.string(PropertyListString(NullText.text))
}

#endif
