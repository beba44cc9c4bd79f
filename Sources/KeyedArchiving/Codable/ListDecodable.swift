internal import PropertyLists

/// A list, which is decoded element by element.
///
/// The standard library asks a container for each element, and the container makes a decoder for each. Here one decoder
/// goes from element to element, unless somebody keeps it.
protocol ListDecodable {
    /// Decodes the elements.
    static func decode(_ elements: GraphElements, by decoder: GraphDecoder) throws -> Self
}

extension Array: ListDecodable where Element: Decodable {
    static func decode(_ elements: GraphElements, by decoder: GraphDecoder) throws -> Self {
        try decoder.decodeElements(elements, as: Element.self)
    }
}

extension GraphDecoder {
    /// Decodes a list.
    func decodeList(_ type: any ListDecodable.Type) throws -> any ListDecodable {
        try entering(type) { try type.decode(try openElements(), by: self) }
    }

    fileprivate func decodeElements<Element: Decodable>(
        _ elements: GraphElements,
        as type: Element.Type
    ) throws -> [Element] {
        var list: [Element] = []
        let facts = source.facts(of: type)
        guard facts.isPlain, !facts.isCommon else {
            for position in 0..<elements.count {
                list.append(try decode(type, try element(position, of: elements), .position(position)))
            }
            return list
        }
        guard elements.count > 0 else { return list }
        var decoder = GraphDecoder(try element(0, of: elements), in: self, .position(0))
        list.append(try decoder.initialize(type))
        for position in 1..<elements.count {
            let value = try element(position, of: elements)
            if isKnownUniquelyReferenced(&decoder) {
                decoder.move(to: value, at: position)
            } else {
                decoder = GraphDecoder(value, in: self, .position(position))
            }
            list.append(try decoder.initialize(type))
        }
        return list
    }
}
