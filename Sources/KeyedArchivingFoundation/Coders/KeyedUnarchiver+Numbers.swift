internal import KeyedArchiving

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension KeyedUnarchiver {
    /// The numbers that a field holds as variable-length integers; nil if it is missing or holds nil.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError/Code/limitExceeded`` if these, and as much again for what is made of
    ///   them, take too much memory.
    func variableLengthIntegers(forKey key: String) throws -> [Int]? {
        guard let data = try optionalData(forKey: key) else { return nil }
        // Once for the numbers, and once for what the caller makes of them.
        try charge(2 * MemoryLayout<Int>.stride * VariableLengthIntegers.count(in: data))
        do {
            return try VariableLengthIntegers.numbers(data)
        } catch {
            throw failure(.invalidValue, "the numbers of \(key) are malformed: \(error.reason)", key: key)
        }
    }
}
