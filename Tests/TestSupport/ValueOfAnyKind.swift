/// A value of any kind, which is tried as one kind after the other, as a type for JSON does.
package struct ValueOfAnyKind: Decodable {
    package enum Kind: CaseIterable, Sendable { case boolean, number, text, list, dictionary, null }

    /// The order in which the kinds are tried.
    @TaskLocal package static var order = Kind.allCases

    package init(from decoder: any Decoder) throws {
        for kind in Self.order where Self.holds(kind, decoder) { return }
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no value"))
    }

    private static func holds(_ kind: Kind, _ decoder: any Decoder) -> Bool {
        switch kind {
        case .boolean: (try? Bool(from: decoder)) != nil
        case .number: (try? Double(from: decoder)) != nil
        case .text: (try? String(from: decoder)) != nil
        case .list: (try? [ValueOfAnyKind](from: decoder)) != nil
        case .dictionary: (try? [String: ValueOfAnyKind](from: decoder)) != nil
        case .null: (try? decoder.singleValueContainer().decodeNil()) == true
        }
    }
}
