internal import PropertyLists

/// A string object: `NSString` or `NSMutableString`.
public final class SequentialString: SequentialCodingable, StandardSequentialClass {
    /// `NSString`, which mutable strings are too.
    public static var codedClassName: String { "NSString" }

    /// 1; in archives of OPENSTEP 0.
    public static var version: Int { 1 }

    /// The class and its superclasses with their versions.
    public let codedClassVersions: [CodedClassVersion]

    /// The bytes as they are stored: UTF-8, or NeXTSTEP's character set in version 0.
    public let bytes: [UInt8]

    /// Creates a string.
    public init(_ text: String, isMutable: Bool = false) {
        bytes = Array(text.utf8)
        codedClassVersions = ClassChain.chain("NSString", mutable: isMutable ? "NSMutableString" : nil, version: 1)
    }

    /// Whether the object is mutable.
    public var isMutable: Bool { codedClassVersions.first?.name == "NSMutableString" }

    /// The text; bytes that aren't UTF-8 are replaced.
    public var text: String {
        guard Self.isOld(codedClassVersions) else { return String(decoding: bytes, as: UTF8.self) }
        return String(decoding: bytes.map(NextStepEncoding.unit), as: UTF16.self)
    }

    private static func isOld(_ versions: [CodedClassVersion]) -> Bool {
        versions.first { $0.name == "NSString" }?.version == 0
    }

    static func canHold(_ versions: [CodedClassVersion]) -> Bool {
        ClassChain.matches(versions, "NSString", orMutable: "NSMutableString", version: 1)
            || versions == ClassChain.chain("NSString", mutable: nil)
    }

    /// Writes the bytes.
    public func encode(with archiver: SequentialArchiver) throws {
        if Self.isOld(codedClassVersions) { return try archiver.encodeData(bytes) }
        try archiver.encodeValue(ofObjCType: "+", .bytes(bytes))
    }

    /// Reads the bytes.
    public init(coder unarchiver: SequentialUnarchiver) throws {
        codedClassVersions = unarchiver.codedClassVersions
        if Self.isOld(codedClassVersions) {
            bytes = try unarchiver.decodeData()
        } else if case .bytes(let bytes) = try unarchiver.decodeValue(ofObjCType: "+") {
            self.bytes = bytes
        } else {
            throw unarchiver.damaged("a string has no characters, not even none")
        }
        if Self.canHold(codedClassVersions) { try unarchiver.checkEnd() }
    }
}
