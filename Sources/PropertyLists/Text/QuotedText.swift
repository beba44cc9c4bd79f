extension String {
    /// The text in quotes, shortened to 64 characters, with control characters and text-direction marks escaped.
    ///
    /// Error texts hold names from archives; a hostile name must neither flood nor rearrange a terminal.
    package var quotedForDisplay: String { "\"\(escapedForDisplay())\"" }

    /// The text shortened, with whatever a terminal does not show as a character escaped.
    ///
    /// - Parameters:
    ///   - limit: How many Unicode scalars are left of it.
    ///   - escapingQuotes: Whether quotes and backslashes are escaped, too.
    ///   - abbreviatingBreaks: Whether line breaks and tabs are written as `\n`, `\r` and `\t`.
    package func escapedForDisplay(
        limit: Int = 64,
        escapingQuotes: Bool = true,
        abbreviatingBreaks: Bool = false
    ) -> String {
        // Nearly all text is plain; it is taken as it is, up to the first other character.
        let plain = utf8.prefix(limit).prefix { 0x20..<0x7F ~= $0 && $0 != 0x22 && $0 != 0x5C }
        var text = String(self[..<plain.endIndex])
        if plain.endIndex == utf8.endIndex { return text }
        for (position, scalar) in unicodeScalars[plain.endIndex...].enumerated() {
            if position == limit - plain.count {
                text += "…"
                break
            }
            switch scalar {
            case "\"" where escapingQuotes, "\\" where escapingQuotes: text += "\\\(scalar)"
            case "\n" where abbreviatingBreaks: text += "\\n"
            case "\r" where abbreviatingBreaks: text += "\\r"
            case "\t" where abbreviatingBreaks: text += "\\t"
            case _ where scalar.isShown: text.unicodeScalars.append(scalar)
            default: text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether terminals show the scalar as a separate character, or as a mark on one.
    package var isShown: Bool {
        if value < 0x7F { return value >= 0x20 }
        return switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
