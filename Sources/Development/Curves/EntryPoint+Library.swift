import Fuzzing
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

// Calls on one thing among many, made once for each thing: the cost of one must not depend on how many there are. And
// calls that go through a whole archive, made once.

extension EntryPoint {
    /// Calls that go through a whole archive.
    static let library: [EntryPoint] = matches + [difference] + analyses

    /// Calls on one thing among many, made once for each thing.
    static let libraryForEach: [EntryPoint] = (lookUps + edits).map { call in
        var call = call
        call.isMadeForEach = true
        return call
    }

    private static let lookUps: [EntryPoint] = [
        EntryPoint("look-ups, path of each element") { input in
            let archive = try input.archive()
            for place in elements(of: archive) { _ = try? archive.value(at: place) }
        },
        EntryPoint("look-ups, top-level keys") { input in
            let archive = try input.archive()
            for field in try archive.topLevel() { _ = archive.topLevelValue(forKey: field.key.repaired) }
        },
        EntryPoint("look-ups, views of each element") { input in
            let archive = try input.archive()
            let root = archive["root"]
            for index in 0..<archive.objectCount {
                let view = root[index]
                _ = (view.exists, view.isNil, view["a"].int)
            }
        },
        EntryPoint("look-ups, elements of a view") { input in
            // Not text, nor names: each call that returns one costs its length, and many elements can share it.
            for element in try input.archive()["root"].require(\.elements) { _ = (element.uid, element.double) }
        },
    ]

    private static let matches: [EntryPoint] = [
        EntryPoint("matches, all places") { _ = try $0.archive().matches("**").count },
        EntryPoint("matches, by class") { _ = try $0.archive().matches("**<NSObject>").count },
        EntryPoint("matches, by key") { _ = try $0.archive().matches("root.**.a").count },
    ]

    private static let edits: [EntryPoint] = [
        edit("edits, value of each object") { archive in
            for uid in uids(of: archive) { _ = try? archive.setValue(1, forKey: "k", ofObjectAt: uid) }
        },
        edit("edits, value of each object removed") { archive in
            for uid in uids(of: archive) { _ = try? archive.removeValue(forKey: "a", ofObjectAt: uid) }
        },
        edit("edits, each element by path") { archive in
            for place in elements(of: archive) { _ = try? archive.set("text", at: place, orphans: .kept) }
        },
        edit("edits, each element removed by path, the last first") { archive in
            for _ in uids(of: archive) { _ = try? archive.remove(at: "root[-1]", orphans: .kept) }
        },
        edit("edits, each top-level value removed") { archive in
            for field in (try? archive.topLevel()) ?? [] {
                _ = try? archive.removeTopLevelValue(forKey: field.key.repaired)
            }
        },
        edit("edits, top-level values added") { archive in
            for index in 0..<archive.objectCount { try? archive.setTopLevelValue(1, forKey: "added \(index)") }
        },
        edit("edits, orphans dropped") { archive in
            _ = try? archive.removeTopLevelValue(forKey: "root")
            _ = try? archive.dropOrphans()
        },
    ]

    private static let difference: EntryPoint = {
        var call = EntryPoint("analysis, difference") { input in
            let archive = try input.archive()
            var edited = archive
            // Few of them, as editing takes more memory.
            for uid in uids(of: archive).prefix(16) { _ = try? edited.setValue(1, forKey: "k", ofObjectAt: uid) }
            _ = try edited.difference(from: archive).changes.map(\.description)
        }
        call.archiveCount = 2
        return call
    }()

    private static let analyses: [EntryPoint] = [
        EntryPoint("analysis, audit") { _ = try $0.archive().audit().amplification },
        EntryPoint("analysis, class summary") { _ = try $0.archive().classSummary.count },
        EntryPoint("analysis, salvage") { input in
            // A byte that is not what it was, in the middle of the objects.
            var bytes = input.bytes
            if bytes.count > 64 { bytes[bytes.count / 2] ^= 0x55 }
            _ = try KeyedArchive.salvage(bytes, limits: .untrusted).archive.objectCount
        },
        EntryPoint("decode, KeyedArchiveDecoder") {
            _ = try KeyedArchiveDecoder(registry: .foundation, limits: .untrusted).decode(
                AnyCodable.self, from: $0.bytes)
        },
        EntryPoint("list to OpenStep", makesText: true) {
            var budget = Budget(inputSize: $0.bytes.count, limits: .untrusted)
            $0.take(try OpenStepPropertyListWriter(limits: .untrusted).write($0.tree(), charging: &budget))
        },
    ]

    private static func edit(_ name: String, _ body: @escaping @Sendable (inout KeyedArchive) -> Void) -> EntryPoint {
        EntryPoint(name) {
            var archive = try $0.archive()
            body(&archive)
            _ = try archive.bytes()
        }
    }

    private static func uids(of archive: KeyedArchive) -> [UID] {
        (0..<archive.objectCount).map { UID(UInt64($0)) }
    }

    /// A path for each entry, as if all were elements of the root.
    private static func elements(of archive: KeyedArchive) -> [ArchivePath] {
        (0..<archive.objectCount).map { ArchivePath([.key("root"), .index($0)]) }
    }
}
