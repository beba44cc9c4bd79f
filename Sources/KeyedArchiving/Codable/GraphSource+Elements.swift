package import PropertyLists

// Unkeyed containers: elements of collections; components of geometry, index sets and data.

extension GraphSource {
    /// The unkeyed container that a value is: an array or a set; nil if it is something else.
    @inline(__always)
    func elements(of value: GraphValue) throws(ArchiveError) -> GraphElements? {
        guard case .entry(let uid) = value, let stored = try unarchiver.state.storedObject(at: uid) else {
            return try elementsOfOther(value)
        }
        switch family(ofClass: stored.classIndex) {
        case .array, .set, .orderedSet:
            try unarchiver.state.charge(for: stored)
            guard let list = try unarchiver.state.listedElements(of: stored) else {
                return try elementsOfContent(value)
            }
            try unarchiver.state.chargeElements(list.count)
            return .stored(list)
        case .countedSet, .hashTable:
            try unarchiver.state.charge(for: stored)
            return try elementsOfContent(value)
        default: return nil
        }
    }

    /// The elements of a collection whose fields don't list them.
    @inline(never)
    private func elementsOfContent(_ value: GraphValue) throws(ArchiveError) -> GraphElements? {
        switch try content(of: value) {
        case .list(let elements), .set(let elements): return try made(elements)
        case .countedSet(let members): return try made(members.map(\.element))
        default:
            try checkIsEmpty(value)
            return elements([])
        }
    }

    /// Checks that a collection without readable contents has no list at all, and so is empty.
    func checkIsEmpty(_ value: GraphValue) throws(ArchiveError) {
        guard let stored = try storedObject(of: value) else { return }
        do throws(CollectionDamage) {
            if try index.layout(of: stored.fields, family(ofClass: stored.classIndex)) != nil { throw .unreadable }
        } catch {
            throw error.error
        }
    }

    /// The elements of a value that isn't an object.
    @inline(never)
    private func elementsOfOther(_ value: GraphValue) throws(ArchiveError) -> GraphElements? {
        guard let index = index(of: value) else {
            guard case .made(let index) = value, case .array(let elements) = madeValues[index] else { return nil }
            return try made(elements.elements)
        }
        let header = try unarchiver.state.header(at: index)
        switch header.kind {
        case .array, .set, .orderedSet:
            try unarchiver.state.chargeElements(header.count)
            return .stored(header.references)
        default: return nil
        }
    }

    /// The elements of a value that is no collection, for a list whose elements it is made of: bytes of data for a
    /// list of bytes, indexes for one of integers, numbers of a point or a rectangle for one of reals.
    ///
    /// They depend on the type that is asked for, so that a type that tries one shape after the other isn't given a
    /// list of numbers for a text or for data.
    @inline(never)
    func parts(of value: GraphValue, as type: ElementKind) throws(ArchiveError) -> GraphElements? {
        switch type {
        case .byte:
            guard let bytes = try bytes(value) else { return try parts(of: value, as: .integer) }
            return try self.bytes(bytes)
        case .data:
            if case .uuid = try content(of: value) { return nil }
            guard let bytes = try bytes(value) else { return nil }
            return try self.bytes(bytes)
        case .integer:
            switch try content(of: value) {
            case .indexSet(let ranges): return try indexes(in: ranges)
            case .indexPath(let indexes): return try made(indexes.map { PropertyList($0) })
            default: return nil
            }
        case .real:
            guard case .geometry(let text) = try content(of: value) else { return nil }
            return try numbers(in: text)
        case .geometry:
            if let numbers = try parts(of: value, as: .real) { return numbers }
            guard case .string(let text) = try plainText(value) else { return nil }
            return try numbers(in: text)
        case .entry:
            guard case .dictionary(let pairs) = try content(of: value) else { return nil }
            return try made(pairs.flatMap { [$0.key, $0.value] })
        case .other: return nil
        }
    }

    /// A plain text that is short enough for a point or a rectangle.
    private func plainText(_ value: GraphValue) throws(ArchiveError) -> PropertyList? {
        guard let index = index(of: value) else {
            guard case .made(let index) = value else { return nil }
            return madeValues[index]
        }
        let header = try unarchiver.state.header(at: index)
        guard header.kind == .asciiString, header.count <= Self.longestGeometry, let text = try string(value) else {
            return nil
        }
        return .string(PropertyListString(text))
    }

    /// A text of a rectangle has four numbers of at most 24 characters.
    private static var longestGeometry: Int { 256 }

    private func made(_ values: [PropertyList]) throws(ArchiveError) -> GraphElements {
        try chargeMade(values.count)
        var made: [GraphValue] = []
        made.reserveCapacity(values.count)
        for value in values { made.append(try self.value(value)) }
        return elements(made)
    }

