internal import PropertyLists

/// The fields of a date, `NSDate`.
package enum DateFields {
    /// Seconds since 2001-01-01T00:00:00Z: a real; from other writers, a whole number too.
    @inlinable package static var time: String { "NS.time" }

    static let rules: [FieldRule] = [.required(time, .number)]
}

/// The fields of a URL, `NSURL`.
package enum URLFields {
    /// The URL that it is relative to, or nil.
    @inlinable package static var base: String { "NS.base" }

    /// The text.
    @inlinable package static var text: String { "NS.relative" }

    static let rules: [FieldRule] = [.required(text, .text), .optional(base, .object([.url]))]
}

extension FoundationValueDecoder {
    mutating func date() -> FoundationValue.Content? {
        switch resolvedField(DateFields.time) {
        case .double(let seconds), .date(let seconds): .date(seconds)
        case .float(let seconds): .date(Double(seconds))
        // Other writers store a whole one as an integer.
        case let value: value?.storedInteger.map { .date(Double($0)) }
        }
    }

    mutating func url() -> FoundationValue.Content? {
        guard let text = resolvedString(URLFields.text) else { return nil }
        switch field(URLFields.base) {
        case nil, .uid(.null): return .url(text, base: nil)
        case .uid(let base): return .url(text, base: base)
        default: return nil
        }
    }
}
