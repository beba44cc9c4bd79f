import PropertyLists
import SequentialArchives

/// Changes a sequential archive in every way that there is, and writes it.
enum SequentialEditingCalls {
    static func exerciseAll(_ archive: SequentialArchive) throws(ArchiveError) {
        ExecutionCounts.count(.sequentialEditing)
        var archive = archive
        let objects = archive.objects
        _ = (archive.description, archive.root?.description, archive.version(forClassName: "NSString"))
        for object in objects.prefix(32) { exercise(object, &archive) }
        try addItems(&archive, objects)
        archive.header.systemVersion ^= 1
        archive.header.byteOrder = archive.header.byteOrder == .little ? .big : .little
        guard let reopened = try? SequentialArchive(archive.bytes(), limits: .unlimited), reopened.isNormal else {
            throw ArchiveError(.invalidArchiveOperation, "an archive that was changed isn't normal")
        }
    }

    private static func exercise(_ object: SequentialObject, _ archive: inout SequentialArchive) {
        _ = (object.className, object.isKind(of: "NSObject"), object.description, object.values.map(object.object))
        _ = (object.classes.map(\.description), object.classes.map(\.name), archive.cString(object.reference))
        let groups = object.groups
        for (groupIndex, group) in groups.enumerated().prefix(8) {
            _ = (group.description, group.values.map(\.description))
            for (index, value) in group.values.enumerated().prefix(8) {
                for other in [value, .integer(1), .null, .bytes([1])] {
                    try? archive.setValue(other, at: index, ofGroup: groupIndex, in: object.reference)
                }
            }
        }
        try? archive.setGroups(groups.reversed(), of: object.reference)
    }

    private static func addItems(
        _ archive: inout SequentialArchive,
        _ objects: [SequentialObject]
    ) throws(ArchiveError) {
        for record in archive.classes.prefix(4) {
            try archive.renameClass(record.reference, to: record.name + "2", version: 3)
        }
        let class_ = try archive.addClass(name: "A", version: 1, superclass: archive.classes.last?.reference)
        let string = try archive.addCString([65])
        let object = try archive.addObject(ofClass: class_)
        let group = try SequentialGroup(types: "*@#", values: [.cString(string), .object(object), .class(class_)])
        try archive.setGroups([group], of: object)
        let others = try SequentialGroup(types: "@", values: [objects.last.map { .object($0.reference) } ?? .null])
        try archive.setGroups([group, others] + archive.groups)
        var new = SequentialArchive(header: .default)
        try? new.setGroups([others])
        _ = (new.bytes(), SequentialReference(7).description, archive.objects(ofClass: "A").count)
    }
}
