public import Foundation
public import KeyedArchiving
internal import PropertyLists

/// `NSNotification`.
///
/// The object and the values of the user info are decoded as the types that are registered for their classes:
/// collections as ``/KeyedArchiving/ArchivedArray`` and the like.
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
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` if a value is of a type that is not
    ///   ``/KeyedArchiving/Codingable``.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(name.rawValue, forKey: Key.name)
        var content = AnyUserInfo.content(for: archiver)
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
        let chargedBefore = unarchiver.chargedSteps
        let content = try unarchiver.decodeObject(of: allowed, forKey: Key.userInfo)
        let userInfo = content as? ArchivedDictionary
        if content != nil, userInfo == nil {
            throw unarchiver.damaged("the user info is not a dictionary", key: Key.userInfo)
        }
        self.init(
            name: Notification.Name(name),
            object: object,
            userInfo: try userInfo.map { try AnyUserInfo.entries($0, from: unarchiver, since: chargedBefore) }
        )
    }
}

extension Notification: StoredContainer {
    /// Whether a stored field is one of those of a notification.
    package static func owns(_ key: String) -> Bool { [Key.name, Key.object, Key.userInfo].contains(key) }
}

/// Content of Foundation's untyped containers, such as the user info of an error.
enum AnyUserInfo {
    /// Content for an archiver, in which every error is one of Foundation's.
    static func content(for archiver: KeyedArchiver = KeyedArchiver()) -> UntypedContent {
        UntypedContent(for: archiver) { $0 as NSError }
    }

    /// The entries of a decoded dictionary; one whose key is not hashable is left out, with a warning.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidValue`` if a key is not equal to itself,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded`` if they take too much memory.
    static func entries(
        _ dictionary: ArchivedDictionary,
        from unarchiver: KeyedUnarchiver,
        since chargedBefore: Int
    ) throws -> [AnyHashable: Any] {
        // Many objects may share one dictionary, of which each makes its own.
        let count = dictionary.entries.count
        try unarchiver.chargeTable(of: count, MemoryLayout<(key: AnyHashable, value: Any)>.stride)
        let entries = dictionary.entries.compactMap { entry in
            hashable(entry.key).map { (AnyHashable($0), entry.value as Any) }
        }
        if entries.count < count {
            unarchiver.warn(
                "\((count - entries.count).counted("entry", plural: "entries")) of the user information is left out, as "
                    + "its key can't be looked up in Swift", CollectionFields.keys)
        }
        try unarchiver.checkHashing(of: entries.map(\.0), CollectionFields.keys, since: chargedBefore)
        return Dictionary(entries) { $1 }
    }

    /// A key in the form for look-ups: a text of any kind as a `String`.
    private static func hashable(_ key: any Codingable) -> (any Hashable)? {
        String.converted(key) ?? ((key as? IdentifiedValue)?.value ?? key) as? any Hashable
    }
}
