extension PropertyList: CustomStringConvertible {
    /// The value in one line: `["name": "Ada", "tags": [1, 2.5, #3]]`.
    ///
    /// For people to read, not for programs: kinds that look alike, such as the two widths of reals, are not
    /// distinguished.
    ///
    /// - Complexity: O(*n*); no recursion.
    public var description: String { text(limit: nil) }

    /// The beginning of the value in one line, for the debugger and for the descriptions of values that hold it.
    ///
    /// - Parameter limit: After how many bytes it ends, with an ellipsis; long texts are shortened before.
    /// - Complexity: O(1).
    package func shortDescription(limit: Int = 200) -> String { text(limit: limit) }

    private func text(limit: Int?) -> String {
        var text = ""
        var pending = [Piece.value(self)]
        while let piece = pending.popLast() {
            if let limit, text.utf8.count >= limit { return text + "…" }
            switch piece {
            case .text(let fixed): text += fixed
            case .value(let value):
                switch value {
                case .array(let array), .orderedSet(let array), .set(let array):
                    text += value.opening
                    pending.append(.text("]"))
                    Self.append(array.prefix(limit ?? .max), to: &pending)
                case .dictionary(let dictionary):
                    text += value.opening
                    pending.append(.text("]"))
                    Self.append(dictionary.prefix(limit ?? .max), to: &pending)
                case .string(let string) where limit != nil:
                    let beginning = string.string ?? String(decoding: string.utf16.prefix(128), as: UTF16.self)
                    text += beginning.quotedForDisplay
                default: text += value.scalarDescription
                }
            }
        }
        return text
    }

    /// A part that is still to be written.
    private enum Piece {
        case value(PropertyList)
        case text(String)
    }

    private static func append(_ elements: Slice<PropertyListArray>, to pending: inout [Piece]) {
        for (position, element) in elements.enumerated().reversed() {
            pending.append(.value(element))
            if position > 0 { pending.append(.text(", ")) }
        }
    }

    private static func append(_ dictionary: Slice<PropertyListDictionary>, to pending: inout [Piece]) {
        if dictionary.isEmpty { pending.append(.text(":")) }
        for (position, entry) in dictionary.enumerated().reversed() {
            pending += [.value(entry.value), .text(": "), .value(entry.key)]
            if position > 0 { pending.append(.text(", ")) }
        }
    }

    private var opening: String {
        switch self {
        case .set: "set ["
        case .orderedSet: "ordered set ["
        default: "["
        }
    }

    private var scalarDescription: String {
        switch self {
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .unsignedInteger(let value): "\(value)"
        case .integer128(let value): "\(value)"
        case .float(let value): "\(value)"
        case .double(let value): "\(value)"
        case .date(let seconds): "date \(DateText.shown(seconds))"
        case .data(let bytes): bytes.count.counted("byte")
        case .string(let string): string.repaired.debugDescription
        case .uid(let uid): "\(uid)"
        default: kind
        }
    }
}

extension PropertyList: CustomDebugStringConvertible {
    /// The value in one line or, if that is long, its beginning.
    public var debugDescription: String { shortDescription(limit: 1_000) }
}

extension PropertyListArray: CustomStringConvertible {
    /// The elements in one line or, if that is long, the first of them.
    public var description: String { PropertyList.array(self).shortDescription(limit: 1_000) }
}

extension PropertyListDictionary: CustomStringConvertible {
    /// The entries in one line or, if that is long, the first of them.
    public var description: String { PropertyList.dictionary(self).shortDescription(limit: 1_000) }
}
