public import KeyedArchiving

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// `NSUUID`.
extension UUID: Codingable {
    /// `NSUUID`.
    public static var codedClassName: String { "NSUUID" }

    /// Writes the 16 bytes under `NS.uuidbytes`.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encodeBytes(withUnsafeBytes(of: uuid) { Array($0) }, forSwiftKey: "NS.uuidbytes")
    }

    /// Reads the 16 bytes from `NS.uuidbytes`.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let bytes = try unarchiver.requiredData(forKey: "NS.uuidbytes")
        guard bytes.count == 16 else {
            throw unarchiver.failure(
                .invalidValue, "a UUID has \(bytes.count) bytes instead of 16", key: "NS.uuidbytes")
        }
        var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
        self.init(uuid: uuid)
    }
}
