package import KeyedArchiving
import PropertyLists

/// A type that asks for every kind of value under every key it knows, whatever is stored there.
package final class Probe: Codingable {
    package static var codedClassName: String { "Probe" }
    static let keys = ["name", "age", "height", "friend", "tags", "data", "flag", "$class", "$0", "NS.objects"]
    var name = "probe"
    var friend: Probe?
    var tags: [String] = []
    /// What else was found, which may refer back to this object.
    var others: [any Codingable] = []

    package init() {}

    package func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(name, forKey: "name")
        try archiver.encode(tags.count, forKey: "age")
        try archiver.encode(1.5, forKey: "height")
        try archiver.encode(true, forKey: "flag")
        try archiver.encodeBytes([1, 2, 3], forKey: "data")
        try archiver.encode(tags, forKey: "tags")
        try archiver.encode(friend, forKey: "friend")
        try archiver.encodeConditionalObject(friend, forKey: "conditional")
        try archiver.encodeArray([1, 2, 3] as [Int32])
    }

    package init(coder unarchiver: KeyedUnarchiver) throws {
        try unarchiver.register(self)
        for key in Self.keys {
            _ = try? unarchiver.containsValue(forKey: key)
            _ = try? unarchiver.decodeBool(forKey: key)
            _ = try? unarchiver.decodeInteger(forKey: key)
            _ = try? unarchiver.decodeInt32(forKey: key)
            _ = try? unarchiver.decodeFloat(forKey: key)
            _ = try? unarchiver.decodeDouble(forKey: key)
            _ = try? unarchiver.decodeBytes(forKey: key)
            _ = try? unarchiver.decodeInlineString(forKey: key)
            _ = try? unarchiver.decode(String.self, forKey: key)
            _ = try? unarchiver.decode(UInt8.self, forKey: key)
            _ = try? unarchiver.decode([String].self, forKey: key)
            _ = try? unarchiver.decodeObject(of: ArchivedData.self, forKey: key)
            if let other = try? unarchiver.decodeObject(of: [Probe.self, ArchivedArray.self], forKey: key) {
                others.append(other)
            }
        }
        // Twelve calls more for each key would be too many; which key has them follows from what is stored.
        let number = (try? unarchiver.decodeInteger(forKey: "age")) ?? 0
        others += FieldCalls.exerciseAll(unarchiver, Self.keys[Int(number.magnitude % UInt(Self.keys.count))])
        others += FieldCalls.exerciseUnkeyed(unarchiver)
        _ = (unarchiver.currentClass?.name, unarchiver.allowedTypes.count, unarchiver.allowsKeyedCoding)
        _ = unarchiver.failure(.invalidValue, "a test", key: "name").description
        try unarchiver.charge(steps: 1)
        try unarchiver.charge(1)
        try? unarchiver.decodeObject(of: Probe.self, forKey: "friend") { [weak self] in self?.others.append($0) }
        _ = try? unarchiver.decodeArray(of: Int32.self)
        friend = try unarchiver.decodeObject(of: Probe.self, forKey: "friend")
    }
}
