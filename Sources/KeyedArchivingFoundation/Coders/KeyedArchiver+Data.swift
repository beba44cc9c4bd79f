public import KeyedArchiving
public import PropertyLists

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension KeyedArchiver {
    /// Archives one object, with all it refers to, under the key `root`.
    ///
    /// ```swift
    /// let data = try KeyedArchiver.archivedData(withRootObject: ["a", "b"])
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError``, and the errors of the objects' `encode(with:)`.
    /// - Complexity: O(*n*) in the number of values.
    public static func archivedData(
        withRootObject object: (any Codingable)?,
        requiringSecureCoding: Bool = false,
        layout: ArchiveLayout = .current,
        outputFormat: PropertyListFormat = .binary,
        limits: Limits = .default
    ) throws -> Data {
        let archiver = KeyedArchiver(requiringSecureCoding: requiringSecureCoding, layout: layout, limits: limits)
        archiver.outputFormat = outputFormat
        try archiver.encode(object, forKey: rootObjectKey)
        return try archiver.encodedData
    }

    /// The archive; asking for it finishes it.
    ///
    /// - Throws: As ``/KeyedArchiving/KeyedArchiver/finishEncoding()`` does.
    public var encodedData: Data {
        get throws { Data(try encodedBytes) }
    }

    /// Encodes bytes, inline.
    ///
    /// Data that is passed to `encode(_:forKey:)` becomes a separate object instead.
    ///
    /// ```swift
    /// try archiver.encodeBytes(data, forKey: "checksum")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/finished`` after finishing.
    public func encodeBytes(_ data: Data, forKey key: String) throws {
        try encodeBytes(Array(data), forKey: key)
    }
}

extension KeyedArchiver {
    /// Archives one object, with all it refers to, into a file that is replaced as a whole or not at all.
    ///
    /// ```swift
    /// try KeyedArchiver.archiveRootObject(["opened": Date.now], to: url)
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError``, the errors of the objects' `encode(with:)`, and `CocoaError` if
    ///   the file cannot be written.
    public static func archiveRootObject(
        _ object: (any Codingable)?,
        to url: URL,
        requiringSecureCoding: Bool = false,
        layout: ArchiveLayout = .current,
        limits: Limits = .default
    ) throws {
        try archivedData(
            withRootObject: object,
            requiringSecureCoding: requiringSecureCoding,
            layout: layout,
            limits: limits
        ).write(to: url, options: .atomic)
    }

    /// Finishes the archive and writes it into a file that is replaced as a whole or not at all.
    ///
    /// ```swift
    /// try archiver.encode("text", forKey: "root")
    /// try archiver.finishEncoding()
    /// try archiver.write(to: url)
    /// ```
    ///
    /// - Throws: As ``/KeyedArchiving/KeyedArchiver/finishEncoding()`` does, and `CocoaError` if the file cannot be
    ///   written.
    public func write(to url: URL) throws {
        try encodedData.write(to: url, options: .atomic)
    }
}

// What the compiler says to calls that look right and aren't there.

extension KeyedArchiver {
    /// Not available: the type isn't `Codingable`.
    @available(
        *, unavailable,
        message: """
            this type isn't Codingable: declare it 'Codingable', or make a KeyedArchiver and use \
            'encodeEncodable(_:forKey:)' or 'encodeAny(_:forKey:)' with the key KeyedArchiver.rootObjectKey
            """
    )
    public static func archivedData<Root>(
        withRootObject object: Root, requiringSecureCoding: Bool = false
    ) throws -> Data {
        throw ArchiveError(.invalidArchiveOperation, "not available")
    }

    /// Not available: the type isn't `Codingable`.
    @available(
        *, unavailable,
        message: """
            this type isn't Codingable: declare it 'Codingable', or make a KeyedArchiver, use \
            'encodeEncodable(_:forKey:)' or 'encodeAny(_:forKey:)' with the key KeyedArchiver.rootObjectKey, and \
            'write(to:)'
            """
    )
    public static func archiveRootObject<Root>(
        _ object: Root, to url: URL, requiringSecureCoding: Bool = false
    ) throws {}
}
