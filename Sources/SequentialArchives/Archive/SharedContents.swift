internal import PropertyLists

/// The bytes and the types of the long shared strings of a file, each made once.
///
/// A group, an atom or a selector refers to a shared string by a byte or two, so that a hostile file can have as many
/// references to a long string as it has bytes. All of them get the same array. Short strings are copied each time,
/// which costs little more; files have few others.
struct SharedContents: Sendable {
    /// The content of one string.
    struct Content: Sendable {
        var bytes: [UInt8]
        /// The types that it stands for; none if it isn't a type string.
        var nodes: [TypeCodeNode]
    }

    /// The content that was asked for last.
    struct Recent {
        let number: Int
        let content: Content
    }

    /// The number of bytes from which on a string is long.
    static let longLength = 33

    /// The contents of the long strings by their numbers.
    private var contents: [Int: Content] = [:]

    /// Makes the contents of the long strings of a file.
    init(of tables: borrowing SequentialTables, in bytes: [UInt8]) {
        for number in 0..<tables.strings.count where Int(tables.strings[number].count) >= Self.longLength {
            contents[number] = Self.content(of: number, tables, bytes)
        }
    }

    /// The content of a string.
    func content(of number: Int, _ tables: borrowing SequentialTables, _ bytes: [UInt8]) -> Content {
        if Int(tables.strings[number].count) >= Self.longLength, let known = contents[number] { return known }
        return Self.content(of: number, tables, bytes)
    }

    /// Never inlined: where a caller drops the result, Swift 6.3.1 frees the array before its bytes are copied into it.
    @inline(never)
    private static func content(of number: Int, _ tables: borrowing SequentialTables, _ bytes: [UInt8]) -> Content {
        let string = tables.strings[number]
        return Content(bytes: Array(bytes[string.range]), nodes: tables.parser.nodes.elements(string.nodes))
    }
}
