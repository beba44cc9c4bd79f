/// Texts as bytes that lie one after the other, as an archive holds them, to build objects from directly.
///
/// Making a string from a part of it takes the memory of the string and no other.
struct TextStore {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    init(_ texts: some Sequence<String>) {
        for text in texts {
            bytes.append(contentsOf: text.utf8)
            ends.append(bytes.count)
        }
    }

    subscript(index: Int) -> String {
        String(decoding: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]], as: UTF8.self)
    }
}
