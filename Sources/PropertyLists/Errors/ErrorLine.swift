/// The line of text for the errors of every layer: the place, the cause and the remedy.
package enum ErrorLine {
    /// The line.
    ///
    /// - Parameters:
    ///   - places: The places of the error, as far as they are known.
    ///   - reason: The cause, in one clause.
    ///   - remedy: How to fix it, in one clause, if there is a way.
    package static func text(at places: String?..., reason: String, remedy: String?) -> String {
        let place = places.compactMap { $0 }.joined(separator: ", ")
        return (place.isEmpty ? "" : "\(place): ") + reason + (remedy.map { "; \($0)" } ?? "")
    }
}
