import PropertyLists

/// A property list as JSON, with marks for what JSON lacks.
enum ListJSON {
    /// The text of a value; reading has bounded how deep it nests.
    static func text(_ value: PropertyList, indentation: Int = 0) -> String {
        switch value {
        case .array(let elements): return list(elements, indentation)
        case .set(let elements): return "{\"$set\": \(list(elements, indentation))}"
        case .orderedSet(let elements): return "{\"$orderedSet\": \(list(elements, indentation))}"
        case .dictionary(let entries): return text(entries, indentation)
        default: return JSONText.scalar(value)
        }
    }

    private static func text(_ entries: PropertyListDictionary, _ indentation: Int) -> String {
        let areNames = entries.keys.allSatisfy { if case .string = $0 { true } else { false } }
        guard areNames, Set(entries.keys).count == entries.count, !entries.looksLikeMark else {
            let pairs = entries.map { PropertyList.array([$0.key, $0.value]) }
            return "{\"$dictionary\": \(list(PropertyListArray(pairs), indentation))}"
        }
        let members = entries.map { "\(JSONText.scalar($0.key)): \(text($0.value, indentation: indentation + 1))" }
        return bracketed(members, "{", "}", indentation)
    }

    private static func list(_ elements: PropertyListArray, _ indentation: Int) -> String {
        bracketed(elements.map { text($0, indentation: indentation + 1) }, "[", "]", indentation)
    }

    private static func bracketed(_ items: [String], _ opening: String, _ closing: String, _ indentation: Int) -> String
    {
        guard !items.isEmpty else { return opening + closing }
        let line = "\n" + String(repeating: " ", count: indentation)
        return opening + items.map { "\(line) \($0)" }.joined(separator: ",") + line + closing
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
