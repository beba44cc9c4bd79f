internal import KeyedArchiving

/// The keys of a counted set, which have no dot before the position.
enum CountedSetKeys {
    static let hierarchy = ["NSCountedSet", "NSMutableSet", "NSSet", "NSObject"]

    static let count = "NS.count"

    static func object(_ position: Int) -> String { "NS.object\(position)" }

    static func count(_ position: Int) -> String { "NS.count\(position)" }
}

extension KeyedUnarchiver {
    /// How many members a counted set has.
    func memberCount() throws -> Int {
        let count = try requiredInteger(forKey: CountedSetKeys.count)
        guard count >= 0 else {
            throw failure(.invalidValue, "a set cannot have \(count) members", key: CountedSetKeys.count)
        }
        return count
    }

    /// How often a counted set holds one of its members.
    func count(ofMember position: Int) throws -> Int {
        let key = CountedSetKeys.count(position)
        let count = try requiredInteger(forKey: key)
        guard count > 0 else {
            throw failure(.invalidValue, "a set cannot hold a member \(count) times", key: key)
        }
        return count
    }
}
