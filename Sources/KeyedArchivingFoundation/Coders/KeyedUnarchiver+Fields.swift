internal import KeyedArchiving

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

// Fields of Foundation's objects that real archives hold inline or as an object of their own.

extension KeyedUnarchiver {
    /// The bytes in a field; nil if it is missing or holds nil.
    func optionalData(forKey key: String) throws -> Data? {
        try decodeIfPresent(Data.self, forKey: key)
    }

    /// The bytes in a field that must be there.
    func requiredData(forKey key: String) throws -> Data {
        guard let data = try optionalData(forKey: key) else { throw missing(key) }
        return data
    }

    /// The string in a field; nil if it is missing or holds nil.
    func optionalString(forKey key: String) throws -> String? {
        try decodeInlineString(forKey: key)
    }

    /// The string in a field that must be there.
    func requiredString(forKey key: String) throws -> String {
        guard let string = try optionalString(forKey: key) else { throw missing(key) }
        return string
    }

    /// The integer in a field; nil if it is missing or holds nil.
    func optionalInteger(forKey key: String) throws -> Int? {
        try decodeIfPresent(Int.self, forKey: key)
    }

    /// The integer in a field that must be there.
    func requiredInteger(forKey key: String) throws -> Int {
        guard let integer = try optionalInteger(forKey: key) else { throw missing(key) }
        return integer
    }

    /// The real in a field that must be there; other writers store a whole one as an integer.
    func requiredReal(forKey key: String) throws -> Double {
        guard let real = try decodeNumber(forKey: key) else { throw missing(key) }
        return real
    }

    /// The error for a field that an object of the class cannot be without.
    func missing(_ key: String) -> ArchiveError {
        failure(
            .invalidValue,
            "an object has no \(key), which its class cannot be without",
            key: key,
            remedy: "the file was damaged or made by a faulty writer"
        )
    }
}
