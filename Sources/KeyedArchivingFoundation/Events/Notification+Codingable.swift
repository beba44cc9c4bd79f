public import Foundation
public import KeyedArchiving
internal import PropertyLists

/// `NSNotification`.
///
/// The object and the values of the user info come as what their classes stand for: collections as
/// ``/KeyedArchiving/ArchivedArray`` and its kin.
extension Notification: Codingable {
    /// The keys of a notification.
    private enum Key {
        static let name = "NS.name"
        static let object = "NS.object"
        static let userInfo = "NS.userinfo"
    }

    /// `NSNotification`.
    public static var codedClassName: String { "NSNotification" }

    /// Writes the name, the object and the user info.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError/Code/unrepresentable`` if a value is of a type that is not
    ///   ``/KeyedArchiving/Codingable``.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(name.rawValue, forKey: Key.name)
        var content = AnyUserInfo(for: archiver)
        try archiver.encode(try object.map { try content.object($0) }, forKey: Key.object)
        try archiver.encode(try userInfo.map { try content.dictionary($0) }, forKey: Key.userInfo)
    }

    /// Reads the name, the object and the user info.
    ///
    /// A key of the user info that is not equal to itself, such as a NaN, could never be looked up and is refused.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let allowed = ContentOnlyTypes.allowed(by: unarchiver)
        let name = try unarchiver.requiredString(forKey: Key.name)
        let object = try unarchiver.decodeObject(of: allowed, forKey: Key.object)
        let content = try unarchiver.decodeObject(of: allowed, forKey: Key.userInfo)
        let userInfo = content as? ArchivedDictionary
        if content != nil, userInfo == nil {
            throw unarchiver.failure(.invalidValue, "the user info is not a dictionary", key: Key.userInfo)
        }
        self.init(
            name: Notification.Name(name),
            object: object,
            userInfo: try userInfo.map { try AnyUserInfo.entries($0, from: unarchiver) }
        )
    }
}

/// Content of Foundation's untyped containers, such as the user info of an error, as objects to encode and back.
struct AnyUserInfo {
    /// The archiver that the objects are for, whose limits hold for what is archived to put keys in order.
    private let archiver: KeyedArchiver
    /// How much stack there is for containers within containers.
    private var stack = StackGauge()

    init(for archiver: KeyedArchiver = KeyedArchiver()) {
        self.archiver = archiver
        stack.begin()
    }

    /// A value as an object to encode.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError/Code/unrepresentable`` if its type is not
    ///   ``/KeyedArchiving/Codingable``, ``/KeyedArchiving/ArchiveError/Code/limitExceeded`` if containers nest deeper
    ///   than the stack allows.
    mutating func object(_ value: Any) throws -> any Codingable {
        guard stack.hasRoom() else {
            throw StackGauge.error("values", limit: archiver.limits.depth, "encode")
        }
        switch value {
        case let object as any Codingable: return object
        // Collections come first: asking whether one is an `NSNull` makes an `NSArray` of it, at all its levels.
        case let array as [Any]: return ArchivedArray(try array.map { try object($0) })
        case let dictionary as [AnyHashable: Any]: return try self.dictionary(dictionary)
        case is NSNull: return ArchivedNull()
        case let error as any Error: return try self.error(error as NSError)
        default:
            throw ArchiveError(
                .unrepresentable,
                "a value of type \(type(of: value)) cannot be archived",
                remedy: "make the type Codingable, or leave the value out"
            )
        }
    }

    /// A dictionary as an object to encode, in an order that is the same each time: strings by their bytes, then the
    /// other keys as in a set.
    ///
    /// - Throws: As ``object(_:)`` does for each key and value.
    mutating func dictionary(_ dictionary: [AnyHashable: Any]) throws -> ArchivedDictionary {
        let entries = try dictionary.map { (key: try object($0.base), value: try object($1)) }
        let order = try StableOrder.order(ofObjects: entries.map(\.key), for: archiver)
        return ArchivedDictionary(order.map { entries[$0] })
    }

    /// An error as an object to encode.
    ///
    /// - Throws: As ``object(_:)`` does for each value of the user info.
    mutating func error(_ error: NSError) throws -> ArchivedNSError {
        let userInfo = error.userInfo.isEmpty ? nil : try dictionary(error.userInfo)
        return ArchivedNSError(domain: error.domain, code: error.code, userInfo: userInfo)
    }

    /// The entries of a decoded dictionary; one whose key is not hashable is left out.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError/Code/invalidValue`` if a key is not equal to itself,
    ///   ``/KeyedArchiving/ArchiveError/Code/limitExceeded`` if they take too much memory.
    static func entries(_ dictionary: ArchivedDictionary, from unarchiver: KeyedUnarchiver) throws -> [AnyHashable: Any]
    {
        // Many objects may share one dictionary, of which each makes its own.
        let count = dictionary.entries.count
        try unarchiver.chargeTable(of: count, MemoryLayout<(key: AnyHashable, value: Any)>.stride)
        var entries = [AnyHashable: Any](minimumCapacity: count)
        for (key, value) in dictionary.entries {
            guard let key = (key as? any Hashable).map({ AnyHashable($0) }) else { continue }
            try unarchiver.checkEqualToItself(key, "NS.keys")
            entries[key] = value
        }
        return entries
    }
}
