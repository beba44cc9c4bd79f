public import Foundation
public import KeyedArchiving

extension KeyedArchiveDecoder {
    /// Decodes the root object of an archive.
    ///
    /// This is the method of a decoder of top-level values, such as Combine's `TopLevelDecoder`, to which you can
    /// declare that the decoder conforms.
    ///
    /// ```swift
    /// let settings = try KeyedArchiveDecoder().decode(Settings.self, from: data)
    /// ```
    ///
    /// Dates, data, URLs and other values of Foundation are decoded from their stored objects.
    ///
    /// - Throws: As `decode(_:from:at:)` for bytes does.
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try decode(type, from: Array(data), at: nil)
    }
}

extension KeyedArchiveEncoder {
    /// Encodes a value as an archive with it under the key `root`.
    ///
    /// Dates, data, URLs and other values of Foundation are encoded as their stored objects.
    ///
    /// ```swift
    /// let data: Data = try KeyedArchiveEncoder().encode(["volume": 0.5])
    /// ```
    ///
    /// - Throws: As `encode(_:)` for bytes does.
    public func encode(_ value: some Encodable) throws -> Data {
        let bytes: [UInt8] = try encode(value)
        return Data(bytes)
    }
}
