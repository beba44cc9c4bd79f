/// What a version control system does to the line ends of text, done to a binary property list.
///
/// A list of more than 13 objects has both bytes, as it refers to the objects 10 and 13. One that lacks either byte
/// was taken for text.
package enum LineEndChange: Sendable {
    /// Every byte 0D became 0A.
    case carriageReturnsLost
    /// Every byte 0A became 0D.
    case lineFeedsLost

    /// The change that a list shows; nil if it shows none.
    package init?(in bytes: [UInt8]) {
        guard bytes.haveBinaryMark, bytes.count >= BinaryTrailer.headerSize + BinaryTrailer.size else { return nil }
        // More objects than bytes aren't what the number was.
        let count = bytes.bigEndian(at: bytes.count - 24, width: 8)
        guard count > 13, count < UInt64(bytes.count) else { return nil }
        switch (bytes.contains(0x0A), bytes.contains(0x0D)) {
        case (true, false): self = .carriageReturnsLost
        case (false, true): self = .lineFeedsLost
        default: return nil
        }
    }

    /// The byte that stands for both.
    package var kept: UInt8 { self == .carriageReturnsLost ? 0x0A : 0x0D }

    /// The byte of which there are none.
    package var lost: UInt8 { self == .carriageReturnsLost ? 0x0D : 0x0A }

    /// What happened, in one lower-case clause.
    package var cause: String {
        switch self {
        case .carriageReturnsLost:
            "every carriage return (0D) became a line feed (0A), as a version control system does to text files"
        case .lineFeedsLost:
            "every line feed (0A) became a carriage return (0D), as a version control system does to text files"
        }
    }

    /// What helps, in one lower-case clause.
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
        return [ArchiveError(first.code, change.cause, remedy: remedy)] + problems.prefix(limit - 1)
    }
}
