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
    /// - Throws: As `decode(_:from:at:)` for bytes does.
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try decode(type, from: Array(data))
    }

    /// Decodes the root object of an archive, or what stands at a place in it.
    ///
    /// ```swift
    /// let settings = try KeyedArchiveDecoder().decode(Settings.self, from: Data(contentsOf: url))
    /// ```
    ///
    /// Dates, data, URLs and other values of Foundation are decoded from their stored objects.
    ///
    /// - Parameters:
    ///   - type: What the object is decoded as.
    ///   - data: An archive in the binary or the XML form.
    ///   - place: A top-level key or a path; nil for the top-level key `root`, or the only one.
    /// - Throws: As `decode(_:from:at:)` for bytes does.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from data: Data,
        at place: String?
    ) throws -> Value {
        try decode(type, from: Array(data), at: place)
    }

    /// Decodes what is at a path in an archive.
    ///
    /// ```swift
    /// let path = ArchivePath([.key("root"), .key("volume")])
    /// let volume = try KeyedArchiveDecoder().decode(Double.self, from: data, at: path)
    /// ```
    ///
    /// - Throws: As `decode(_:from:at:)` for bytes does.
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: ArchivePath) throws -> Value {
        try decode(type, from: Array(data), at: path)
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
