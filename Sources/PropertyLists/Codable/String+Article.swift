#if !hasFeature(Embedded)

extension String {
    /// The name of a kind of value or of a class with its article, for an error: `an integer`, `an NSArray`, `data`.
    package var withArticle: String {
        switch self {
        case "data", "nil", "null": return self
        case "top level": return "the top level"
        default: break
        }
        guard let first else { return self }
        // Capitals are spelled: an NSArray, a UIColor.
        let isSpelled = prefix(2).allSatisfy(\.isUppercase)
        let startsWithVowel = (isSpelled ? "AEFHILMNORSX" : "aeioAEIO").contains(first)
        return "\(startsWithVowel ? "an" : "a") \(self)"
    }
}

#endif
