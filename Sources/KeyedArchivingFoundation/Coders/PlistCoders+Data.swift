public import Foundation
public import PropertyLists

extension PlistEncoder {
    /// Encodes a value as a property list, which must be a dictionary, an array or data.
    ///
    /// Dates and data become values of the list; a URL is encoded through its `Encodable` conformance.
    ///
    /// ```swift
    /// let data: Data = try PlistEncoder(outputFormat: .xml).encode(["volume": 0.5])
    /// ```
    ///
    /// - Throws: As `encode(_:)` for bytes does.
    public func encode(_ value: some Encodable) throws -> Data {
        let bytes: [UInt8] = try encode(value)
        return Data(bytes)
    }
}

extension PlistDecoder {
    /// Decodes a property list in any form.
    ///
    /// This is the method of a decoder of top-level values, such as Combine's `TopLevelDecoder`, to which you can
    /// declare that the decoder conforms.
    ///
    /// ```swift
    /// let settings = try PlistDecoder().decode(Settings.self, from: Data(contentsOf: url))
    /// ```
    ///
    /// - Throws: As `decode(_:from:)` for bytes does.
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try decode(type, from: Array(data))
    }

    /// Decodes a property list in any form, and tells in which it is.
    ///
    /// ```swift
    /// var format = PropertyListFormat.binary
    /// let settings = try PlistDecoder().decode(Settings.self, from: data, format: &format)
    /// ```
    ///
    /// - Throws: As `decode(_:from:)` for bytes does.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from data: Data,
        format: inout PropertyListFormat
    ) throws -> Value {
        try decode(type, from: Array(data), format: &format)
    }
}
