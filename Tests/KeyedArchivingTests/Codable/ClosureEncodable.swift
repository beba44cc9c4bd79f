import KeyedArchiving
import PropertyLists

/// A value that does with its encoder whatever a closure does.
struct ClosureEncodable: Encodable {
    private let write: (any Encoder) throws -> Void

    init(_ write: @escaping (any Encoder) throws -> Void) {
        self.write = write
    }

    func encode(to encoder: any Encoder) throws { try write(encoder) }

    /// The archive of a value under the key `root`.
    static func archive(
        _ value: some Encodable,
        layout: ArchiveLayout = .current,
        limits: Limits = .default
    ) throws -> [UInt8] {
        let archiver = KeyedArchiver(layout: layout, limits: limits)
        try archiver.encodeEncodable(value, forKey: "root")
        return try archiver.encodedBytes
    }

    /// The property list that a value is encoded as.
    static func list(_ value: some Encodable) throws -> PropertyList? {
        try KeyedUnarchiver(forReadingFrom: archive(value)).decodePropertyList(forKey: "root")
    }

    /// The property list of what a closure does with its encoder.
    static func list(_ write: @escaping (any Encoder) throws -> Void) throws -> PropertyList? {
        try list(ClosureEncodable(write))
    }
}
