import KeyedArchiving
import PropertyLists

/// Prints the parts of an archive as JSON, one line for each object and for each other key.
struct ObjectsJSON {
    private let output: TextOutput

    init(_ output: TextOutput) {
        self.output = output
    }

    func print(_ archive: PropertyListDictionary) {
        output.write("{")
        for (position, entry) in archive.enumerated() {
            output.write(position == 0 ? "\n" : ",\n")
            write(entry.key)
            output.write(":")
            if case .array(let objects) = entry.value, entry.key.isObjectsKey {
                write(objects.elements, separator: ",\n", "[\n", "\n]")
            } else {
                write(entry.value)
            }
        }
        output.write("\n}\n")
    }

    /// Writes a value; reading has bounded how deep it nests.
    private func write(_ value: PropertyList) {
        switch value {
        case .array(let array): write(array.elements, separator: ",", "[", "]")
        case .set(let set): write(set.elements, separator: ",", "{\"$set\":[", "]}")
        case .orderedSet(let set): write(set.elements, separator: ",", "{\"$orderedSet\":[", "]}")
        case .dictionary(let dictionary): write(dictionary)
        default: output.write(JSONText.scalar(value))
        }
    }

    private func write(
        _ elements: [PropertyList],
        separator: String,
        _ opening: String,
        _ closing: String
    ) {
        output.write(opening)
        for (position, element) in elements.enumerated() {
            if position > 0 { output.write(separator) }
            write(element)
        }
        output.write(closing)
    }

    private func write(_ dictionary: PropertyListDictionary) {
        let hasNames = dictionary.keys.allSatisfy { if case .string = $0 { true } else { false } }
        output.write(hasNames ? "{" : "{\"$dictionary\":[")
        for (position, entry) in dictionary.enumerated() {
            if position > 0 { output.write(",") }
            if hasNames {
                write(entry.key)
                output.write(":")
                write(entry.value)
            } else {
                write([entry.key, entry.value], separator: ",", "[", "]")
            }
        }
        output.write(hasNames ? "}" : "]}")
    }
}

extension PropertyList {
    fileprivate var isObjectsKey: Bool {
        if case .string(let string) = self { string.isIdentical(to: "$objects") } else { false }
    }
}
