import KeyedArchiving
import PropertyLists

extension OpenedFile {
    /// The archives in the file with the paths that lead to them: the file itself, or those in the data of a list.
    ///
    /// - Parameter includesNested: Whether those in the data of archives are there, too.
    func archives(includingNested includesNested: Bool) throws(Failure) -> [(path: ArchivePath?, archive: KeyedArchive)]
    {
        do throws(ArchiveError) {
            var found: [(path: ArchivePath?, archive: KeyedArchive)]
            switch content {
            case .archive(let archive): found = [(nil, archive)]
            case .list(let list): found = try list.archives(limits: limits).map { ($0.path, $0.archive) }
            }
            guard includesNested else { return found }
            // Each is looked at in turn, with those found in it after the others.
            var position = 0
            while position < found.count {
                found += try found[position].archive.nestedArchives().map { (nil, $0) }
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
    fileprivate func nestedArchives() throws(ArchiveError) -> [KeyedArchive] {
        var budget = budget
        var found: [KeyedArchive] = []
        for number in 0..<objectCount {
            let entry: ArchiveEntry
            do throws(ArchiveError) {
                entry = try self.entry(at: UID(UInt64(number)), charging: &budget)
            } catch {
                if error.code == .limitExceeded { throw error }
                continue
            }
            for case .data(let bytes) in entry.plainValues {
                if let nested = try nestedArchive(in: bytes) { found.append(nested) }
            }
        }
        return found
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
