/// A reader of OpenStep text property lists, the form that came before XML, with GNUstep's extensions.
///
/// It opens all texts that the readers of Foundation and of GNUstep open, with the same value, and refuses others with
/// the place and the reason; <doc:OddInput> has the details:
///
/// - **Encodings**: UTF-8, and UTF-16 and UTF-32 in both byte orders.
/// - **Strings** without quotes consist of ASCII letters, digits and `_ $ / : . -`. In `"…"` or `'…'` anything may
///   stand; `\a \b \f \n \r \t \v` mean what they do in C, `\101` is a character of the NextStep encoding in octal,
///   `\U00e9` a UTF-16 code unit of up to four hexadecimal digits, and any other character after a backslash is itself.
/// - **Data**: `<0fbd77>`, in bytes of two hexadecimal digits with white space between them.
/// - **Containers**: `( a, b )` and `{ key = value; }`, where the last comma or semicolon may be there or missing.
///   Keys are strings. `key;` stands for `key = key;`, as Foundation reads it. Of equal keys the last counts.
/// - **Strings files**: `key = value;` without braces, as `.strings` files have it. Text with only comments is an
///   empty dictionary, and so is white space.
/// - **Comments**: `// …` to the end of the line and `/* … */`.
/// - **GNUstep's values**: `<*I5>`, `<*R1.5>`, `<*BY>`, `<*BN>`, `<*D2002-03-22 11:30:00 +0100>`, all with or without
///   quotes around the value, and base64 data, `<[D713dw==]>`.
///
/// Apart from the latter there are only strings, data, arrays and dictionaries in this form: a number is read as the
/// string of its digits. There are no UIDs in either, so there are no keyed archives.
///
/// Reading takes time and memory in proportion to the input, and no stack in proportion to its depth.
///
/// ```swift
/// let settings = try OpenStepPropertyListReader().read(Array("{ name = Ada; tags = (a, \"b c\"); }".utf8))
/// ```
public struct OpenStepPropertyListReader: Sendable {
    /// The bounds on the input; all apply but those on classes, output and archives in data.
    public var limits: Limits

    /// Creates a reader.
    public init(limits: Limits = .default) {
        self.limits = limits
    }

    /// Reads a property list.
    ///
    /// ```swift
    /// let settings = try OpenStepPropertyListReader().read(Array("{ name = Ada; }".utf8))
    /// ```
    ///
    /// - Parameter bytes: OpenStep text.
    /// - Throws: ``ArchiveError``, with the place as byte, line and column.
    /// - Complexity: O(*n*)
    public func read(_ bytes: [UInt8]) throws(ArchiveError) -> PropertyList {
        var oddities: [ArchiveError] = []
        return try read(bytes, oddities: &oddities)
    }

    /// Reads a property list, and lists its peculiarities.
    ///
    /// ```swift
    /// var oddities: [ArchiveError] = []
    /// let settings = try OpenStepPropertyListReader().read(Array("{ name = Ada; }".utf8), oddities: &oddities)
    /// for oddity in oddities { print(oddity) }
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: OpenStep text.
    ///   - oddities: Gets the oddities with their places, at most 100.
    /// - Throws: ``ArchiveError``, with the place as byte, line and column.
    /// - Complexity: O(*n*)
    public func read(_ bytes: [UInt8], oddities: inout [ArchiveError]) throws(ArchiveError) -> PropertyList {
        let text = try SourceText(openStep: bytes, limits: limits)
        do {
            var parser = OpenStepParser(text, limits: limits)
            let root = try parser.parse()
            oddities = text.located(parser.cursor.oddities.list)
            return root
        } catch {
            throw text.located(error)
        }
    }
}
