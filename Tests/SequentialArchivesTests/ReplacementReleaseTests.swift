import SequentialArchives
import Testing

@Suite struct ReplacementReleaseTests {
    /// A value without identity that owns an object, which uses the archiver while it is released.
    private struct Holder: SequentialCodingable {
        final class Content {
            let body: () -> Void

            init(_ body: @escaping () -> Void) { self.body = body }

            deinit { body() }
        }

        static var codedClassName: String { "Holder" }
        let content: Content

        init(_ content: Content) { self.content = content }

        init(coder unarchiver: SequentialUnarchiver) throws { content = Content {} }

        func encode(with archiver: SequentialArchiver) throws {}
    }

    @Test func `what a displaced replacement does while it is released counts`() throws {
        let archiver = SequentialArchiver()
        let (first, second) = (SequentialString("first"), SequentialString("second"))
        archiver.replace(
            first, with: Holder(Holder.Content { archiver.replace(second, with: SequentialString("B")) }))
        archiver.replace(first, with: SequentialString("A"))
        try archiver.encode(first)
        try archiver.encode(second)
        let unarchiver = try SequentialUnarchiver(forReadingFrom: archiver.encodedBytes)
        #expect(try unarchiver.decodeString() == "A")
        #expect(try unarchiver.decodeString() == "B")
    }
}
