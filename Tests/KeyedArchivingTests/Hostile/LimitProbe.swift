import KeyedArchiving
import PropertyLists
import TestSupport

/// One limit at one entry point: an input that needs the limit to be just so high.
struct LimitProbe: Sendable, CustomStringConvertible {
    /// The limit's name in errors.
    var name: String
    var limit: any WritableKeyPath<Limits, Int> & Sendable
    /// The entry point.
    var entry: String
    /// The least value with which `run` succeeds.
    var need: Int
    var run: @Sendable (Limits) throws -> Void

    var description: String { "\(name), \(entry)" }

    init(
        _ name: String,
        _ limit: any WritableKeyPath<Limits, Int> & Sendable,
        _ entry: String,
        need: Int,
        _ run: @escaping @Sendable (Limits) throws -> Void
    ) {
        self.name = name
        self.limit = limit
        self.entry = entry
        self.need = need
        self.run = run
    }

    static let all = objects + depth + classes + strings + data + nested + budgets + output

    // MARK: Inputs

    /// One level of five: a text of 40 characters, 50 bytes and the next level; the last is of another class.
    class Level: Codingable {
        class var codedClassName: String { "Level" }
        var next: Level?

        init(_ next: Level?) { self.next = next }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(String(repeating: "t", count: 40), forKey: "text")
            try archiver.encodeBytes(Array(repeating: 7, count: 50), forKey: "bytes")
            try archiver.encode(next, forKey: "next")
        }

        required init(coder unarchiver: KeyedUnarchiver) throws {
            _ = try unarchiver.decode(String.self, forKey: "text")
            _ = try unarchiver.decodeBytes(forKey: "bytes")
            next = try unarchiver.decodeObject(of: [Level.self, LastLevel.self], forKey: "next") as? Level
        }
    }

    final class LastLevel: Level {
        override class var codedClassName: String { "LastLevel" }
    }

    static func levels() -> Level {
        (0..<4).reduce(LastLevel(nil)) { next, _ in Level(next) }
    }

    static let binary = Result { try KeyedArchiver.archivedBytes(withRootObject: levels()) }
    static let xml = Result { try KeyedArchive(binary.get()).bytes(format: .xml) }

    // MARK: Entry points

    /// Reads everything that an archive holds, entry by entry.
    static func readAll(_ bytes: [UInt8], _ limits: Limits) throws {
        let archive = try KeyedArchive(bytes, limits: limits)
        _ = try archive.topLevel()
        for number in 0..<archive.objectCount { _ = try archive.entry(at: UID(UInt64(number))) }
    }

    static func check(_ bytes: [UInt8], _ limits: Limits) throws {
        if let problem = try KeyedArchive(bytes, limits: limits).problems().first { throw problem }
    }

    static func decode(_ bytes: [UInt8], _ limits: Limits) throws {
        _ = try KeyedUnarchiver.unarchivedObject(of: Level.self, from: bytes, limits: limits)
    }

    static func encode(_ limits: Limits, _ format: PropertyListFormat) throws {
        let archiver = KeyedArchiver(limits: limits)
        archiver.outputFormat = format
        try archiver.encode(levels(), forKey: "root")
        _ = try archiver.encodedBytes
    }

    /// Opens an archive that is held in data of another.
    static func open(nested bytes: [UInt8], _ limits: Limits) throws {
        let outer = try KeyedArchive(SmallArchive("x").bytes(), limits: limits)
        _ = try outer.nestedArchive(in: bytes)
    }
}
