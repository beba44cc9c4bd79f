extension String {
    /// The text in quotes, shortened to 64 characters, with control characters and text-direction marks escaped.
    ///
    /// Error texts hold names from archives; a hostile name must neither flood nor rearrange a terminal.
    package var quotedForDisplay: String { "\"\(escapedForDisplay())\"" }

    /// The text shortened, with quotes and whatever a terminal does not show as a character escaped.
    package func escapedForDisplay(limit: Int = 64) -> String {
        var text = ""
        for (position, scalar) in unicodeScalars.prefix(limit + 1).enumerated() {
            if position == limit {
                text += "…"
                break
            }
            switch scalar {
            case "\"", "\\":
                text += "\\"
                text.unicodeScalars.append(scalar)
            case _ where scalar.isShown: text.unicodeScalars.append(scalar)
            default: text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether terminals show the scalar as a character of its own, or as a mark on one.
    package var isShown: Bool {
        if value < 0x7F { return value >= 0x20 }
        return switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
