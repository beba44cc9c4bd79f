public import KeyedArchiving
public import PropertyLists

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// `NSData`: a plain value. `NSMutableData` is read too.
extension Data: Codingable, ValueCoding {
    /// `NSData`.
    public static var codedClassName: String { "NSData" }

    /// Writes the bytes as the field of an object, as an ``/KeyedArchiving/ArchivedData`` does.
    public func encode(with archiver: KeyedArchiver) throws {
        try ArchivedData(Array(self)).encode(with: archiver)
    }

    /// Reads the bytes from `NS.data` (inline or an object) or `NS.bytes`.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self.init(try ArchivedData(coder: unarchiver).bytes)
    }

    /// Data are plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    @usableFromInline
    package static var isInline: Bool { true }

    /// Stores the bytes.
    @usableFromInline
    package static func reference(to data: Data, with archiver: KeyedArchiver) throws -> UID {
        try archiver.encodeData(data) { Array($0) }
    }

    /// Reads the bytes.
    @usableFromInline
    package static func value(from source: CodingSource, with unarchiver: KeyedUnarchiver) throws -> Data? {
        switch source {
        case .reference(let uid): try unarchiver.typedObject(Data.self, uid: uid)
        case .key(let key, let allowsInline):
            try unarchiver.decodeField(Data.self, forKey: key, allowsInline: allowsInline)
        case .inline(let index): Data(try unarchiver.bytes(inline: index))
        }
    }

    /// The data, also from a buffer of bytes or from mutable data.
    @usableFromInline
    package static func converted(_ object: any Codingable) -> Data? {
        switch object {
        case let data as Data: data
        case let buffer as ArchivedData: Data(buffer.bytes)
        case let data as MutableArchivedData: Data(data.bytes)
        default: nil
        }
    }
}

/// `NSUUID`.
extension UUID: Codingable {
    /// `NSUUID`.
    public static var codedClassName: String { "NSUUID" }

    /// Writes the 16 bytes under `NS.uuidbytes`.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encodeBytes(withUnsafeBytes(of: uuid) { Array($0) }, forSwiftKey: UUIDFields.bytes)
    }

    /// Reads the 16 bytes from `NS.uuidbytes`.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let bytes = try unarchiver.requiredData(forKey: UUIDFields.bytes)
        guard bytes.count == UUIDFields.size else {
            throw unarchiver.damaged(
                "a UUID has \(bytes.count.counted("byte")) instead of 16", key: UUIDFields.bytes)
        }
        var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
        self.init(uuid: uuid)
    }
}

extension Date: PropertyListValue {
    /// A date.
    package var propertyListValue: PropertyList { .date(timeIntervalSinceReferenceDate) }

    /// Creates a date from a date that is a number of seconds.
    package init?(propertyListValue: PropertyList) {
        guard case .date(let seconds) = propertyListValue, !seconds.isNaN else { return nil }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }
}

extension Data: PropertyListValue {
    /// Data.
    package var propertyListValue: PropertyList { .data(Array(self)) }

    /// Creates data from data.
    package init?(propertyListValue: PropertyList) {
        guard case .data(let bytes) = propertyListValue else { return nil }
        self.init(bytes)
    }
}
