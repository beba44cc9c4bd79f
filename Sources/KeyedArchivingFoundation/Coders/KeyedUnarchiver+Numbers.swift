internal import KeyedArchiving

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension KeyedUnarchiver {
    /// The numbers that a field holds as variable-length integers; nil if it is missing or holds nil.
    func variableLengthIntegers(forKey key: String) throws -> [Int]? {
        guard let data = try optionalData(forKey: key) else { return nil }
        do {
            return try VariableLengthIntegers.numbers(data)
        } catch {
            throw failure(.invalidValue, "the numbers of \(key) are malformed: \(error.reason)", key: key)
        }
    }
}
