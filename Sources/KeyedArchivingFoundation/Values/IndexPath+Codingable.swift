public import KeyedArchiving

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// `NSIndexPath`.
extension IndexPath: Codingable {
    /// `NSIndexPath`.
    public static var codedClassName: String { "NSIndexPath" }

    /// Writes the length, then one index in a field or more of them as variable-length integers.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError/Code/unrepresentable`` if an index is negative.
    public func encode(with archiver: KeyedArchiver) throws {
        guard allSatisfy({ $0 >= 0 }) else {
            throw ArchiveError(.unrepresentable, "an index path with a negative index cannot be archived")
        }
        try archiver.encode(count, forKey: "NSIndexPathLength")
        if count > 1 {
            try archiver.encode(MutableVariant(Data(VariableLengthIntegers.bytes(self))), forKey: "NSIndexPathData")
        } else if let index = first {
            try archiver.encode(index, forKey: "NSIndexPathValue")
        }
    }

    /// Reads the length and as many indexes.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let length = try unarchiver.requiredInteger(forKey: "NSIndexPathLength")
        switch length {
        case 0: self.init()
        case 1:
            let index = try unarchiver.requiredInteger(forKey: "NSIndexPathValue")
            guard index >= 0 else {
                throw unarchiver.failure(.invalidValue, "an index is negative", key: "NSIndexPathValue")
            }
            self.init(index: index)
        default:
            guard let indexes = try unarchiver.variableLengthIntegers(forKey: "NSIndexPathData") else {
                throw unarchiver.missing("NSIndexPathData")
            }
            guard indexes.count == length else {
                throw unarchiver.failure(
                    .invalidValue,
                    "an index path counts \(length) indexes and holds \(indexes.count)",
                    key: "NSIndexPathData"
                )
            }
            self.init(indexes: indexes)
        }
    }
}
