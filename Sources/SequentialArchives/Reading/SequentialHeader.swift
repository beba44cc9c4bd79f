/// The order of the bytes of numbers.
public enum SequentialByteOrder: String, Hashable, Sendable, CaseIterable {
    /// The least significant byte first: `streamtyped`.
    case little
    /// The most significant byte first: `typedstream`.
    case big

    /// The signature that says so.
    var signature: StaticString {
        switch self {
        case .little: "streamtyped"
        case .big: "typedstream"
        }
    }
}

/// The header of a sequential archive: a version, a signature, and the version of the system that wrote it.
public struct SequentialHeader: Hashable, Sendable {
    /// The version of the format, which is 4.
    public let version: Int

    /// The order of the bytes of every number that follows.
    public var byteOrder: SequentialByteOrder

    /// The version of the system that wrote the archive: 1000 for Mac OS X, 930 for NeXTSTEP and OPENSTEP.
    ///
    /// A negative number counts as 0: no archive with one opens.
    public var systemVersion: Int32 {
        didSet { systemVersion = max(0, systemVersion) }
    }

    /// The header that Mac OS X writes.
    public static let `default` = SequentialHeader()

    /// Creates the header of a new archive.
    ///
    /// - Parameters:
    ///   - byteOrder: The order of the bytes of numbers.
    ///   - systemVersion: The version of the system; a negative number counts as 0.
    public init(byteOrder: SequentialByteOrder = .little, systemVersion: Int32 = 1000) {
        version = 4
        self.byteOrder = byteOrder
        self.systemVersion = max(0, systemVersion)
    }

    /// The version, the length of the signature and the signature.
    static let size = 13

    /// The order of bytes that the signature names; nil if there is no signature.
    static func byteOrder(of bytes: some Collection<UInt8>) -> SequentialByteOrder? {
        var bytes = bytes.makeIterator()
        guard bytes.next() != nil, bytes.next() == UInt8(size - 2), let first = bytes.next() else { return nil }
        let order: SequentialByteOrder = first == UInt8(ascii: "s") ? .little : .big
        let isWhole = order.signature.withUTF8Buffer { signature in
            guard unsafe signature.first == first else { return false }
            return unsafe signature.dropFirst().allSatisfy { bytes.next() == $0 }
        }
        return isWhole ? order : nil
    }

    /// Whether bytes begin with the header of a sequential archive of any version.
    ///
    /// - Complexity: O(1).
    public static func isPresent(in bytes: some Collection<UInt8>) -> Bool { byteOrder(of: bytes) != nil }
}
