public import PropertyLists

/// `NSData`: bytes as an object.
///
/// An array `[UInt8]` is encoded as an array of numbers. Use this type for a data object,
/// or ``KeyedArchiver/encodeBytes(_:forKey:)-([UInt8],_)`` for inline bytes.
///
/// ```swift
/// try archiver.encode(ArchivedData([0xCA, 0xFE]), forKey: "payload")
/// ```
public struct ArchivedData: Hashable, Codable, Sendable {
    /// The bytes.
    public var bytes: [UInt8]

    /// Creates data.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}

extension ArchivedData: Codingable, ValueCoding {
    /// `NSData`.
    public static var codedClassName: String { "NSData" }

    /// Writes the bytes as the field of an object, as mutable data and subclasses of `NSData` have it: `NS.data`, or
    /// `NS.bytes` where a subclass of Apple's archiver writes.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encodeBytes(bytes, forKey: DataFields.key(writtenBy: archiver.archiverName))
    }

    /// Reads the bytes from `NS.data` (inline or an object) or `NS.bytes`.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        for key in [DataFields.data, DataFields.bytes] {
            guard let index = try unarchiver.state.value(forKey: key) else { continue }
            if let uid = try unarchiver.state.uid(at: index) {
                self = try ArchivedData.value(from: .reference(uid), with: unarchiver) ?? ArchivedData([])
            } else {
                self.init(try unarchiver.state.dataCopy(at: index, key: key))
            }
            return
        }
        throw unarchiver.damaged("a data object has neither NS.data nor NS.bytes", key: DataFields.data)
    }

    /// Data are plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    @usableFromInline
    package static var isInline: Bool { true }

    /// Stores the bytes.
    @usableFromInline
    package static func reference(to data: ArchivedData, with archiver: KeyedArchiver) throws -> UID {
        try archiver.checkNotFinished()
        return try archiver.encodeInline(data) { $0.addValueObject($0.dataEntry($1.bytes[...])) }
    }

    /// Reads the bytes.
    @usableFromInline
    package static func value(from source: CodingSource, with unarchiver: KeyedUnarchiver) throws -> ArchivedData? {
        switch source {
        case .reference(.null): return nil
        case .reference(let uid):
            if let bytes = try unarchiver.state.dataCopy(at: uid) { return ArchivedData(bytes) }
            return try unarchiver.typedObject(ArchivedData.self, uid: uid)
        case .key(let key, let allowsInline):
            return try unarchiver.decodeField(ArchivedData.self, forKey: key, allowsInline: allowsInline)
        case .inline(let index): return ArchivedData(try unarchiver.state.dataCopy(at: index, key: nil))
        }
    }

    /// The bytes themselves, or those of mutable data.
    @usableFromInline
    package static func converted(_ object: any Codingable) -> ArchivedData? {
        object as? ArchivedData ?? (object as? MutableArchivedData).map { ArchivedData($0.bytes) }
    }
}

extension UnarchiverState {
    /// The bytes at a UID that is stored as a plain value; nil if it is something else, or a delegate must see it.
    ///
    /// Bytes that are seen a second time are kept, so that data with many references are held once.
    fileprivate mutating func dataCopy(at uid: UID) throws(ArchiveError) -> [UInt8]? {
        guard let index = try leafIndex(uid, .data) else { return nil }
        let entry = try entry(uid)
        if let kept = entries.value(at: entry) as? ArchivedData {
            try chargeKeptValue(at: entry)
            return kept.bytes
        }
        do {
            let bytes = try dataCopy(at: index, key: nil)
            if entries[entry].stage != .value { keepIfLong(ArchivedData(bytes), entry) }
            return bytes
        } catch {
            throw located(error, entry)
        }
    }
}

/// Bytes as an instance: `NSMutableData`.
///
/// A call that asks for any object returns this type for mutable data, which has an identity, and an ``ArchivedData``
/// for immutable data. A call that asks for an ``ArchivedData`` returns one for both.
public final class MutableArchivedData: Codingable, ValueCoding, StoredContainer, CopiedContent {
    /// The bytes.
    public var bytes: [UInt8]

    /// The entry that it was decoded from.
    package let entry: StoredEntry?

    /// Creates mutable data.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        entry = nil
    }

    /// The size of the bytes.
    package var copiedSize: Int { bytes.count }

    /// `NSMutableData`.
    public static var codedClassName: String { "NSMutableData" }

    /// Objects with another class record than that of the type.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// `NSMutableData`; one that was decoded is written with the class record that it had.
    @usableFromInline
    package static func classRecord(of data: MutableArchivedData) -> ArchivedClass? { record }

    private static let record = ArchivedClass(standardNamed: codedClassName)

    /// Whether a stored field holds the bytes.
    package static func owns(_ key: String) -> Bool { key == DataFields.data || key == DataFields.bytes }

    /// Writes the bytes under the key that they had; new ones under `NS.data`, or under `NS.bytes` where a subclass of
    /// Apple's archiver writes.
    public func encode(with archiver: KeyedArchiver) throws {
        archiver.begin(self, at: entry)
        for key in [DataFields.data, DataFields.bytes] where archiver.holds(key) {
            return try archiver.encodeBytes(bytes, forKey: key)
        }
        try ArchivedData(bytes).encode(with: archiver)
    }

    /// Reads the bytes.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        bytes = try ArchivedData(coder: unarchiver).bytes
        entry = unarchiver.currentEntry
    }
}
