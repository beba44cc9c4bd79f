import KeyedArchiving
import PropertyLists

/// Changes an archive by every call that changes one, and writes the result.
enum EditingCalls {
    static func exerciseAll(_ original: KeyedArchive) {
        ExecutionCounts.count(.editing)
        var archive = original
        let last = UID(UInt64(max(0, archive.objectCount - 1)))
        _ = try? archive.setValue(1, forKey: "added", ofObjectAt: UID(1))
        _ = try? archive.setValue("text", forKey: "NS.string", ofObjectAt: last)
        _ = try? archive.setValue(.uid(last), forKey: "NS.objects", ofObjectAt: UID(1))
        _ = try? archive.removeValue(forKey: "NS.objects", ofObjectAt: UID(2))
        _ = try? archive.removeObject(at: UID(3))
        setTopLevel(&archive)
        addObjects(&archive)
        archive.setArchiver(archive.archiver + "Copy")
        _ = archive.isChanged
        write(archive)
    }

    private static func setTopLevel(_ archive: inout KeyedArchive) {
        _ = try? archive.setTopLevelValue(.uid(UID(1)), forKey: "added")
        _ = try? archive.setTopLevelValue(1.5, forKey: "$0")
        _ = try? archive.removeTopLevelValue(forKey: "added")
        _ = try? archive.removeTopLevelValue(forKey: "not there")
    }

    /// Adds entries of every kind; one of them takes the place of another.
    private static func addObjects(_ archive: inout KeyedArchive) {
        let added = ArchivedClass(name: "Added", hierarchy: ["Added", "NSObject"])
        guard let classUID = try? archive.uid(of: added) else { return }
        let text = archive.add(.value("text"))
        let record = ArchivedRecord(classUID: classUID, fields: [ArchivedRecord.Field("name", .uid(text))])
        let object = archive.add(.object(record))
        _ = archive.add(.null)
        _ = archive.add(.classRecord(added))
        _ = try? archive.replaceEntry(at: UID(1), with: .object(record))
        _ = try? archive.replaceEntry(at: UID(UInt64(archive.objectCount)), with: .null)
        _ = try? archive.setTopLevelValue(.uid(object), forKey: "root")
        _ = try? archive.record(at: object)
        _ = (try? archive.record(at: UID(2)))?["NS.objects"]
    }

    /// What was changed may be refused, but it may not end the program.
    private static func write(_ archive: KeyedArchive) {
        _ = archive.problems(strict: true).count
        for format in PropertyListFormat.allCases {
            guard let bytes = try? archive.bytes(format: format) else { continue }
            _ = try? KeyedArchive(bytes, limits: .untrusted).topLevel()
        }
    }
}
