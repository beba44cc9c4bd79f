#if !hasFeature(Embedded)
    /// A type that keyed and sequential archives substitute in the same way: hooks that need no coder, written once.
    ///
    /// A type that conforms to this protocol and to that of a coder need not implement the hooks of that coder: they call
    /// these. Write the result types as they are here: a method with another one compiles, and nothing calls it.
    ///
    /// ```swift
    /// final class Country: Codingable, SequentialCodingable, SharedSubstitution, Sendable {
    ///     static let known = ["CH": Country("CH"), "FR": Country("FR")]
    ///     func awakeAfterDecoding() -> Any? { Country.known[code] }
    ///     …
    /// }
    /// ```
    public protocol SharedSubstitution {
        /// The type to name as this object's class in archives of any kind; nil for its own.
        ///
        /// A type that the coder can't write counts as nil. This is Apple's `classForCoder`.
        var typeForCoder: Any.Type? { get }

        /// The object to write in place of this one in archives of any kind: by default this one; nil to write nil.
        ///
        /// An object that the coder can't write is an error of it. This is Apple's `replacementObject(for:)`.
        func replacementObjectForCoder() throws -> Any?

        /// The object to return in place of this one after it has been decoded, or nil for this one.
        ///
        /// An object that the coder can't read is an error of it. This is Apple's `awakeAfter(using:)`.
        func awakeAfterDecoding() throws -> Any?
    }

    extension SharedSubstitution {
        /// Nil: the object's own type.
        public var typeForCoder: Any.Type? { nil }

        /// This object.
        public func replacementObjectForCoder() throws -> Any? { self }

        /// Nil: this object.
        public func awakeAfterDecoding() throws -> Any? { nil }

        /// The result of a hook as an object of a coder; nil if it returned nil.
        ///
        /// - Parameters:
        ///   - result: The result of the hook.
        ///   - hook: The name of the hook, for the error.
        ///   - protocolName: The protocol of the coder, for the error.
        ///   - convert: Converts an object to one of the coder's, or returns nil.
        /// - Throws: ``ArchiveError/Code/invalidArchiveOperation`` if it isn't an object of the coder.
        package func substitute<Object>(
            _ result: Any?,
            of hook: String,
            _ protocolName: String,
            _ convert: (Any) -> Object?
        ) throws(ArchiveError) -> Object? {
            guard let result else { return nil }
            if let object = convert(result) { return object }
            throw ArchiveError(
                .invalidArchiveOperation,
                "\(hook) of \(type(of: self)) returned a \(type(of: result)), which isn't \(protocolName)",
                remedy: "return an object of a type that conforms to \(protocolName)")
        }
    }
#endif
