internal import PropertyLists

/// The steps that lead to the entries of a dictionary by their keys.
///
/// A text and an integer name an entry. Of two with one name the last counts, a text counts before the integer with
/// these digits, and a field of the object before both.
package struct EntrySteps {
    private let names: [EntryName?]
    private let fieldNames: Set<PropertyListString>
    /// The last entry with each name; nil if all names are different.
    private let last: [EntryName: Int]?

    /// Creates the steps of a dictionary.
    ///
    /// - Parameters:
    ///   - keys: What its keys stand for, if that is a plain value.
    ///   - areDifferent: Whether the keys are known to be different texts.
    ///   - fieldNames: The names of the fields of its object.
    package init(keys: [PropertyList?], areDifferent: Bool, fieldNames: some Sequence<PropertyListString>) {
        let names = keys.map { key -> EntryName? in
            if case .string(let text)? = key { return .text(text) }
            return key?.integerDigits.map { .integer($0) }
        }
        self.init(names: names, areDifferent: areDifferent, fieldNames: Set(fieldNames))
    }

    init(names: [EntryName?], areDifferent: Bool = false, fieldNames: Set<PropertyListString>) {
        self.names = names
        self.fieldNames = fieldNames
        guard !areDifferent else {
            last = nil
            return
        }
        var last: [EntryName: Int] = [:]
        for (position, name) in names.enumerated() {
            if let name { last[name] = position }
        }
        self.last = last
    }

    /// The step to an entry; nil if only its position leads there.
    package func step(toEntryAt position: Int) -> ArchivePath.Step? {
        guard names.indices.contains(position), let name = names[position] else { return nil }
        let text: PropertyListString
        var isRepeated = last.map { $0[name] != position } ?? false
        switch name {
        case .text(let name): text = name
        case .integer(let digits):
            text = PropertyListString(digits)
            if last?[.text(text)] != nil { isRepeated = true }
        }
        guard let string = text.string else { return nil }
        return ArchivePath.step(toEntry: string, isField: fieldNames.contains(text), isRepeated: isRepeated)
    }
}
