/// An error in a property list, an archive or a request to a coder, with its cause, its place and a remedy.
///
/// Errors are equal when their codes are equal, so that a test or a caller can ask for a kind of failure without
/// spelling out its place. Names that come from the input are shortened and escaped in every text.
///
/// ```swift
/// do {
///     _ = try BinaryPropertyListReader(bytes).tree()
/// } catch {
///     print(error.code, error.reason, error.remedy ?? "")
/// }
/// ```
///
/// An error is one reference, so that functions that may throw it return no more than a word; changing a copy leaves
/// the original as it is.
public struct ArchiveError: Error, Sendable {
    private var box: Box

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - reason: The cause of the error, in one lower-case clause.
    ///   - path: Where in the object graph.
    ///   - key: The key that was asked for or that holds the wrong value.
    ///   - className: The class name in the archive of the object concerned.
    ///   - uid: The object concerned.
    ///   - byteOffset: Where in the input, as a count of bytes from its start.
    ///   - remedy: How to fix it, in one lower-case clause.
    @inline(never)
    public init(
        _ code: Code,
        _ reason: String,
        path: ArchivePath? = nil,
        key: String? = nil,
        className: String? = nil,
        uid: UID? = nil,
        at byteOffset: Int? = nil,
        remedy: String? = nil
    ) {
        box = Box(
            Facts(
                code: code, reason: reason, remedy: remedy, byteOffset: byteOffset, path: path, key: key,
                className: className, objectNumber: uid?.rawValue))
    }

    /// Whether the error ends the whole operation, rather than reporting damage of a part of the input: a limit was
    /// reached, or the task was cancelled.
    package var endsWork: Bool { code == .limitExceeded || code == .cancelled }

    /// Whether another error is this one or a copy of it that wasn't changed.
    package func isIdentical(to other: ArchiveError) -> Bool { box === other.box }

    /// Everything that is known, in one place that copies of the error share.
    private final class Box: Sendable {
        let facts: Facts

        init(_ facts: Facts) {
            self.facts = facts
        }
    }

    private struct Facts {
        var code: Code
        var reason: String
        var remedy: String?
        var byteOffset: Int?
        var line: Int?
        var column: Int?
        var path: ArchivePath?
        var key: String?
        var className: String?
        var objectNumber: UInt64?
        /// Whether it is the cause of another error, which says all of this.
        var isCause = false
    }

    /// The facts; those that are set go into a new box.
    private var facts: Facts {
        get { box.facts }
        @inline(never) set { box = Box(newValue) }
    }
}

extension ArchiveError {
    /// The kind of failure.
    public var code: Code {
        get { box.facts.code }
        set { facts.code = newValue }
    }

    /// The cause of the error, in one lower-case clause.
    public var reason: String {
        get { box.facts.reason }
        set { facts.reason = newValue }
    }

    /// How to fix it, in one lower-case clause.
    public var remedy: String? {
        get { box.facts.remedy }
        set { facts.remedy = newValue }
    }

    /// The place in the input, as a count of bytes from its start.
    public var byteOffset: Int? {
        get { box.facts.byteOffset }
        set { facts.byteOffset = newValue }
    }

    /// The line in text, counted from 1.
    public var line: Int? {
        get { box.facts.line }
        set { facts.line = newValue }
    }

    /// The column in text, in bytes, counted from 1.
    public var column: Int? {
        get { box.facts.column }
        set { facts.column = newValue }
    }

    /// The place in the object graph, such as `root.children[3].owner`.
    public var path: ArchivePath? {
        get { box.facts.path }
        set { facts.path = newValue }
    }

    /// The key that was asked for or that holds the wrong value.
    public var key: String? {
        get { box.facts.key }
        set { facts.key = newValue }
    }

    /// The class name in the archive of the object concerned.
    public var className: String? {
        get { box.facts.className }
        set { facts.className = newValue }
    }

    /// The object concerned: its index in the `$objects` of a keyed archive, its number in a sequential archive.
    public var uid: UID? {
        get { box.facts.objectNumber.map { UID($0) } }
        set { facts.objectNumber = newValue?.rawValue }
    }
}

extension ArchiveError {
    /// Whether it is the cause of another error, which says all that this says.
    package var isCause: Bool {
        get { box.facts.isCause }
        set { facts.isCause = newValue }
    }

    /// The error as the cause of another one.
    package var asCause: ArchiveError {
        var cause = self
        cause.isCause = true
        return cause
    }
}

extension ArchiveError: Equatable {
    /// Compares codes only.
    public static func == (lhs: ArchiveError, rhs: ArchiveError) -> Bool {
        lhs.code == rhs.code
    }
}

extension ArchiveError: CustomStringConvertible {
    /// The place, the reason and the remedy in one line.
    ///
    /// The error in a `DecodingError` or an `EncodingError` is its code: the debug description there says the rest.
    public var description: String {
        let facts = box.facts
        if facts.isCause { return "\(facts.code)" }
        let field = facts.path?.lastKey == facts.key ? nil : facts.key.map { "key \($0.quotedForDisplay)" }
        var position = facts.byteOffset.map { "byte \($0)" }
        if let line = facts.line, let column = facts.column { position = "line \(line), column \(column)" }
        return ErrorLine.text(
            at: facts.path?.shortDescription, field, facts.objectNumber.map { "object #\($0)" }, position,
            reason: facts.reason, remedy: facts.remedy)
    }
}
