public import KeyedArchiving
public import PropertyLists

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// `NSData`: a plain value. `NSMutableData` is read too.
extension Data: Codingable {
    /// `NSData`.
    public static var codedClassName: String { "NSData" }

    /// `NSMutableData`.
    public static var codedClassAliases: [String] { ["NSMutableData"] }

    /// Writes the bytes as the field of an object, as a ``/KeyedArchiving/ByteBuffer`` does.
    public func encode(with archiver: KeyedArchiver) throws {
        try ByteBuffer(Array(self)).encode(with: archiver)
    }

    /// Reads the bytes from `NS.data` (inline or an object) or `NS.bytes`.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self.init(try ByteBuffer(coder: unarchiver).bytes)
    }

    /// True: data are plain values.
    public static var _isInline: Bool { true }

    /// Stores the bytes.
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        try archiver._encodeData(self, bytes: Array(self))
    }

    /// Reads inline bytes.
    public static func _decode(inline index: Int, from unarchiver: KeyedUnarchiver) throws -> Data {
        Data(try unarchiver._bytes(inline: index))
    }

    /// The data, also from a buffer of bytes or from mutable data.
    public static func _cast(_ object: any Codingable) -> Data? {
        switch object {
        case let data as Data: data
        case let buffer as ByteBuffer: Data(buffer.bytes)
        case let data as ObjectData: Data(data.bytes)
        default: nil
        }
    }
}
