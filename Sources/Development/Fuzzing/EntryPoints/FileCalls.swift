import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

/// The calls that take `Data` or a file, and those that write one.
///
/// They read as the calls do that take bytes. Files are slow, so only one input in many goes through them.
enum FileCalls {
    static func exerciseAll(_ bytes: [UInt8], scratchFile path: String) {
        ExecutionCounts.count(.data)
        let data = Data(bytes)
        _ = try? KeyedArchive(data, limits: .untrusted).data()
        if let unarchiver = try? KeyedUnarchiver(forReadingFrom: data, limits: .untrusted) {
            use(try? unarchiver.decodeObject(of: Probe.self, forKey: KeyedArchiver.rootObjectKey))
        }
        let graph = (try? KeyedUnarchiver.unarchivedGraph(from: data, limits: .untrusted)) ?? nil
        if bytes.reduce(0, ^) % 64 == 0 { files(data, graph, URL(fileURLWithPath: path + ".copy")) }
        use(graph)
    }

    private static func files(_ data: Data, _ graph: (any Codingable)?, _ url: URL) {
        ExecutionCounts.count(.files)
        defer { try? FileManager.default.removeItem(at: url) }
        guard (try? data.write(to: url)) != nil else { return }
        let source: ArchiveFile = .contents(of: url)
        _ = (try? source.archiveBytes(), source.defaultRegistry)
        _ = try? KeyedUnarchiver(forReadingFrom: .contents(of: url), limits: .untrusted)
        use(try? KeyedUnarchiver.unarchivedObject(of: Probe.self, from: .contents(of: url), limits: .untrusted))
        try? (try? KeyedArchive(.contents(of: url), limits: .untrusted))?.write(to: url)
        try? KeyedArchiver.archiveRootObject(graph, to: url, limits: .untrusted)
        let archiver = KeyedArchiver(limits: .untrusted)
        try? archiver.encode(graph, forKey: KeyedArchiver.rootObjectKey)
        try? archiver.write(to: url)
    }

    private static func use(_ object: (any Codingable)?) {
        if let object { CycleBreaker.takeApart(object) }
    }
}
