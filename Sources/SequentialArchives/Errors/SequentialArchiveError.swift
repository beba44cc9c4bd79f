public import PropertyLists

/// What is wrong with a sequential archive or with a request made of a coder: what, where, why, and how to fix it.
///
/// Errors are equal when their codes are equal, so that a test or a caller can ask for a kind of failure without
/// spelling out its place. Names that come from the archive are shortened and escaped in every text.
///
/// ```swift
/// do {
///     _ = try SequentialArchive(bytes)
/// } catch {
///     print(error.code, error.reason, error.byteOffset ?? 0)
/// }
/// ```
public struct SequentialArchiveError: Error, Sendable {
    /// A kind of failure.
    ///
    /// New codes may be added; switch with a default.
    public struct Code: Hashable, Sendable {
        /// The stable name of the code, such as `truncated`.
        public let name: String

        private init(_ name: String) {
            self.name = name
        }
    }

    /// The kind of failure.
    public var code: Code

    /// What is wrong, in one lower-case clause.
    public var reason: String

    /// Where in the archive, as the expression that leads there, such as `root.groups[2][0]`.
    public var path: String?

    /// The class name in the archive of the object concerned.
    public var className: String?

    /// The number of the object concerned, as in a ``SequentialReference``; it may be that of a class or a C string.
    public var object: Int?

    /// Where in the file, as a count of bytes from its start.
    public var byteOffset: Int?

    /// How to fix it, in one lower-case clause.
    public var remedy: String?

    /// Creates an error.
    public init(
        _ code: Code,
        _ reason: String,
        path: String? = nil,
        className: String? = nil,
        object: Int? = nil,
        at byteOffset: Int? = nil,
        remedy: String? = nil
    ) {
        self.code = code
        self.reason = reason
        self.path = path
        self.className = className
        self.object = object
        self.byteOffset = byteOffset
        self.remedy = remedy
    }

    /// Creates an error from one of the layer below: ``Code/limitExceeded`` for a limit that was reached, otherwise
    /// ``Code/invalidValue``.
    public init(_ error: PropertyListError) {
        self.init(
            error.code == .limitExceeded ? .limitExceeded : .invalidValue,
            error.reason,
            at: error.byteOffset,
            remedy: error.remedy
        )
    }

    /// The error for a limit that was reached.
    static func limit(_ name: String, _ limit: Int, at byteOffset: Int? = nil) -> SequentialArchiveError {
        SequentialArchiveError(.limit(name, limit, at: byteOffset))
    }

    /// The error for what no writer may write.
    static func damaged(_ code: Code, _ reason: String, at byteOffset: Int? = nil) -> SequentialArchiveError {
        SequentialArchiveError(code, reason, at: byteOffset, remedy: PropertyListError.damageRemedy)
    }

    /// The error for values that aren't as many as the types of a type string.
    static func wrongCount(ofValues count: Int) -> SequentialArchiveError {
        SequentialArchiveError(
            .invalidValue,
            "there are \(count) values for another number of types",
            remedy: "give one value for each type"
        )
    }
}

extension SequentialArchiveError.Code {
    /// The bytes don't begin as a sequential archive does.
    public static let notASequentialArchive = Self("notASequentialArchive")
    /// A version of the format that cannot be read.
    public static let unsupportedVersion = Self("unsupportedVersion")
    /// The archive ends too early.
    public static let truncated = Self("truncated")
    /// A head byte that the format doesn't define, or that may not stand at its place.
    public static let invalidHead = Self("invalidHead")
    /// A length that is negative.
    public static let invalidLength = Self("invalidLength")
    /// A reference to what doesn't exist, or to something of another kind.
    public static let invalidReference = Self("invalidReference")
    /// A class chain that is malformed or leads to itself.
    public static let invalidClass = Self("invalidClass")
    /// A type string that is malformed.
    public static let invalidType = Self("invalidType")
    /// A number that doesn't fit its type.
    public static let range = Self("range")
    /// The contents of an object contradict its class, or a value contradicts its type.
    public static let invalidValue = Self("invalidValue")
    /// A limit was reached; the reason names it and its value.
    public static let limitExceeded = Self("limitExceeded")
    /// No type is known for a class name of the archive.
    public static let unknownClass = Self("unknownClass")
    /// An object of a class that the decoding call doesn't allow.
    public static let unexpectedClass = Self("unexpectedClass")
    /// A value of another type than the one asked for.
    ///
    /// This is Apple's `NSInconsistentArchiveException`.
    public static let typeMismatch = Self("typeMismatch")
    /// There is nothing left to decode where a value is asked for.
    public static let valueNotFound = Self("valueNotFound")
    /// An object that is needed while it is still being decoded.
    public static let cycle = Self("cycle")
    /// A coder was used after an error that left it inside a group.
    public static let finished = Self("finished")
    /// A request that an archiver or an archive cannot carry out.
    public static let invalidArchiveOperation = Self("invalidArchiveOperation")
}

extension SequentialArchiveError: Equatable {
    /// Compares codes only.
    public static func == (lhs: SequentialArchiveError, rhs: SequentialArchiveError) -> Bool {
        lhs.code == rhs.code
    }
}

extension SequentialArchiveError.Code: CustomStringConvertible {
    /// The stable name.
    public var description: String { name }
}

extension SequentialArchiveError: CustomStringConvertible {
    /// The place, the reason and the remedy in one line.
    public var description: String {
        ErrorLine.text(
            at: path, object.map { "object \($0)" }, byteOffset.map { "byte \($0)" }, reason: reason, remedy: remedy)
    }
}
