internal import PropertyLists

/// The bytes and the types of the shared strings of a file, each made once, when it is first asked for.
///
/// A group, an atom or a selector refers to a shared string by a byte or two, so that a hostile file can have as many
/// references to a long string as it has bytes. All of them get the same array.
final class SharedContents: Sendable {
    /// What one string holds.
    struct Content: Sendable {
        var bytes: [UInt8]
        /// The types that it stands for; none if it isn't a type string.
        var nodes: [TypeCodeNode]
    }

    /// The contents by the numbers of the strings; none as long as nothing was asked for.
    private let contents = Guarded<[Content?]>([])

    /// The content of a string.
    ///
    /// - Parameters:
    ///   - number: Its number.
    ///   - count: How many strings there are.
    ///   - make: Makes the content the first time.
    func content(of number: Int, among count: Int, _ make: () -> Content) -> Content {
        contents.withValue { contents in
            if contents.isEmpty { contents = Array(repeating: nil, count: count) }
            if let known = contents[number] { return known }
            let content = make()
            contents[number] = content
            return content
        }
    }
}