    private func bytes(_ bytes: [UInt8]) throws(ArchiveError) -> GraphElements {
        try chargeMade(bytes.count)
        return elements(bytes.map { .integer(Int64($0)) })
    }

    /// Charges a list that is made, which is kept until decoding ends; decoding from it is charged separately.
    private func chargeMade(_ count: Int) throws(ArchiveError) {
        try unarchiver.state.chargeElements(count, of: 2 * Budget.valueSize)
    }

    /// The indexes of ranges, one by one; they are charged before they are listed.
    private func indexes(in ranges: [Range<UInt64>]) throws(ArchiveError) -> GraphElements {
        var indexes: [GraphValue] = []
        for range in ranges {
            guard range.upperBound <= UInt64(Int64.max) else {
                throw ArchiveError(
                    .range,
                    "an index set has indexes above \(Int64.max)",
                    remedy: "decode its object, whose fields have the ranges, with KeyedUnarchiver"
                )
            }
            try chargeMade(Int(range.upperBound - range.lowerBound))
            for index in range { indexes.append(.integer(Int64(index))) }
        }
        return elements(indexes)
    }

    /// The numbers of a point, a size or a rectangle, such as `{{0, 0}, {100, 20}}`, grouped as its braces are.
    private func numbers(in text: PropertyListString) throws(ArchiveError) -> GraphElements? {
        guard text.size <= Self.longestGeometry, let text = text.string, let list = BracedNumbers.list(in: text) else {
            return nil
        }
        return try made(list)
    }
}

extension PropertyList {
    fileprivate init(_ value: UInt64) {
        self = Int64(exactly: value).map { .integer($0) } ?? .unsignedInteger(value)
    }
}

/// Reads the text of a point, a size or a rectangle: numbers in braces.
package enum BracedNumbers {
    /// The numbers of a text, or the lists of them where braces are in braces; nil if the text has another shape.
    package static func list(in text: String) -> [PropertyList]? {
        var rest = text.utf8[...]
        guard let list = list(from: &rest, isOutermost: true), rest.isEmpty else { return nil }
        return list
    }

    private static func list(from rest: inout Substring.UTF8View, isOutermost: Bool) -> [PropertyList]? {
        guard rest.popFirst() == UInt8(ascii: "{") else { return nil }
        var list: [PropertyList] = []
        while true {
            rest = rest.drop { $0 == UInt8(ascii: " ") }
            if isOutermost, rest.first == UInt8(ascii: "{") {
                guard let inner = Self.list(from: &rest, isOutermost: false) else { return nil }
                list.append(.array(PropertyListArray(inner)))
            } else {
                let token = rest.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") }
                guard let number = Double(String(token) ?? "") else { return nil }
                list.append(.double(number))
                rest = rest.dropFirst(token.count)
            }
            switch rest.popFirst() {
            case UInt8(ascii: ","): continue
            case UInt8(ascii: "}"): return list
            default: return nil
            }
        }
    }
}

// Lists of the commonest types, as a whole.

extension GraphSource {
    func element(_ position: Int, of elements: GraphElements) throws(ArchiveError) -> GraphValue {
        switch elements {
        case .stored(let run): try value(at: reader.unchecked(position, of: run))
        case .made(let index, _): madeLists[index][position]
        }
    }

    /// The elements of an array if all are strings.
    func strings(_ value: GraphValue) throws(ArchiveError) -> [String]? {
        guard case .stored(let run) = try elements(of: value) else { return nil }
        var strings: [String] = []
        strings.reserveCapacity(run.count)
        for position in 0..<run.count {
            let element = try self.value(at: reader.unchecked(position, of: run))
            guard let string = try string(element) else { return nil }
            strings.append(string)
        }
        return strings
    }

    /// The elements of an array if all are integers.
    func integers(_ value: GraphValue) throws(ArchiveError) -> [Int]? {
        guard case .stored(let run) = try elements(of: value) else { return nil }
        var integers: [Int] = []
        integers.reserveCapacity(run.count)
        for position in 0..<run.count {
            let element = try self.value(at: reader.unchecked(position, of: run))
            guard let integer = try wholeNumber(element)?.integer(as: Int.self) else { return nil }
            integers.append(integer)
        }
        return integers
    }

    /// The elements of an array if all are reals.
    func reals(_ value: GraphValue) throws(ArchiveError) -> [Double]? {
        guard case .stored(let run) = try elements(of: value) else { return nil }
        var reals: [Double] = []
        reals.reserveCapacity(run.count)
        for position in 0..<run.count {
            let element = try self.value(at: reader.unchecked(position, of: run))
            if let real = storedDouble(element) {
                reals.append(real)
                continue
            }
            guard let real = try number(element)?.real(as: Double.self) else { return nil }
            reals.append(real)
        }
        return reals
    }
}
