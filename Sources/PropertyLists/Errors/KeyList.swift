/// The first of the keys that there are, for an error about one that isn't among them.
package enum KeyList {
    /// How many keys are named.
    package static let maximum = 12

    /// The keys in a clause: `there are "a", "b"`.
    ///
    /// - Parameters:
    ///   - keys: The first keys.
    ///   - hasMore: Whether there are more than these.
    package static func clause(_ keys: [String], hasMore: Bool) -> String {
        clause(ofShown: keys.map { $0.quotedForDisplay }, hasMore: hasMore)
    }

    /// A clause of keys that are quoted if they are text.
    package static func clause(ofShown keys: [String], hasMore: Bool) -> String {
        if keys.isEmpty { return "there are no keys" }
        let verb = keys.count == 1 && !hasMore ? "there is only" : "there are"
        return "\(verb) \(keys.joined(separator: ", "))\(hasMore ? ", …" : "")"
    }
}
