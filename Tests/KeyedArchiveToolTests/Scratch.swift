import Foundation

/// A folder for the files of one test; it is removed with the value.
final class Scratch {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("keyed-archive-tests-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Creates a file.
    @discardableResult
    func file(_ name: String, _ bytes: [UInt8] = []) throws -> URL {
        let url = folder.appendingPathComponent(name)
        try Data(bytes).write(to: url)
        return url
    }

    /// The path of a file, whether it exists or not.
    func path(_ name: String) -> String {
        folder.appendingPathComponent(name).path
    }

    /// The bytes of a file.
    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    /// The names of all files, hidden ones too.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
}
