internal import PropertyLists

/// The steps that lead to the entries of a dictionary by their keys.
///
/// A text and an integer name an entry. Of two with one name the last counts, a text counts before the integer with
/// these digits, and a field of the object before both.
package struct EntrySteps {
    private let names: [EntryName?]
    /// The last entry with each name; nil if all names are different.
    private let last: [EntryName: Int]?

    /// Creates the steps of a dictionary.
    ///
    /// - Parameters:
    ///   - keys: The values that its keys represent, if these are plain values.
    ///   - areDifferent: Whether the keys are known to be different texts.
    package init(keys: [PropertyList?], areDifferent: Bool) {
        let names = keys.map { key -> EntryName? in
            if case .string(let text)? = key { return .text(text) }
            return key?.integerDigits.map { .integer($0) }
        }
        self.init(names: names, areDifferent: areDifferent)
    }

    /// Creates the steps of a dictionary whose keys have names; nil for a key that only its position leads to.
    init(names: [EntryName?], areDifferent: Bool = false) {
        self.names = names
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
    ///
    /// - Parameter isField: Whether the object of the dictionary has a field of a name.
    package func step(toEntryAt position: Int, isField: (String) -> Bool) -> ArchivePath.Step? {
        guard names.indices.contains(position), let name = names[position] else { return nil }
        var isRepeated = last.map { $0[name] != position } ?? false
        let text: String
        switch name {
        case .text(let name):
            guard let string = name.string else { return nil }
            text = string
        case .integer(let digits):
            text = digits
            if last?[.text(PropertyListString(digits))] != nil { isRepeated = true }
        }
        return ArchivePath.step(toEntry: text, isField: isField(text), isRepeated: isRepeated)
    }
}

extension ArchiveIndex {
    /// The name of a key at an index, plain or a string object: an integer or a short text; nil for everything else.
    ///
    /// A longer text says less than the position.
    func shortName(ofKeyAt key: ObjectIndex) -> EntryName? {
        if kind(of: key) == .integer { return (try? reader.scalar(at: key))?.integerDigits.map { .integer($0) } }
        return shortText(at: characters(ofStringAt: key)).map { .text(PropertyListString($0)) }
    }
}
