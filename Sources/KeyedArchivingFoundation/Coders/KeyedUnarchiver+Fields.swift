internal import Foundation
internal import KeyedArchiving

// Fields of Foundation's objects that real archives hold inline or as a separate object.

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
            remedy: ArchiveError.damageRemedy
        )
    }
}

extension KeyedUnarchiver {
    /// The numbers that a field holds as variable-length integers; nil if it is missing or holds nil.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if these, and as much again for the values made of
    ///   them, take too much memory.
    func variableLengthIntegers(forKey key: String) throws -> [Int]? {
        guard let data = try optionalData(forKey: key) else { return nil }
        // Once for the numbers, and once for what the caller makes of them.
        try charge(2 * MemoryLayout<Int>.stride * VariableLengthIntegers.count(in: data))
        do {
            return try VariableLengthIntegers.numbers(data)
        } catch {
            throw damaged("the numbers of \(key) are malformed: \(error.reason)", key: key)
        }
    }
}

/// The types that may be in the contents of an attributed string, a notification or an error where secure coding is
/// required: all of Foundation's types that this library has, objects of unknown classes, and the types that the caller
/// allows.
///
/// None of them does anything but hold content.
enum ContentOnlyTypes {
    // Safe: it is never changed, and the conformances of the library's types hold in every isolation.
    private nonisolated(unsafe) static let all: [any Codingable.Type] =
        ClassRegistry.standardContentTypes + ClassRegistry.foundationTypes + [ArchivedObject.self]

    /// The types that a call inside the current object allows.
    ///
    /// Inside such contents they are allowed already. The list is the same one then: a chain of errors would otherwise
    /// make one for each level, each longer than the last.
    static func allowed(by unarchiver: KeyedUnarchiver) -> [any Codingable.Type] {
        let allowed = unarchiver.allowedTypes
        let isComplete = allowed.suffix(all.count).elementsEqual(all) { ObjectIdentifier($0) == ObjectIdentifier($1) }
        return isComplete ? allowed : allowed + all
    }
}
