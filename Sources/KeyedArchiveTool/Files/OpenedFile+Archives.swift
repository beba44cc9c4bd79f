import KeyedArchiving
import PropertyLists

/// An archive that is a file, or is held in the data of one.
struct FoundArchive {
    /// The path that leads to it; nil for a file, and for archives in data of archives.
    var path: ArchivePath?
    /// The archive, or the mirror of a sequential one.
    var archive: KeyedArchive
    /// The sequential archive; nil for keyed ones.
    var mirror: SequentialMirror?

    init(path: ArchivePath? = nil, archive: KeyedArchive) {
        self.path = path
        self.archive = archive
    }

    init(path: ArchivePath? = nil, _ mirror: SequentialMirror) {
        self.path = path
        archive = mirror.keyed
        self.mirror = mirror
    }
}

extension OpenedFile {
    /// The archives in the file with the paths that lead to them: the file itself, or those in the data of a list.
    ///
    /// - Parameter includesNested: Whether those in the data of archives are there, too.
    func archives(includingNested includesNested: Bool) throws(Failure) -> [FoundArchive] {
        do throws(ArchiveError) {
            var found: [FoundArchive]
            switch content {
            case .archive(let archive): found = [FoundArchive(archive: archive)]
            case .sequential(let mirror): found = [FoundArchive(mirror)]
            case .list(let list): found = try list.archives(limits: limits)
            }
            guard includesNested else { return found }
            // Each is looked at in turn, with those found in it after the others.
            var position = 0
            while position < found.count {
                found += try found[position].archive.nestedArchives(limits: limits)
                position += 1
            }
            return found
        } catch {
            throw Failure(error, in: file)
        }
    }
}

extension KeyedArchive {
    /// The archives in data of this one, in the order of their entries.
    fileprivate func nestedArchives(limits: InputLimits) throws(ArchiveError) -> [FoundArchive] {
        var budget = budget
        var found: [FoundArchive] = []
        for number in 0..<objectCount {
            let entry: ArchiveEntry
            do throws(ArchiveError) {
                entry = try self.entry(at: UID(UInt64(number)), charging: &budget)
            } catch {
                if error.code == .limitExceeded { throw error }
                continue
            }
            for case .data(let bytes) in entry.plainValues {
                if let nested = try archive(inData: bytes, limits: limits) { found.append(nested) }
            }
        }
        return found
    }

    /// The archive of either kind that data of this one hold; nil if they hold none.
    ///
    /// - Throws: ``KeyedArchiving/ArchiveError/Code/limitExceeded``.
    func archive(inData bytes: [UInt8], limits: InputLimits) throws(ArchiveError) -> FoundArchive? {
        guard FileKind(bytes).isSequential else {
            return try nestedArchive(in: bytes).map { FoundArchive(archive: $0) }
        }
        do throws(ArchiveError) {
            return FoundArchive(try SequentialMirror(bytes, limits: limits))
        } catch {
            if error.code == .limitExceeded { throw error }
            return nil
        }
    }
}

extension ArchiveEntry {
    /// The values in the entry itself.
    fileprivate var plainValues: [PropertyList] {
        switch self {
        case .value(let value): [value]
        case .object(let record): record.fields.map(\.value)
        case .null, .classRecord: []
        }
    }
}
