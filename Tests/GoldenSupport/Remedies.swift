import Foundation
import KeyedArchiving
import PropertyLists
import SequentialArchives
import Testing

/// What README.md promises of the library's errors: each says how to fix what is wrong, and its text says so too.
///
/// The goldens show every error of every call to this: those of the corpus, of the hostile and the malformed inputs,
/// and of the mutations of all of them.
enum Remedies {
    /// Records an issue if an error of the library has no remedy, or a text without it.
    ///
    /// Errors of other types are those of the tests' own code, of Foundation or of the system, and promise nothing.
    static func expectRemedy(of error: any Error) {
        switch error {
        case let error as ArchiveError: expect(error.remedy, in: "\(error)")
        case let error as DecodingError:
            guard let cause = error.context.underlyingError as? ArchiveError else { return }
            expect(cause.remedy, in: error.context.debugDescription)
        default: break
        }
    }

    private static func expect(_ remedy: String?, in text: String) {
        guard remedy?.isEmpty != false || !text.contains(remedy ?? "") else { return }
        // One kind of error may come from thousands of inputs, with other numbers each time.
        guard told.insert(text.filter { !$0.isNumber }) else { return }
        Issue.record("an error does not say how to fix it: \(text) (remedy: \(remedy ?? "none"))")
    }

    private static let told = Told()

    /// The texts that were recorded.
    private final class Told: @unchecked Sendable {
        private let lock = NSLock()
        private var texts: Set<String> = []

        func insert(_ text: String) -> Bool { lock.withLock { texts.insert(text).inserted } }
    }
}

extension DecodingError {
    fileprivate var context: Context {
        switch self {
        case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
            .valueNotFound(_, let context):
            context
        @unknown default: Context(codingPath: [], debugDescription: "")
        }
    }
}
