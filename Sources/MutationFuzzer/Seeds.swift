import Foundation
import KeyedArchiving
import PropertyLists

/// The inputs that mutants are made of: the files of a folder, and archives made here.
enum Seeds {
    static func load(folder: String?) throws -> [[UInt8]] {
        var seeds = try made()
        guard let folder, let files = FileManager.default.enumerator(atPath: folder) else { return seeds }
        for name in files.compactMap({ $0 as? String }).sorted() {
            guard let data = FileManager.default.contents(atPath: folder + "/" + name), data.count <= 16_384 else {
                continue
            }
            if data.starts(with: "bplist".utf8) || data.starts(with: "<?xml".utf8) { seeds.append(Array(data)) }
        }
        return seeds
    }

    /// Small archives with every kind of value, in both forms.
    private static func made() throws -> [[UInt8]] {
        let probe = Probe()
        probe.tags = ["red", "a tag that is longer than fifteen bytes", "日本語"]
        probe.friend = Probe()
        probe.friend?.friend = probe
        var seeds = [
            try KeyedArchiver.archivedBytes(withRootObject: probe),
            try KeyedArchiver.archivedBytes(withRootObject: ["one": 1, "two": 2]),
            try KeyedArchiver.archivedBytes(withRootObject: Set(["a", "b"])),
            try KeyedArchiver.archivedBytes(withRootObject: [[1.5, nil], [-0.25]] as [[Double?]]),
            try KeyedArchiver.archivedBytes(withRootObject: [ByteBuffer([0, 1, 2]), ByteBuffer([])]),
        ]
        let archiver = KeyedArchiver()
        archiver.outputFormat = .xml
        try archiver.encode(probe, forKey: KeyedArchiver.rootObjectKey)
        seeds.append(try archiver.encodedBytes)
        return seeds
    }
}
