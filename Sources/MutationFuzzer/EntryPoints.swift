import KeyedArchiving
import PropertyLists

/// Calls every entry point of the library with one input.
///
/// Errors are expected; what is looked for are traps, hangs and memory without bound, which show in the process as a
/// whole.
enum EntryPoints {
    static func tryAll(_ bytes: [UInt8]) {
        readPropertyList(bytes)
        openArchive(bytes)
        decodeGenerically(bytes, ClassRegistry())
        decodeGenerically(bytes, .standard)
        decodeTyped(bytes)
    }

    private static func readPropertyList(_ bytes: [UInt8]) {
        let limits = Limits.untrusted
        if let reader = try? BinaryPropertyListReader(bytes, limits: limits) {
            _ = reader.problems(strict: true)
            if let tree = try? reader.tree() {
                _ = try? BinaryPropertyListWriter().write(tree)
                _ = try? XMLPropertyListWriter().write(tree)
            }
        }
        if let tree = try? XMLPropertyListReader(limits: limits).read(bytes) {
            _ = try? XMLPropertyListWriter().write(tree)
            _ = tree.hashValue
        }
    }

    private static func openArchive(_ bytes: [UInt8]) {
        guard var archive = try? KeyedArchive(bytes, limits: .untrusted) else { return }
        _ = archive.problems(strict: true)
        _ = try? archive.topLevel()
        for index in 0..<archive.objectCount { _ = try? archive.entry(at: UID(UInt64(index))) }
        _ = try? archive.bytes(format: .binary)
        _ = try? archive.bytes(format: .xml)
        _ = try? archive.setValue(1, forKey: "added", ofObjectAt: 1)
        _ = try? archive.bytes()
    }

    private static func decodeGenerically(_ bytes: [UInt8], _ registry: ClassRegistry) {
        guard let graph = try? KeyedUnarchiver.unarchivedGraph(from: bytes, registry: registry, limits: .untrusted)
        else {
            return
        }
        _ = try? KeyedArchiver.archivedBytes(withRootObject: graph)
    }

    private static func decodeTyped(_ bytes: [UInt8]) {
        _ = try? KeyedUnarchiver.unarchivedObject(of: Probe.self, from: bytes)
        _ = try? KeyedUnarchiver.unarchivedObject(of: [Probe].self, from: bytes)
        _ = try? KeyedUnarchiver.unarchivedObject(of: [String: Int].self, from: bytes)
        _ = try? KeyedUnarchiver.unarchivedObject(of: Set<String>.self, from: bytes)
        _ = try? KeyedUnarchiver.unarchivedObject(of: [[Double?]].self, from: bytes)
    }
}

/// A type that asks for every kind of value under every key it knows, whatever is stored there.
final class Probe: Codingable {
    static var codedClassName: String { "Probe" }
    static let keys = ["name", "age", "height", "friend", "tags", "data", "flag", "$class", "$0", "NS.objects"]
    var name = "probe"
    var friend: Probe?
    var tags: [String] = []

    init() {}

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(name, forKey: "name")
        try archiver.encode(tags.count, forKey: "age")
        try archiver.encode(1.5, forKey: "height")
        try archiver.encode(true, forKey: "flag")
        try archiver.encodeBytes([1, 2, 3], forKey: "data")
        try archiver.encode(tags, forKey: "tags")
        try archiver.encode(friend, forKey: "friend")
        try archiver.encodeArray([1, 2, 3] as [Int32])
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        try unarchiver.register(self)
        for key in Self.keys {
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
            _ = try? unarchiver.decodeObject(of: ByteBuffer.self, forKey: key)
            _ = try? unarchiver.decodeObject(of: [Probe.self, ObjectArray.self], forKey: key)
        }
        _ = try? unarchiver.decodeArray(ofType: Int32.self)
        friend = try unarchiver.decodeObject(of: Probe.self, forKey: "friend")
    }
}
