import KeyedArchiving
import PropertyLists
import SequentialArchives

extension InputFile {
    /// The sequential archive that bytes are; nil if they are something else.
    func sequentialArchive(in bytes: [UInt8]) throws(Failure) -> SequentialArchive? {
        guard case .sequential = FileKind(bytes) else { return nil }
        do throws(ArchiveError) {
            return try SequentialArchive(bytes, limits: limits.limits)
        } catch {
            throw Failure(error, in: name)
        }
    }
}

extension SequentialArchive {
    /// The peculiarities of the file, which `NSArchiver` never writes.
    var oddities: [ArchiveError] {
        if trailingZeroCount > 0 {
            let reason = "\(trailingZeroCount) zero bytes follow the archive, which NSArchiver never writes"
            return [ArchiveError(.invalidValue, reason, remedy: "drop them: keyed-archive rewrite does")]
        }
        guard !isNormal else { return [] }
        let reason = "a number or a text isn't in the form in which NSArchiver writes it"
        return [ArchiveError(.invalidValue, reason, remedy: "keyed-archive rewrite writes it in that form")]
    }
}
