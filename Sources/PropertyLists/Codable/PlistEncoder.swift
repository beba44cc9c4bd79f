#if !hasFeature(Embedded)

/// Encodes `Encodable` types as plain property lists, binary, XML or OpenStep, without Foundation.
///
/// ```swift
/// var encoder = PlistEncoder()
/// encoder.outputFormat = .xml
/// let bytes = try encoder.encode(settings)
/// ```
///
/// It writes the same values as Foundation's encoder of property lists: values with keys become dictionaries, lists
/// arrays, and nil the text `$null`. Equal values give equal bytes: the keys of dictionaries and the members of sets
/// are sorted. ``PlistDecoder`` reads these lists.
///
/// Dates, data and UIDs are encoded from a ``PropertyList`` or a ``UID``, and from `ArchivedDate` and `ArchivedData` of
/// the module `KeyedArchiving`. Foundation's `Date` and `Data` become dates and data where the module
/// `KeyedArchivingFoundation` is imported; elsewhere encoding them throws an error that says so, rather than writing a
/// list of numbers.
public struct PlistEncoder: Sendable {
    /// The form to write; OpenStep's with GNUstep's extensions, which keep numbers, booleans and dates apart from text.
    public var outputFormat: PropertyListFormat

    /// Bounds on the list to write, so that it can be read again within the same limits.
    public var limits: Limits

    /// Contextual information that types can read from their encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates an encoder.
    ///
    /// ```swift
    /// let bytes = try PlistEncoder(outputFormat: .xml).encode(settings)
    /// ```
    public init(outputFormat: PropertyListFormat = .binary, limits: Limits = .default) {
        self.outputFormat = outputFormat
        self.limits = limits
    }

    /// Encodes a value as a property list, which must be a dictionary, an array or data.
    ///
    /// ```swift
    /// let bytes: [UInt8] = try PlistEncoder().encode(["volume": 0.5])
    /// ```
    ///
    /// - Throws: `EncodingError` if the value encodes nothing, a single value such as a number, or a value that the
    ///   form can't hold, if it contradicts itself, or exceeds a limit; and the errors of the types' `encode(to:)`.
    /// - Complexity: O(*n*) in the number of values.
    @_disfavoredOverload
    public func encode(_ value: some Encodable) throws -> [UInt8] {
        let list = try propertyList(encoding: value)
        guard list.isContainer || list.dataValue != nil else {
            let text = ErrorLine.text(
                reason: "a property list in a file is a dictionary, an array or data, but \(type(of: value)) encodes "
                    + "itself as \(list.kind.withArticle)",
                remedy: "encode an array of it")
            throw EncodingError.invalidValue(value, EncodingError.Context(codingPath: [], debugDescription: text))
        }
        do {
            return try written(list)
        } catch {
            throw EncodingError(error, value)
        }
    }

    /// Encodes a value as a property list in memory.
    ///
    /// ```swift
    /// let list = try PlistEncoder().propertyList(encoding: settings)
    /// print(list["volume"]?.doubleValue ?? 0)
    /// ```
    ///
    /// - Throws: As ``encode(_:)`` does, but a single value is one here.
    public func propertyList(encoding value: some Encodable) throws -> PropertyList {
        let list: PropertyList
        do {
            list = try EncodedTree.propertyList(
                encoding: value, limits: limits, userInfo: userInfo, refusesForeign: true)
        } catch let error as ArchiveError {
            throw EncodingError(error, value)
        }
        guard list != .nilText else {
            let text = ErrorLine.text(
                reason: "nil is no property list", remedy: "encode an array or a dictionary that holds it")
            throw EncodingError.invalidValue(value, EncodingError.Context(codingPath: [], debugDescription: text))
        }
        return list
    }

    private func written(_ list: PropertyList) throws(ArchiveError) -> [UInt8] {
        switch outputFormat {
        case .binary:
            // The writers of text keep to the depth themselves.
            if list.level > limits.depth { throw .limit("depth", limits.depth) }
            let bytes = try BinaryPropertyListWriter().write(list)
            try BinaryPropertyListReader.check(bytes, within: limits)
            return bytes
        case .xml:
            let text = try XMLPropertyListWriter(limits: limits).write(list)
            try checkText { () throws(ArchiveError) in try XMLPropertyListReader(limits: limits).read(text) }
            return text
        case .openStep:
            let text = try OpenStepPropertyListWriter(dialect: .gnuStep, limits: limits).write(list)
            try checkText { () throws(ArchiveError) in try OpenStepPropertyListReader(limits: limits).read(text) }
            return text
        }
    }

    /// Checks that text, which was just written, can be read again within the limits.
    ///
    /// The writers keep to the depth; it is read only if objects, strings or data have a limit.
    private func checkText(_ read: () throws(ArchiveError) -> PropertyList) throws(ArchiveError) {
        guard limits.objects < .max || limits.stringBytes < .max || limits.dataBytes < .max else { return }
        do {
            _ = try read()
        } catch {
            // The caller doesn't see the text, so a position in it says nothing.
            var error = error
            (error.byteOffset, error.line, error.column) = (nil, nil, nil)
            throw error
        }
    }
}

extension EncodingError {
    /// The error of a limit or of a form that can't hold a value.
    fileprivate init(_ error: ArchiveError, _ value: Any) {
        self = .invalidValue(
            value, Context(codingPath: [], debugDescription: "\(error)", underlyingError: error.asCause))
    }
}

#endif
