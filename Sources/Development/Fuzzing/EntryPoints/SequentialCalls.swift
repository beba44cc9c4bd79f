import PropertyLists
import SequentialArchives

/// Opens an input as a sequential archive, looks at everything in it, and writes it again.
enum SequentialCalls {
    /// How large an input may be whose every value is looked at.
    private static let mostBytes = 1 << 16

    static func exerciseAll(_ bytes: [UInt8]) throws(FuzzFailure) {
        guard SequentialHeader.isPresent(in: bytes) else { return }
        ExecutionCounts.count(.sequential)
        if bytes.count <= 4096 { try SequentialArchiverCalls.exerciseAll(bytes) }
        _ = try? SequentialArchive(bytes, limits: .untrusted)
        do throws(ArchiveError) {
            let archive = try SequentialArchive(bytes)
            try checkRewriting(archive, bytes)
            try exercise(archive, bytes)
            if bytes.count <= mostBytes {
                try SequentialEditingCalls.exerciseAll(archive)
                try SequentialCoderCalls.exerciseAll(archive)
            }
        } catch {
            ErrorCalls.look(at: error)
            if error.code == .invalidArchiveOperation { throw FuzzFailure(error.description) }
        }
    }

    /// What is written from the contents of an archive has the same contents.
    private static func checkRewriting(
        _ archive: SequentialArchive,
        _ bytes: [UInt8]
    ) throws(ArchiveError) {
        let rewritten = archive.rewritten()
        guard let reopened = try? SequentialArchive(rewritten, limits: .unlimited), reopened.isNormal else {
            throw ArchiveError(.invalidArchiveOperation, "an archive that was rewritten isn't normal")
        }
        guard bytes.count <= mostBytes else { return }
        let text = try archive.canonicalText()
        if let other = try? reopened.canonicalText(), other != text {
            throw ArchiveError(.invalidArchiveOperation, "an archive that was rewritten has other contents")
        }
    }

    private static func exercise(
        _ archive: SequentialArchive,
        _ bytes: [UInt8]
    ) throws(ArchiveError) {
        _ = (archive.header, archive.trailingZeroCount, archive.isNormal)
        guard bytes.count <= mostBytes else { return }
        for group in archive.groups { exercise(group) }
        for object in archive.objects.prefix(100) {
            _ = (object.classReference, object.text, object.propertyList(atGroup: 0))
        }
        _ = try archive.canonicalText()
    }

    private static func exercise(_ group: SequentialGroup) {
        _ = (group.types, group.hashValue, group == group)
        for index in group.startIndex..<group.endIndex { _ = group[index] }
    }
}
