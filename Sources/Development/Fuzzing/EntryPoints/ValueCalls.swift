import PropertyLists

/// Asks the values of a tree everything that values can be asked.
enum ValueCalls {
    /// How many values of a tree are looked at, one inside the other.
    private static let mostValues = 256

    static func exerciseAll(_ tree: PropertyList) throws(FuzzFailure) {
        guard tree.hashValue == tree.hashValue, tree == tree else { throw FuzzFailure("a tree isn't equal to itself") }
        _ = tree.description.count
        var rest = [tree]
        var left = mostValues
        while let value = rest.popLast(), left > 0 {
            left -= 1
            _ = (value.kind, value["$class"]?.kind, value[0]?.kind, value.boolValue, value.intValue, value.doubleValue)
            _ = (value.stringValue, value.dataValue, value.dateValue, value.uidValue)
            _ = (value.arrayValue?.count, value.dictionaryValue?.count)
            switch value {
            case .array(let array), .set(let array), .orderedSet(let array): try look(into: array, &rest)
            case .dictionary(let dictionary): try look(into: dictionary, &rest)
            case .string(let string): look(into: string)
            case .integer128(let number): _ = (number.description, number < number, UInt64(exactly: number))
            case .uid(let uid): _ = uid.description
            default: break
            }
        }
    }

    private static func look(into array: PropertyListArray, _ rest: inout [PropertyList]) throws(FuzzFailure) {
        try DescriptionCalls.exerciseAll(array)
        guard array.startIndex < array.endIndex else { return }
        var copy: PropertyListArray = [1]
        copy.append(array[array.endIndex - 1])
        _ = PropertyList.array(array) == .array(copy)
        rest += array.prefix(8)
    }

    private static func look(
        into dictionary: PropertyListDictionary,
        _ rest: inout [PropertyList]
    ) throws(FuzzFailure) {
        try DescriptionCalls.exerciseAll(dictionary)
        _ = (dictionary.keys.count, dictionary.values.count, dictionary.position(of: "NS.objects"))
        _ = (dictionary["$class"], dictionary["no such key"])
        for position in (dictionary.startIndex..<dictionary.endIndex).prefix(8) {
            rest.append(dictionary[position].value)
        }
    }

    private static func look(into string: PropertyListString) {
        _ = (string.description, string.isASCII, string.isIdentical(to: "$null"), string.repaired, string.utf16.count)
        _ = (string < "text", string == PropertyListString(utf16: string.utf16), string.hashValue)
    }
}
