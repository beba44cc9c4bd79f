/// A conversion of line ends, meant for text by a version control system or a transfer, that damaged a binary property
/// list.
///
/// A list of more than 13 objects mostly has both bytes, as it refers to the objects 10 and 13. A damaged one without
/// either was taken for text. So was one that is a list without a 0D before each 0A, or with one before some of them.
package enum LineEndChange: Sendable {
    /// Every byte 0D became 0A.
    case carriageReturnsLost
    /// Every byte 0A became 0D.
    case lineFeedsLost
    /// Every byte 0A became 0D 0A.
    case carriageReturnsAdded
    /// Every 0D 0A became 0A.
    case carriageReturnsRemoved

    /// The change that a list shows; nil if it shows none.
    package init?(in bytes: [UInt8]) {
        guard bytes.haveBinaryMark, bytes.count >= BinaryTrailer.headerSize + BinaryTrailer.size else { return nil }
        if Self.withoutAddedReturns(bytes) != nil {
            self = .carriageReturnsAdded
            return
        }
        var budget = Budget(inputSize: bytes.count, limits: .default)
        if case .some(.some) = try? RemovedReturns(bytes, charging: &budget) {
            self = .carriageReturnsRemoved
            return
        }
        // More objects than bytes aren't what the number was.
        let count = bytes.bigEndian(at: bytes.count - 24, width: 8)
        guard count > 13, count < UInt64(bytes.count) else { return nil }
        switch (bytes.contains(0x0A), bytes.contains(0x0D)) {
        case (true, false): self = .carriageReturnsLost
        case (false, true): self = .lineFeedsLost
        default: return nil
        }
    }

    /// A list without the 0D that was added before each 0A; nil if none was.
    ///
    /// - Complexity: O(*n*).
    package static func withoutAddedReturns(_ bytes: [UInt8]) -> [UInt8]? {
        var (hasLineFeed, previous) = (false, UInt8(0))
        for byte in bytes {
            if byte == 0x0A {
                guard previous == 0x0D else { return nil }
                hasLineFeed = true
            }
            previous = byte
        }
        guard hasLineFeed else { return nil }
        var original: [UInt8] = []
        original.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte == 0x0A { original.removeLast() }
            original.append(byte)
        }
        let trailer = original.count - BinaryTrailer.size
        guard trailer > BinaryTrailer.headerSize,
            BinaryTrailer.listSize(in: original, trailerAt: trailer) == trailer
        else { return nil }
        return original
    }

    /// The byte that stands for both, where one was lost.
    package var kept: UInt8 { self == .lineFeedsLost ? 0x0D : 0x0A }

    /// The byte that was lost or added.
    package var lost: UInt8 { self == .lineFeedsLost ? 0x0A : 0x0D }

    /// The cause of the damage, in one lower-case clause.
    package var cause: String {
        switch self {
        case .carriageReturnsLost:
            "every carriage return (0D) became a line feed (0A), as a version control system does to text files"
        case .lineFeedsLost:
            "every line feed (0A) became a carriage return (0D), as a version control system does to text files"
        case .carriageReturnsAdded:
            "every line feed (0A) became a carriage return and a line feed (0D 0A), as a version control system does to "
                + "text files"
        case .carriageReturnsRemoved:
            "every carriage return and line feed (0D 0A) became a line feed (0A), as a version control system does to text "
                + "files"
        }
    }

    /// The remedy, in one lower-case clause.
    package static let remedy =
        "check --salvage of the tool, or KeyedArchive.salvage, brings back what can be known of it"

    /// An error of opening a list, with the change as its cause if there is one.
    package static func explaining(_ error: ArchiveError, in bytes: [UInt8]) -> ArchiveError {
        guard !error.endsWork, let change = LineEndChange(in: bytes) else {
            return error
        }
        var error = error
        error.remedy = "\(change.cause); \(remedy)"
        return error
    }

    /// The problems of a list, after the change that is their cause if there is one.
    package static func explaining(_ problems: [ArchiveError], in bytes: [UInt8], limit: Int) -> [ArchiveError] {
        guard let first = problems.first, limit > 0, let change = LineEndChange(in: bytes) else { return problems }
        return [change.problem(first.code)] + problems.prefix(limit - 1)
    }

    /// The change as a problem of a list.
    package func problem(_ code: ArchiveError.Code) -> ArchiveError {
        ArchiveError(code, cause, remedy: Self.remedy)
    }
}
