import PropertyLists
import SequentialArchives

// Calls on sequential archives.

extension Input {
    fileprivate func sequentialArchive() throws -> SequentialArchive {
        try SequentialArchive(bytes, limits: .untrusted)
    }

    fileprivate func sequentialUnarchiver() throws -> SequentialUnarchiver {
        try SequentialUnarchiver(forReadingFrom: bytes, limits: .untrusted)
    }
}

extension EntryPoint {
    static let sequential: [EntryPoint] = [
        EntryPoint("sequential open") { _ = try $0.sequentialArchive() },
        EntryPoint("sequential groups") { _ = try $0.sequentialArchive().groups.count },
        EntryPoint("sequential groups of each object") {
            for object in try $0.sequentialArchive().objects { _ = (object.groups.count, object.classReference) }
        },
        EntryPoint("sequential classes") { _ = try $0.sequentialArchive().classes.count },
        EntryPoint("sequential objects(ofClass:)") { _ = try $0.sequentialArchive().objects(ofClass: "NSObject") },
        EntryPoint("sequential version(forClassName:)") { _ = try $0.sequentialArchive().version(forClassName: "C1") },
        EntryPoint("sequential description") { _ = try $0.sequentialArchive().description },
        EntryPoint("sequential canonical text", makesText: true) {
            $0.take(Array(try $0.sequentialArchive().canonicalText().utf8))
        },
        EntryPoint("sequential rewritten") { _ = try $0.sequentialArchive().isNormal },
        EntryPoint("sequential value set") { input in
            var archive = try input.sequentialArchive()
            var groups = archive.groups
            groups.append(try SequentialGroup(types: "i", values: [.integer(1)]))
            try? archive.setGroups(groups)
            input.take(archive.bytes())
        },
        EntryPoint("sequential class renamed") { input in
            var archive = try input.sequentialArchive()
            for record in archive.classes.prefix(1) {
                try? archive.renameClass(record.reference, to: "Renamed", version: 1)
            }
            input.take(archive.bytes())
        },
        EntryPoint("sequential decode any") { _ = try $0.sequentialUnarchiver().decodeObject() },
        EntryPoint("sequential decode strings") {
            _ = try $0.sequentialUnarchiver().decodeObject(of: SequentialString.self)
        },
        EntryPoint("sequential decode every group") { input in
            let unarchiver = try input.sequentialUnarchiver()
            while let types = unarchiver.nextTypes { _ = try unarchiver.decodeValues(ofObjCTypes: types) }
        },
        EntryPoint("sequential decode property list") { _ = try $0.sequentialUnarchiver().decodePropertyList() },
        EntryPoint("sequential encode again") { input in
            let unarchiver = try input.sequentialUnarchiver()
            let archiver = SequentialArchiver()
            while let types = unarchiver.nextTypes {
                try archiver.encodeValues(ofObjCTypes: types, unarchiver.decodeValues(ofObjCTypes: types))
            }
            input.take(archiver.encodedBytes)
        },
    ]
}
