// What a table holds, for looking back at it.

extension BinaryObjectTable {
    /// A reference by UID from an object: directly, or from an array under one of its keys.
    package struct Reference {
        /// The key.
        package let key: Entry
        /// The position in the array, if there is one.
        package let position: Int?
        /// The number of the object that is referred to.
        package let uid: Int
    }

    /// The references by UID that a dictionary holds, directly or in arrays.
    ///
    /// - Returns: None for anything else than a dictionary.
    package func references(of entry: Entry) -> [Reference] {
        guard let dictionary = container(entry), dictionary.isDictionary else { return [] }
        var references: [Reference] = []
        for (key, value) in fields(of: dictionary) {
            if value.kind == Kind.uid.rawValue {
                references.append(Reference(key: key, position: nil, uid: value.index))
            } else if let array = container(value), array.keyList == nil, array.ownKind == .array {
                for position in 0..<array.ownCount where entries[array.start + position].kind == Kind.uid.rawValue {
                    let uid = entries[array.start + position].index
                    references.append(Reference(key: key, position: position, uid: uid))
                }
            }
        }
        return references
    }

    /// The value of a key of a dictionary; nil if there is none.
    package func value(ofKey text: String, in entry: Entry) -> Entry? {
        guard let dictionary = container(entry), dictionary.isDictionary else { return nil }
        return fields(of: dictionary).first { self.text(of: $0.key)?.isIdentical(to: text) == true }?.value
    }

    private func fields(of dictionary: Container) -> [(key: Entry, value: Entry)] {
        let count = count(of: dictionary)
        let keys = dictionary.keyList.map { keyLists[$0].start } ?? dictionary.start
        let values = dictionary.keyList == nil ? dictionary.start + count : dictionary.start
        return (0..<count).map { (entries[keys + $0], entries[values + $0]) }
    }

    /// The numbers of the objects that the elements of an array refer to by UID; nil for an element that isn't one.
    ///
    /// - Returns: None for anything else than an array.
    package func references(inArray entry: Entry) -> [Int?] {
        guard let array = container(entry), array.keyList == nil, array.ownKind == .array else { return [] }
        return (array.start..<array.start + array.ownCount).map {
            entries[$0].kind == Kind.uid.rawValue ? entries[$0].index : nil
        }
    }

    private func container(_ entry: Entry) -> Container? {
        guard entry.kind == Kind.container.rawValue, entry.index < containers.count else { return nil }
        return containers[entry.index]
    }

    /// The digits of an integer that 64 bits hold; nil for anything else.
    package func digits(of entry: Entry) -> String? {
        guard entry.kind == Kind.scalar.rawValue, entry.index < scalarCount else { return nil }
        let bytes = rangeOfScalar(entry.index).map { scalarBytes[$0] }
        guard let marker = bytes.first, marker &>> 4 == 1 else { return nil }
        let number = bytes.dropFirst().suffix(8).reduce(UInt64(0)) { $0 &<< 8 | UInt64($1) }
        switch bytes.count - 1 {
        case 1, 2, 4: return "\(number)"
        case 8: return "\(Int64(bitPattern: number))"
        case 16 where bytes.dropFirst().prefix(8).allSatisfy { $0 == 0 }: return "\(number)"
        default: return nil
        }
    }

    /// The text of a string of fewer than 2³² units; nil for anything else.
    package func text(of entry: Entry) -> String? {
        guard entry.kind == Kind.scalar.rawValue, entry.index < scalarCount else { return nil }
        let bytes = rangeOfScalar(entry.index).map { scalarBytes[$0] }
        guard let marker = bytes.first, marker &>> 4 == 5 || marker &>> 4 == 6 else { return nil }
        // A count of 15 units or more is an integer after the marker.
        let countSize = bytes.count > 1 && marker & 15 == 15 ? 1 + 1 &<< Int(bytes[1] & 3) : 0
        let units = bytes.dropFirst(1 + countSize)
        guard marker &>> 4 == 6 else { return String(decoding: units, as: UTF8.self) }
        let pairs = stride(from: units.startIndex, to: units.endIndex - 1, by: 2)
        return String(decoding: pairs.map { UInt16(units[$0]) &<< 8 | UInt16(units[$0 + 1]) }, as: UTF16.self)
    }
}
