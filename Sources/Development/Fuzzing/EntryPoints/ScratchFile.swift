import Foundation

/// A file that is written again and again, for commands that read their input from one.
///
/// The file is kept and cut, as file systems write out at once what is emptied and written again.
final class ScratchFile: Sendable {
    let path: String
    let descriptor: Int32

    init(_ path: String) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT, 0o600)
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// Puts bytes into the file.
    func store(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) } == bytes.count
            && ftruncate(descriptor, off_t(bytes.count)) == 0
    }

    /// Has something read the file from its beginning.
    func read(_ body: (Int32) -> Void) {
        lseek(descriptor, 0, SEEK_SET)
        body(descriptor)
    }

    /// Has something write the file, and cuts it where that ends.
    func write(_ body: (Int32) -> Void) {
        lseek(descriptor, 0, SEEK_SET)
        body(descriptor)
        ftruncate(descriptor, lseek(descriptor, 0, SEEK_CUR))
    }

    /// The bytes in the file.
    var bytes: [UInt8] { FileManager.default.contents(atPath: path).map { Array($0) } ?? [] }
}
