import PropertyLists

/// Writes a property list as JSON, with marks for what JSON lacks.
struct ListJSON {
    private let output: TextOutput

    init(_ output: TextOutput) {
        self.output = output
    }

    /// Writes a value; reading has bounded how deep it nests.
    func write(_ value: PropertyList, indentation: Int = 0) {
        switch value {
        case .array(let elements): write(elements, indentation)
        case .set(let elements): write(elements, indentation, mark: "$set")
        case .orderedSet(let elements): write(elements, indentation, mark: "$orderedSet")
        case .dictionary(let entries): write(entries, indentation)
        default: output.write(JSONText.scalar(value))
        }
    }

    private func write(_ entries: PropertyListDictionary, _ indentation: Int) {
        let areNames = entries.keys.allSatisfy { if case .string = $0 { true } else { false } }
        guard areNames, Set(entries.keys).count == entries.count, !entries.looksLikeMark else {
            let pairs = entries.lazy.map { PropertyList.array([$0.key, $0.value]) }
            return write(pairs, indentation, mark: "$dictionary")
        }
        write(entries, in: ("{", "}"), indentation) { entry in
            output.write("\(JSONText.scalar(entry.key)): ")
            write(entry.value, indentation: indentation + 1)
        }
    }

    /// Writes a list, under a mark if it stands for something else.
    private func write(_ elements: some Sequence<PropertyList>, _ indentation: Int, mark: String? = nil) {
        if let mark { output.write("{\"\(mark)\": ") }
        write(elements, in: ("[", "]"), indentation) { write($0, indentation: indentation + 1) }
        if mark != nil { output.write("}") }
    }

    private func write<Items: Sequence>(
        _ items: Items,
        in brackets: (String, String),
        _ indentation: Int,
        _ writeItem: (Items.Element) -> Void
    ) {
        output.write(brackets.0)
        var isEmpty = true
        for item in items where output.takesMore {
            output.write(isEmpty ? "\n" : ",\n")
            output.write(spaces: indentation + 1)
            writeItem(item)
            isEmpty = false
        }
        if !isEmpty {
            output.write("\n")
            output.write(spaces: indentation)
        }
        output.write(brackets.1)
    }
}

extension PropertyListDictionary {
    /// Whether the dictionary would be read as what JSON lacks.
    fileprivate var looksLikeMark: Bool {
        guard count == 1, let key = keys.first?.stringValue else { return false }
        return key == "CF$UID" || ["$data", "$date", "$real", "$set", "$orderedSet", "$dictionary"].contains(key)
    }
}

extension PropertyList {
    /// The value with numbers in the kinds that equal ones of an older value have, place by place.
    func withNumbers(like old: PropertyList) -> PropertyList {
        switch (self, old) {
        case (.array(let elements), .array(let old)):
            return .array(
                PropertyListArray(
                    elements.enumerated().map { position, element in
                        old.indices.contains(position) ? element.withNumbers(like: old[position]) : element
                    }))
        case (.dictionary(let entries), .dictionary(let old)):
            var values: [PropertyList: PropertyList] = [:]
            for (key, value) in old { values[key] = value }
            return .dictionary(
                PropertyListDictionary(
                    entries.map { key, value in (key, values[key].map { value.withNumbers(like: $0) } ?? value) }))
        case (.double, .float), (.integer, .integer128), (.integer, .double), (.integer, .float):
            return doubleValue == old.doubleValue ? old : self
        default: return self
        }
    }
}

extension PropertyList {
    /// Whether there is text that readers of XML refuse or change: control characters, line ends of other systems,
    /// unpaired surrogates; or a value that isn't in XML property lists, or a key that isn't text.
    var holdsWhatXMLCannot: Bool {
        containsValue { value in
            switch value {
            case .string(let text): text.string?.unicodeScalars.contains(where: \.isLostInXML) != false
            case .dictionary(let entries): entries.keys.contains { $0.stringValue == nil }
            case .set, .orderedSet, .null: true
            default: false
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isLostInXML: Bool {
        switch value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0xFFFE, 0xFFFF: true
        default: false
        }
    }
}
