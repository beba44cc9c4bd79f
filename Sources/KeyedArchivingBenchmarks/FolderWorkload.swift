import Foundation
import KeyedArchiving
import PropertyLists

/// W7: every file of a folder that is a keyed archive, opened, parsed, decoded generically and written back.
struct FolderWorkload {
    let archives: [[UInt8]]

    init(folder: String) throws {
        var archives: [[UInt8]] = []
        let files = FileManager.default.enumerator(atPath: folder)
        while let name = files?.nextObject() as? String {
            guard let data = FileManager.default.contents(atPath: folder + "/" + name) else { continue }
            let bytes = Array(data)
            if (try? KeyedArchive(bytes)) != nil { archives.append(bytes) }
        }
        self.archives = archives
    }

    func run(repetitions: Int) throws {
        let bytes = archives.reduce(0) { $0 + $1.count }
        print("W7  \(archives.count) archives of a folder, \(bytes) bytes")
        let operations: [(String, ([UInt8]) throws -> Void)] = [
            ("open", { _ = try KeyedArchive($0) }),
            ("decode", { try Self.decodeEverything($0) }),
            ("rewrite", { _ = try KeyedArchive($0).bytes() }),
        ]
        for (name, body) in operations {
            var timing = Timing()
            for _ in 0..<repetitions {
                timing.seconds.append(try time { for archive in archives { try body(archive) } })
            }
            print(
                "  " + name.padded(10) + format(timing.median * 1e3, 10, decimals: 2) + " ms"
                    + format(Double(bytes) / timing.median / 1e6, 8) + " MB/s"
            )
        }
    }

    private static func decodeEverything(_ bytes: [UInt8]) throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        for field in try KeyedArchive(bytes).topLevel() {
            _ = try unarchiver.decodeObject(forKey: field.key.repaired)
        }
    }
}
