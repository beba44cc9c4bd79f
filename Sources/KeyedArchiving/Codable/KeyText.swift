/// The text of a key, with what is needed for comparing it.
struct KeyText {
    let text: String
    /// How many bytes of UTF-8 it has.
    let length: Int
    private let isASCII: Bool

    init(_ text: String) {
        self.text = text
        length = text.utf8.count
        isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    }

    /// Whether the text is the given one, character by character.
    ///
    /// Swift calls canonically equivalent strings equal; for ASCII of the same length that is exact.
    @inline(__always)
    func isText(_ other: String) -> Bool {
        text.isSameMemory(as: other)
            || length == other.utf8.count && text == other && (isASCII || text.utf8.elementsEqual(other.utf8))
    }
}
