#if !hasFeature(Embedded)

/// Decodes `Decodable` types from plain property lists, binary, XML and OpenStep, without Foundation.
///
/// ```swift
/// let settings = try PlistDecoder().decode(Settings.self, from: bytes)
/// ```
///
/// It reads the property lists that ``PlistEncoder`` and Foundation's encoder write: dictionaries are keyed containers,
/// arrays unkeyed ones, the text `$null` is nil. Only content that a type requests is read. A number is taken as any
/// type that holds it: a real without a fraction as an integer, an integer as the nearest real; a boolean is no number.
/// A type that asks for all keys of a dictionary gets them all, or an error: binary lists can have keys that aren't
/// text.
///
/// Dates, data and UIDs are decoded as a ``PropertyList`` or a ``UID``, and as `ArchivedDate` and `ArchivedData` of the
/// module `KeyedArchiving`. Foundation's `Date` and `Data` are read where the module `KeyedArchivingFoundation` is
/// imported; elsewhere decoding them throws an error that says so. The values of keyed archives are decoded with the decoder of these instead.
public struct PlistDecoder: Sendable {
    /// Bounds on the work that the input may cause.
    public var limits: Limits

    /// Contextual information that types can read from their decoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates a decoder.
    ///
    /// ```swift
    /// let settings = try PlistDecoder(limits: .untrusted).decode(Settings.self, from: bytes)
    /// ```
    public init(limits: Limits = .default) {
        self.limits = limits
    }

    /// Decodes a property list in any form.
    ///
    /// ```swift
    /// let names = try PlistDecoder().decode([String].self, from: bytes)
    /// ```
    ///
    /// - Throws: `DecodingError` with the coding path, and with an ``ArchiveError`` beneath that has the place in the
    ///   list; and the errors of initializers.
    /// - Complexity: O(*n*) in the size of the decoded content if the list is binary; O(*n*) in the size of text.
    public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        var format = PropertyListFormat.binary
        return try decode(type, from: bytes, format: &format)
    }

    /// Decodes a property list in any form, and tells in which it is.
    ///
    /// ```swift
    /// var format = PropertyListFormat.binary
    /// let names = try PlistDecoder().decode([String].self, from: bytes, format: &format)
    /// ```
    ///
    /// - Throws: As ``decode(_:from:)-(_,[UInt8])`` does.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from bytes: [UInt8],
        format: inout PropertyListFormat
    ) throws -> Value {
        let source: ListSource
        let value: TreePlace
        do throws(ArchiveError) {
            let form = try BinaryForm(ofList: bytes, limits: limits)
            format = form.format
            source = ListSource(form, userInfo)
            value = try source.value(at: form.reader.topObject)
        } catch {
            throw DecodingError(error, [])
        }
        return try decode(type, from: source, value)
    }

    /// Decodes a property list that was read or made.
    ///
    /// ```swift
    /// let names = try PlistDecoder().decode([String].self, from: ["Ada", "Alan"] as PropertyList)
    /// ```
    ///
    /// - Throws: As ``decode(_:from:)-(_,[UInt8])`` does.
    public func decode<Value: Decodable>(_ type: Value.Type, from list: PropertyList) throws -> Value {
        let source: ListSource
        let value: TreePlace
        do throws(ArchiveError) {
            source = ListSource(try BinaryForm(of: list, limits: limits), userInfo)
            value = try source.value(at: source.reader.topObject)
        } catch {
            throw DecodingError(error, [])
        }
        return try decode(type, from: source, value)
    }

    private func decode<Value: Decodable>(
        _ type: Value.Type, from source: ListSource, _ value: TreePlace
    ) throws -> Value {
        try TreeDecoder(source, value).decodeOutermost(type)
    }
}

#endif
