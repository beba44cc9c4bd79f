/// A writer of OpenStep text property lists, in the form that every reader of them takes or in GNUstep's.
///
/// Both are ASCII text, one line for each scalar, indented by four spaces: strings in quotes unless they consist of
/// letters, digits and `_ . $`, every other character as `\Uxxxx`, so that strings keep unpaired surrogates and NUL.
///
/// **OpenStep's form** knows strings, data, arrays and dictionaries only. Other types are lost in it, as in GNUstep's
/// writer (Foundation's doesn't write this form): an integer or a real becomes the string of its digits, a boolean `1`
/// or `0`, a date a string such as `2002-03-22 11:30:00 +0000`.
///
/// **GNUstep's form** keeps them apart: `<*I5>`, `<*R1.5>`, `<*BY>`, `<*D2002-03-22 11:30:00 +0000>`, and base64 data,
/// `<[D713dw==]>`. It loses the same details as XML: a 32-bit real is written as the 64-bit real of the same value, and
/// a date without its fraction of a second. Foundation doesn't read it.
///
/// Null, sets, ordered sets, UIDs, keys that are not strings, dates outside of the years of 32 bits and integers outside
/// -2^63 to 2^64 - 1 have neither form and are refused with ``ArchiveError/Code/unrepresentable``.
///
/// ```swift
/// let text = try OpenStepPropertyListWriter(dialect: .gnuStep).write(["name": "Ada", "age": 36])
/// ```
public struct OpenStepPropertyListWriter: Sendable {
    /// The kinds of values that the text may hold.
    public enum Dialect: Hashable, Sendable, CaseIterable {
        /// Strings, data, arrays and dictionaries.
        case openStep
        /// Also numbers, booleans and dates.
        case gnuStep
    }

    /// The kinds of values that the text may hold.
    public var dialect: Dialect

    /// Whether dictionaries are written with their keys in the order of UTF-16 code units, or in their own order.
    public var sortsKeys: Bool

    /// The bounds on the text; of these, depth applies, and ``Limits/output`` where a budget is charged.
    ///
    /// Lines are indented by no more than 64 levels.
    public var limits: Limits

    /// Creates a writer.
    public init(dialect: Dialect = .openStep, sortsKeys: Bool = true, limits: Limits = .default) {
        self.dialect = dialect
        self.sortsKeys = sortsKeys
        self.limits = limits
    }

    /// Writes a property list as ASCII text.
    ///
    /// ```swift
    /// let text = try OpenStepPropertyListWriter().write(["name": "Ada"])
    /// ```
    ///
    /// - Throws: ``ArchiveError/Code/unrepresentable`` for a value that the form cannot hold,
    ///   ``ArchiveError/Code/limitExceeded`` for one that nests too deep. The reason says where the value is.
    /// - Complexity: O(*n* log *k*) where *k* is the largest number of keys in a dictionary, O(*n*) if its keys are in
    ///   order already.
    public func write(_ value: PropertyList) throws(ArchiveError) -> [UInt8] {
        var serializer = OpenStepSerializer(self, chargedTo: .unbounded)
        return try serializer.serialize(value)
    }

    /// Writes a property list that was read from some input as ASCII text, and charges it to the budget of that
    /// input, since the text repeats what a binary list shares, and indents what it nests.
    ///
    /// - Throws: As ``write(_:)`` does, and ``ArchiveError/Code/limitExceeded`` if the text is longer than
    ///   ``Limits/output`` allows for the input.
    /// - Complexity: As that of ``write(_:)``.
    package func write(
        _ value: PropertyList,
        charging budget: inout Budget
    ) throws(ArchiveError) -> [UInt8] {
        var serializer = OpenStepSerializer(self, chargedTo: budget)
        defer { budget = serializer.budget ?? budget }
        return try serializer.serialize(value)
    }
}

extension PropertyList {
    /// The dialect that keeps the type of the value: GNUstep's, if it holds numbers, booleans or dates.
    package var openStepDialect: OpenStepPropertyListWriter.Dialect {
        let isTyped = containsValue { value in
            switch value {
            case .boolean, .integer, .unsignedInteger, .integer128, .float, .double, .date: true
            default: false
            }
        }
        return isTyped ? .gnuStep : .openStep
    }
}
