internal import PropertyLists

extension ArchiveIndex {
    /// Whether the object at an index is the string `$null`.
    func isNullText(_ index: ObjectIndex) -> Bool { isText(index, NullText.text) }
}

extension PackedString {
    /// `$null`.
    static var null: PackedString { PackedString(low: 0x6C_6C75_6E24, high: 6 &<< 24) }
}
