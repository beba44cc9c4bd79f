import Foundation
import KeyedArchiving

/// A folder for the files of examples, which goes with it.
final class ExampleFolder {
    private let url = FileManager.default.temporaryDirectory.appendingPathComponent("examples \(UUID())")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }
}

/// The bytes of an archive whose top level an example encodes.
func exampleArchive(_ encode: (KeyedArchiver) throws -> Void) throws -> [UInt8] {
    let archiver = KeyedArchiver()
    try encode(archiver)
    return try archiver.encodedBytes
}
