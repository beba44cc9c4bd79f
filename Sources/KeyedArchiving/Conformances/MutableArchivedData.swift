/// Bytes as an instance: `NSMutableData`.
///
/// This is what a call that asks for any object gets for mutable data, which has an identity; immutable data is a
/// ``ArchivedData``. A call that asks for an ``ArchivedData`` gets that for both.
public final class MutableArchivedData: Codingable {
    /// The bytes.
    public var bytes: [UInt8]

    /// Creates mutable data.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// `NSMutableData`.
    public static var codedClassName: String { "NSMutableData" }

    /// `NSMutableData`, `NSData`, `NSObject`.
    public static var codedClassHierarchy: [String] { ["NSMutableData", "NSData", "NSObject"] }

    /// Writes the bytes under `NS.data`, or under `NS.bytes` where a subclass of Apple's archiver writes.
    public func encode(with archiver: KeyedArchiver) throws {
        try ArchivedData(bytes).encode(with: archiver)
    }

    /// Reads the bytes.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        bytes = try ArchivedData(coder: unarchiver).bytes
    }
}
