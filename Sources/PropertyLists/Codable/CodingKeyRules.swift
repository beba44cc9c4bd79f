#if !hasFeature(Embedded)

/// The rules of keys in archives: those that start with `$` are the archiver's own.
///
/// `$class` and the generated keys `$0`, `$1`, … are stored as they are. A user's key that starts with `$` gets one more
/// in front, so that it can never collide with them.
@usableFromInline package enum CodingKeyRules {
    /// Whether a key as it is stored is one of the archiver's, or starts as these do.
    @inlinable
    @inline(__always)
    package static func isReserved(_ key: String) -> Bool {
        // Fast path without a call: nearly all keys lie in memory as UTF-8.
        let known = unsafe key.utf8.withContiguousStorageIfAvailable { unsafe $0.first == UInt8(ascii: "$") }
        return known ?? (key.utf8.first == UInt8(ascii: "$"))
    }

    /// The stored form of a user's key.
    @inlinable
    @inline(__always)
    package static func stored(_ key: String) -> String {
        isReserved(key) ? "$" + key : key
    }

    /// The user's key with a stored form, which is compared by code units: the character after `$` may combine with it.
    package static func userKey(_ stored: String) -> String {
        stored.utf8.starts(with: "$$".utf8) ? String(stored.unicodeScalars.dropFirst()) : stored
    }

    /// The key of the value that was encoded without one as the `number`-th.
    package static func generated(_ number: Int) -> String {
        "$\(number)"
    }
}

#endif
