import SequentialArchives
import TestSupport
import Testing

/// Long work on sequential archives ends soon after its task was cancelled.
@Suite struct CancellationTests {
    private static let count = 40_000

    /// Strings one after the other, more than a megabyte of them.
    private static let archive = Result {
        let archiver = SequentialArchiver()
        for number in 0..<count { try archiver.encode(SequentialString("a string with the number \(number)")) }
        return archiver.encodedBytes
    }

    @Test func `an archive isn't opened in a cancelled task`() async throws {
        let bytes = try Self.archive.get()
        #expect(bytes.count > 1 << 20)
        let code = await codeWhenCancelled { cancel in
            cancel()
            _ = try SequentialArchive(bytes)
        }
        #expect(code == .cancelled)
    }

    @Test func `decoding ends soon after its task is cancelled in the middle`() async throws {
        let bytes = try Self.archive.get()
        let code = await codeWhenCancelled { cancel in
            let unarchiver = try SequentialUnarchiver(forReadingFrom: bytes)
            var decoded = 0
            defer { #expect((20_000...25_000).contains(decoded)) }
            while !unarchiver.isAtEnd {
                if decoded == 20_000 { cancel() }
                _ = try unarchiver.decodeObject()
                decoded += 1
            }
        }
        #expect(code == .cancelled)
    }

    @Test func `objects are neither decoded nor encoded as a whole in a cancelled task`() async throws {
        let elements = (0..<Self.count).map { SequentialString("element \($0)") }
        let bytes = try SequentialArchiver.archivedBytes(withRootObject: SequentialArray(elements))
        let decoding = await codeWhenCancelled { cancel in
            let unarchiver = try SequentialUnarchiver(forReadingFrom: bytes)
            cancel()
            _ = try unarchiver.decodeObject()
        }
        #expect(decoding == .cancelled)
        let encoding = await codeWhenCancelled { cancel in
            let list = SequentialArray((0..<Self.count).map { SequentialString("element \($0)") })
            cancel()
            _ = try SequentialArchiver.archivedBytes(withRootObject: list)
        }
        #expect(encoding == .cancelled)
    }

    @Test func `what isn't cancelled comes to its end`() async throws {
        let bytes = try Self.archive.get()
        let code = await codeWhenCancelled { _ in
            let unarchiver = try SequentialUnarchiver(forReadingFrom: bytes)
            while !unarchiver.isAtEnd { _ = try unarchiver.decodeObject() }
        }
        #expect(code == nil)
    }
}
