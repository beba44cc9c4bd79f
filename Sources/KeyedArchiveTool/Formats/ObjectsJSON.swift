import KeyedArchiving
import PropertyLists

/// Prints the parts of an archive as JSON, one line for each object and for each other key.
struct ObjectsJSON {
    private let output: TextOutput
    private var budget: Budget
    private var meter: OutputMeter

    /// Creates a printer that pays for what it prints.
    init(_ output: TextOutput, paidFrom budget: Budget) {
        self.output = output
        self.budget = budget
        meter = OutputMeter(output)
    }

    mutating func print(_ archive: PropertyListDictionary) throws(ArchiveError) {
        output.write("{")
        for (position, entry) in archive.enumerated() {
            output.write(position == 0 ? "\n" : ",\n")
            try write(entry.key)
            output.write(":")
            if case .array(let objects) = entry.value, entry.key.isObjectsKey {
                try write(objects.elements, separator: ",\n", "[\n", "\n]")
            } else {
                try write(entry.value)
            }
        }
        output.write("\n}\n")
    }

    /// Writes a value; reading has bounded how deep it nests.
    private mutating func write(_ value: PropertyList) throws(ArchiveError) {
        switch value {
        case .array(let array): try write(array.elements, separator: ",", "[", "]")
        case .set(let set): try write(set.elements, separator: ",", "{\"$set\":[", "]}")
        case .orderedSet(let set): try write(set.elements, separator: ",", "{\"$orderedSet\":[", "]}")
        case .dictionary(let dictionary): try write(dictionary)
        default:
            output.write(JSONText.scalar(value))
            try meter.pay(from: &budget)
        }
    }

    private mutating func write(
        _ elements: [PropertyList],
        separator: String,
        _ opening: String,
        _ closing: String
    ) throws(ArchiveError) {
        output.write(opening)
        for (position, element) in elements.enumerated() {
            if position > 0 { output.write(separator) }
            try write(element)
        }
        output.write(closing)
    }

    private mutating func write(_ dictionary: PropertyListDictionary) throws(ArchiveError) {
        let hasNames = dictionary.keys.allSatisfy { if case .string = $0 { true } else { false } }
        output.write(hasNames ? "{" : "{\"$dictionary\":[")
        for (position, entry) in dictionary.enumerated() {
            if position > 0 { output.write(",") }
            if hasNames {
                try write(entry.key)
                output.write(":")
                try write(entry.value)
            } else {
                try write([entry.key, entry.value], separator: ",", "[", "]")
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
