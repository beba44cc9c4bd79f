#if !hasFeature(Embedded)

/// A list, which is decoded element by element.
///
/// The standard library asks a container for each element, and the container makes a decoder for each. Here one decoder
/// goes from element to element, unless somebody keeps it.
protocol ListDecodable {
    /// The kind of the list's elements.
    static var elementKind: ElementKind { get }

    /// Decodes the elements.
    static func decode(_ elements: TreeElements, by decoder: TreeDecoder) throws -> Self
}

extension Array: ListDecodable where Element: Decodable {
    static var elementKind: ElementKind { ElementKind(Element.self) }

    static func decode(_ elements: TreeElements, by decoder: TreeDecoder) throws -> Self {
        try decoder.decodeElements(elements, as: Element.self)
    }
}

extension Set: ListDecodable where Element: Decodable {
    static var elementKind: ElementKind { ElementKind(Element.self) }

    static func decode(_ elements: TreeElements, by decoder: TreeDecoder) throws -> Self {
        Set(try decoder.decodeElements(elements, as: Element.self))
    }
}

/// Any dictionary.
private protocol DecodableDictionary {}

extension Dictionary: DecodableDictionary where Key: Decodable, Value: Decodable {}

/// The kinds of elements that a list can take from values that are no collections.
package enum ElementKind {
    /// Bytes, of data or of a UUID.
    case byte
    /// The bytes of data, for the type that is data itself: it takes them from no collection.
    case data
    /// Integers, the indexes of an index set or an index path.
    case integer
    /// Reals or lists of reals, the numbers of a point, a size or a rectangle.
    case real
    /// The same numbers for a type that is a point, a size or a rectangle itself: it takes them from a text, too.
    case geometry
    /// Keys and values in turn, of a dictionary whose keys are neither texts nor integers.
    case entry
    case other

    /// The kind of a type of elements.
    init(_ type: any Decodable.Type) {
        if type == UInt8.self {
            self = .byte
        } else if type is any FixedWidthInteger.Type {
            self = .integer
        } else if type is any BinaryFloatingPoint.Type || (type as? any ListDecodable.Type)?.elementKind == .real {
            self = .real
        } else {
            self = .other
        }
    }

    /// Creates the kind of elements that a type takes from an unkeyed container besides those of collections: a
    /// dictionary takes its entries, and one of Foundation's types its components.
    init(ofPartsOf type: any Decodable.Type) {
        if type is any DecodableDictionary.Type {
            self = .entry
            return
        }
        // `Foundation.Data` or `FoundationEssentials.Data`; `Foundation.CGPoint` or `__C.CGPoint`.
        let name = _typeName(type, qualified: true)
        guard let dot = name.lastIndex(of: ".") else {
            self = .other
            return
        }
        let isFoundation = ["Foundation", "FoundationEssentials", "CoreGraphics", "__C"].contains(name[..<dot])
        switch name[name.index(after: dot)...] {
        case "Data" where isFoundation: self = .data
        case "CGPoint" where isFoundation, "CGSize" where isFoundation, "CGRect" where isFoundation: self = .geometry
        default: self = .other
        }
    }
}

extension TreeDecoder {
    /// Decodes a list.
    func decodeList(_ type: any ListDecodable.Type) throws -> any ListDecodable {
        try entering(type) { try type.decode(try openElements(as: type.elementKind), by: self) }
    }

    fileprivate func decodeElements<Element: Decodable>(
        _ elements: TreeElements,
        as type: Element.Type
    ) throws -> [Element] {
        var list: [Element] = []
        let facts = session.facts(of: type, for: source)
        guard facts.isPlain, !facts.isCommon else {
            for position in 0..<elements.count {
                list.append(try decode(type, try element(position, of: elements), .position(position)))
            }
            return list
        }
        guard elements.count > 0 else { return list }
        var decoder = TreeDecoder(try element(0, of: elements), in: self, .position(0))
        for position in 0..<elements.count {
            if position > 0 {
                let value = try element(position, of: elements)
                if isKnownUniquelyReferenced(&decoder) {
                    decoder.move(to: value, at: position)
                } else {
                    decoder = TreeDecoder(value, in: self, .position(position))
                }
            }
            list.append(try decoder.initialize(type))
        }
        return list
    }
}

/// A dictionary with strings as keys, which is decoded entry by entry.
///
/// The standard library asks for all keys first and then looks each of them up.
protocol StringKeyedDecodable {
    /// Decodes the entries.
    static func decode(_ entries: BinaryFields, by decoder: TreeDecoder) throws -> Self
}

extension Dictionary: StringKeyedDecodable where Key == String, Value: Decodable {
    static func decode(_ entries: BinaryFields, by decoder: TreeDecoder) throws -> Self {
        try decoder.decodeEntries(entries, as: Value.self)
    }
}

extension TreeDecoder {
    /// Decodes a dictionary whose entries are stored as two lists; nil if this is anything else.
    func decodeDictionary(_ type: any StringKeyedDecodable.Type) throws -> (any StringKeyedDecodable)? {
        let entries = try checked { () throws(ArchiveError) in try source.listedEntries(of: value) }
        guard let entries else { return nil }
        return try entering(type) { try type.decode(entries, by: self) }
    }

    /// Decodes the entries of a dictionary.
    @_specialize(where Value == String)
    fileprivate func decodeEntries<Value: Decodable>(
        _ entries: BinaryFields,
        as type: Value.Type
    ) throws -> [String: Value] {
        try checked { () throws(ArchiveError) in
            let size = 3 * MemoryLayout<(String, Value)>.stride
            try source.chargeElements(entries.count, of: size)
        }
        var result: [String: Value] = [:]
        result.reserveCapacity(entries.count)
        for position in entries.positions {
            let entry = try entry(position, of: entries)
            let value = try decode(type, entry.value, .key(EntryKey(entry.key, at: position)))
            guard let other = result.updateValue(value, forKey: entry.key) else { continue }
            let counts = try checked { () throws(ArchiveError) in
                try source.counts(position, of: entries, afterEqual: entry.key)
            }
            if !counts { result[entry.key] = other }
        }
        return result
    }

    /// The key and the value at a position.
    @inline(__always)
    func entry(_ position: FieldPosition, of entries: BinaryFields) throws -> (key: String, value: TreePlace) {
        try checked { () throws(ArchiveError) in try source.entry(position, of: entries) }
    }
}

#endif
