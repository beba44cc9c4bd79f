import TestSupport
import Testing

@Suite struct SHA256Tests {
    /// The examples of the standard, and a text that fills its last block so that the length needs one more.
    @Test(.rows)
    func `digests are those of the standard`() {
        forEachRow([
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ]) { (text: String, digest: String) in
            #expect(SHA256.hexDigest(Array(text.utf8)) == digest)
        }
    }
}
