/// The line in which the errors of every layer say what is wrong: where, why, and how to fix it.
package enum ErrorLine {
    /// The line.
    ///
    /// - Parameters:
    ///   - places: Where, as far as it is known.
    ///   - reason: What is wrong, in one clause.
    ///   - remedy: How to fix it, in one clause, if there is a way.
    package static func text(at places: String?..., reason: String, remedy: String?) -> String {
        let place = places.compactMap { $0 }.joined(separator: ", ")
        return (place.isEmpty ? "" : "\(place): ") + reason + (remedy.map { "; \($0)" } ?? "")
    }
}
