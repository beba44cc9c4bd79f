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

/// What a sequential archive begins with: a version, a signature, and the version of the system that wrote it.
public struct SequentialHeader: Hashable, Sendable {
    /// The version of the format, which is 4.
    public let version: Int

    /// The order of the bytes of every number that follows.
    public var byteOrder: SequentialByteOrder

    /// The version of the system that wrote the archive: 1000 for Mac OS X, 930 for NeXTSTEP and OPENSTEP.
    public var systemVersion: Int32

    /// What Mac OS X writes.
    public static let `default` = SequentialHeader()

    /// Creates the header of a new archive.
    ///
    /// - Parameters:
    ///   - byteOrder: The order of the bytes of numbers.
    ///   - systemVersion: The version of the system, 0 or more.
    public init(byteOrder: SequentialByteOrder = .little, systemVersion: Int32 = 1000) {
        version = 4
        self.byteOrder = byteOrder
        self.systemVersion = systemVersion
    }

    /// The version, the length of the signature and the signature.
    static let size = 13

    /// The order of bytes that the signature names; nil if there is no signature.
    static func byteOrder(of bytes: some Collection<UInt8>) -> SequentialByteOrder? {
        let start = bytes.dropFirst().prefix(size - 1)
        guard start.first == UInt8(size - 2) else { return nil }
        return SequentialByteOrder.allCases.first { order in
            order.signature.withUTF8Buffer { unsafe start.dropFirst().elementsEqual($0) }
        }
    }

    /// Whether bytes begin as a sequential archive does, of whatever version.
    ///
    /// - Complexity: O(1).
    public static func isPresent(in bytes: some Collection<UInt8>) -> Bool { byteOrder(of: bytes) != nil }
}
