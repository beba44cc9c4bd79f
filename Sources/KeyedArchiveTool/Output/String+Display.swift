import PropertyLists

/// How long a string from an archive may get in text made for people, in Unicode scalars.
let displayLimit = 80

extension String {
    /// The text in quotes, shortened, with everything escaped that a terminal would not show as a character.
    func quoted(limit: Int = displayLimit) -> String {
        "\"\(escaped(limit: limit, escapingQuotes: true))\""
    }

    /// The text shortened, with everything escaped that a terminal would not show as a character.
    ///
    /// Names from hostile archives must neither flood nor rearrange a terminal.
    func escaped(limit: Int = 1024, escapingQuotes: Bool = false) -> String {
        escapedForDisplay(limit: limit, escapingQuotes: escapingQuotes, abbreviatingBreaks: true)
    }
}

extension PropertyListString {
    /// The text in quotes, shortened and escaped; an unpaired surrogate as `\u{D800}`.
    func quoted(limit: Int = displayLimit) -> String {
        guard string == nil else { return repaired.quoted(limit: limit) }
        var text = "\""
        var units = utf16.prefix(limit)[...]
        // Runs between unpaired surrogates are ordinary text.
        while let unit = units.first {
            let run = units.prefix { !UTF16.isSurrogate($0) }
            if !run.isEmpty {
                text += String(decoding: run, as: UTF16.self).escaped(escapingQuotes: true)
                units = units.dropFirst(run.count)
            } else if let next = units.dropFirst().first, UTF16.isLeadSurrogate(unit), UTF16.isTrailSurrogate(next) {
                text += String(decoding: units.prefix(2), as: UTF16.self).escaped()
                units = units.dropFirst(2)
            } else {
                text += "\\u{\(String(unit, radix: 16, uppercase: true))}"
                units = units.dropFirst()
            }
        }
        return text + (utf16.count > limit ? "…\"" : "\"")
    }
}
