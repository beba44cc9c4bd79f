internal import Foundation
internal import KeyedArchiving

/// Content of Foundation's untyped containers, such as the user info of an error, as objects to encode and back.
enum AnyContent {
    /// A value as an object to encode.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError/Code/unrepresentable`` if its type is not
    ///   ``/KeyedArchiving/Codingable``.
    static func object(_ value: Any) throws -> any Codingable {
        switch value {
        case let object as any Codingable: object
        case is NSNull: ArchivedNull()
        case let array as [Any]: ObjectArray(try array.map(object))
        case let dictionary as [AnyHashable: Any]: try self.dictionary(dictionary)
        case let error as any Error: try ArchivedNSError(error)
        default:
            throw ArchiveError(
                .unrepresentable,
                "a value of type \(type(of: value)) cannot be archived",
                remedy: "make the type Codingable, or leave the value out"
            )
        }
    }

    /// A dictionary as an object to encode, in an order that is the same each time.
    ///
    /// - Throws: As ``object(_:)`` does for each key and value.
    static func dictionary(_ dictionary: [AnyHashable: Any]) throws -> ObjectDictionary {
        let entries = try dictionary.map { key, value in
            let key = try object(key.base)
            return (order: try KeyedArchiver.archivedBytes(withRootObject: key), key: key, value: try object(value))
        }
        return ObjectDictionary(
            entries.sorted { $0.order.lexicographicallyPrecedes($1.order) }.map { (key: $0.key, value: $0.value) })
    }

    /// The entries of a decoded dictionary; one whose key is not hashable is left out.
    static func entries(_ dictionary: ObjectDictionary) -> [AnyHashable: Any] {
        var entries: [AnyHashable: Any] = [:]
        for (key, value) in dictionary.entries {
            if let key = key as? any Hashable { entries[AnyHashable(key)] = value }
        }
        return entries
    }
}
