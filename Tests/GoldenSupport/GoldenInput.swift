package import Foundation
import Fuzzing
package import KeyedArchiving

/// One input of the goldens: its name in the recorded file, and how to get its bytes.
package struct GoldenInput: Sendable {
    package var name: String
    /// The type to decode the root object as; nil for any of those that the library has.
    package var type: (any (Codingable & SendableMetatype).Type)?
    /// Whether it takes so long that only a full run tries it.
    package var isLarge: Bool
    package var bytes: @Sendable () throws -> [UInt8]

    /// From how many bytes on a file is left out, because trying all calls on it takes long in a debug build.
    package static let largeSize = 16_384

    package init(
        _ name: String,
        type: (any (Codingable & SendableMetatype).Type)? = nil,
        isLarge: Bool = false,
        bytes: @escaping @Sendable () throws -> [UInt8]
    ) {
        self.name = name
        self.type = type
        self.isLarge = isLarge
        self.bytes = bytes
    }

    /// The files of a folder and of those within it that have a size, except what describes them.
    package static func files(in folder: URL, sizes: Range<Int> = 0..<largeSize) -> [GoldenInput] {
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.sorted().compactMap { name in
            let url = folder.appendingPathComponent(name)
            guard !["md", "tsv", "ksy", "py", "cjs", "sh", "swift"].contains(url.pathExtension),
                let size = (try? FileManager.default.attributesOfItem(atPath: url.path))?[.size] as? Int,
                sizes.contains(size), (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
            else { return nil }
            return GoldenInput(name, isLarge: size > 4_096) { Array(try Data(contentsOf: url)) }
        }
    }

    /// An archive of a value of every type that the library can encode.
    package static func values() throws -> [GoldenInput] {
        try OneOfEach.all.enumerated().map { number, value in
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: value)
            return GoldenInput("\(number) \(Swift.type(of: value))") { bytes }
        }
    }
}
