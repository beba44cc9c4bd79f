import KeyedArchiving
import PropertyLists

/// The losses that other programs see in a property list that was written as XML.
struct XMLLoss {
    private var controlCount = 0
    private var returnCount = 0
    private var fractionCount = 0

    /// Compares the written XML with the file that it was made of; nil if the output isn't XML.
    init?(in written: [UInt8], writtenOf file: [UInt8], limits: Limits) {
        guard PropertyListFormat(recognizing: written) == .xml else { return nil }
        for scalar in String(decoding: written, as: UTF8.self).unicodeScalars where scalar.isLostInXML {
            if scalar.isForbiddenInXML { controlCount += 1 } else { returnCount += 1 }
        }
        guard PropertyListFormat(recognizing: file) != .xml,
            let list = try? PropertyListDocument(file, limits: limits).root
        else { return }
        list.forEachValue { value in
            if value.isLostInXML, case .date = value { fractionCount += 1 }
        }
    }

    /// A note for people about the losses; nil if nothing is lost.
    var note: String? {
        var parts: [String] = []
        var characters: [String] = []
        if controlCount > 0 { characters.append("\(controlCount.counted("control character")), which XML forbids") }
        if returnCount > 0 { characters.append("\(returnCount.counted("carriage return")), which XML readers change") }
        if !characters.isEmpty {
            parts.append("it holds \(characters.joined(separator: ", and ")); Apple's systems read it, others may not")
        }
        if fractionCount > 0 {
            parts.append("\(fractionCount.counted("date")) lost the fraction of a second, for which XML has no place")
        }
        return parts.isEmpty ? nil : "note: \(parts.joined(separator: "; "))"
    }
}

extension PropertyList {
    /// Whether readers of XML wouldn't find a value in this list again: text with control characters, line ends of other
    /// systems or unpaired surrogates, values that aren't in XML property lists, keys that aren't text.
    ///
    /// Fractions of a second go: most dates have one, and nobody wants another form of file for it.
    var holdsWhatXMLCannot: Bool {
        containsValue { value in
            if case .date = value { false } else { value.isLostInXML }
        }
    }

    /// Whether that is so for this value itself.
    fileprivate var isLostInXML: Bool {
        switch self {
        case .string(let text): text.string?.unicodeScalars.contains(where: \.isLostInXML) != false
        case .date(let seconds): seconds.rounded() != seconds
        case .dictionary(let entries): entries.keys.contains { $0.stringValue == nil }
        case .set, .orderedSet, .null: true
        default: false
        }
    }
}

extension Unicode.Scalar {
    /// Whether XML can't have the character, not even as an entity.
    var isForbiddenInXML: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D: false
        case 0..<0x20, 0xFFFE, 0xFFFF: true
        default: false
        }
    }

    /// Whether XML can't have the character, or readers change it where it stands as itself.
    fileprivate var isLostInXML: Bool { isForbiddenInXML || self == "\r" }
}
