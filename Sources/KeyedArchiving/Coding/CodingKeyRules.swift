/// The rules of keys in archives.
enum CodingKeyRules {
    /// The stored form of a user's key: a key that starts with `$` gets one more in front.
    ///
    /// `$class` and the generated keys `$0`, `$1`, … are stored as they are, so a user's key can never collide with
    /// them.
    @inline(__always)
    static func stored(_ key: String) -> String {
        key.utf8.first == UInt8(ascii: "$") ? "$" + key : key
    }
}
