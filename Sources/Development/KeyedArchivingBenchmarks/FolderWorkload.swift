import Foundation
import KeyedArchiving
import PropertyLists

/// W7: every file of a folder that is a keyed archive, opened, parsed, decoded generically and written back.
struct FolderWorkload {
    let archives: [[UInt8]]
    /// Those that are binary.
    let binary: [[UInt8]]
    /// Those that can be decoded; others are damaged.
    let sound: [[UInt8]]

    init(folder: String) throws {
        var archives: [[UInt8]] = []
        let files = FileManager.default.enumerator(atPath: folder)
        while let name = files?.nextObject() as? String {
            guard let data = FileManager.default.contents(atPath: folder + "/" + name) else { continue }
            let bytes = Array(data)
            if (try? KeyedArchive(bytes)) != nil { archives.append(bytes) }
        }
        self.archives = archives
        binary = archives.filter { (try? BinaryPropertyListReader($0).tree()) != nil }
        sound = archives.filter { (try? Self.decodeEverything($0)) != nil }
    }

    /// - Parameter only: The operation to run; nil for all.
    func run(repetitions: Int, withFoundation: Bool, only: String?) throws {
        print("W7  \(archives.count) archives of a folder, \(binary.count) of them binary, \(sound.count) not damaged")
        let data = withFoundation ? binary.map { Data($0) } : []
        let operations: [(name: String, archives: [[UInt8]], body: (Int) throws -> Void)] = [
            ("open", archives, { _ = try KeyedArchive(archives[$0]) }),
            ("tree", binary, { _ = try BinaryPropertyListReader(binary[$0]).tree() }),
            ("decode", sound, { try Self.decodeEverything(sound[$0]) }),
            ("rewrite", archives, { _ = try KeyedArchive(archives[$0]).bytes() }),
            ("Foundation tree", withFoundation ? binary : [], { try Self.readWithFoundation(data[$0]) }),
        ]
        let chosen = operations.filter { only == nil || $0.name == only }
        var timings: [String: Timing] = [:]
        for _ in 0..<repetitions {
            for (name, archives, body) in chosen where !archives.isEmpty {
                timings[name, default: Timing()].seconds.append(
                    try time { for position in archives.indices { try body(position) } })
            }
        }
        for (name, archives, _) in chosen {
            guard let timing = timings[name] else { continue }
            let bytes = archives.reduce(0) { $0 + $1.count }
            print(
                "  " + name.padded(16) + format(timing.median * 1e3, 10, decimals: 2) + " ms"
                    + format(Double(bytes) / timing.median / 1e6, 8) + " MB/s"
            )
        }
    }

    private static func readWithFoundation(_ data: Data) throws {
        _ = try PropertyListSerialization.propertyList(from: data, format: nil)
    }

    private static func decodeEverything(_ bytes: [UInt8]) throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        _ = try unarchiver.decodeTopLevelFields()
    }
}
