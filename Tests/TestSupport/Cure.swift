package import PropertyLists
package import Testing

/// An error that says how to fix it, and what happens once that is done.
///
/// ```swift
/// Cure("a key that is a list", says: "use strings as keys") {
///     try BinaryPropertyListWriter().write([[]: 1])
/// } cured: {
///     try !BinaryPropertyListWriter().write(["a": 1]).isEmpty
/// }
/// ```
package struct Cure {
    fileprivate let name: String
    /// How the remedy begins, or what stands in it after a part that is filled in.
    fileprivate let remedy: String
    fileprivate let fail: () throws -> Void
    fileprivate let isCured: () throws -> Bool

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - name: What is wrong.
    ///   - remedy: The first words of the remedy as they stand in the source of the library, where
    ///     `RemedyCoverageTests` looks for them.
    ///   - failing: The call that throws.
    ///   - cured: Does what the remedy says, and tells whether what is expected came of it.
    package init<Result>(
        _ name: String,
        says remedy: String,
        _ failing: @escaping () throws -> Result,
        cured: @escaping () throws -> Bool
    ) {
        self.name = name
        self.remedy = remedy
        fail = { _ = try failing() }
        isCured = cured
    }

    /// What differs from the row, or nil.
    fileprivate var difference: String? {
        do {
            try fail()
            return "\(name): there is no error"
        } catch {
            guard let text = remedyText(of: error) else { return "\(name): no remedy in \(error)" }
            guard text.contains(remedy) else { return "\(name): says \"\(text)\", not \"\(remedy)\"" }
        }
        do {
            return try isCured() ? nil : "\(name): after \"\(remedy)\" something else is there than expected"
        } catch {
            return "\(name): \"\(remedy)\" does not cure: \(error)"
        }
    }
}

/// Follows the remedies of errors; one issue names all rows that differ.
package func expectCures(
    sourceLocation: SourceLocation = #_sourceLocation,
    @Cures _ rows: () -> [Cure]
) {
    let differences = rows().compactMap(\.difference)
    guard !differences.isEmpty else { return }
    Issue.record("\(differences.joined(separator: "\n"))", sourceLocation: sourceLocation)
}

/// Collects the rows of ``expectCures(sourceLocation:_:)``.
@resultBuilder
package enum Cures {
    package static func buildExpression(_ row: Cure) -> [Cure] { [row] }
    package static func buildPartialBlock(first: [Cure]) -> [Cure] { first }
    package static func buildPartialBlock(accumulated: [Cure], next: [Cure]) -> [Cure] { accumulated + next }
}

/// What an error of the libraries says to do; for one of `Codable`, what the error beneath it or its text says.
package func remedyText(of error: any Error) -> String? {
    switch error {
    case let error as ArchiveError: error.remedy
    case DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context),
        DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
        (context.underlyingError as? ArchiveError)?.remedy
    case EncodingError.invalidValue(_, let context):
        (context.underlyingError as? ArchiveError)?.remedy ?? context.debugDescription
    default: nil
    }
}

/// Throws the first of the errors that a call reported instead of throwing them.
package func throwFirst(_ errors: [ArchiveError]) throws {
    if let error = errors.first { throw error }
}
