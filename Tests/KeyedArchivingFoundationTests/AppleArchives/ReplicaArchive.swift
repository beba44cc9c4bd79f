import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

/// How to write one of Apple's files again.
struct ReplicaArchive: Sendable {
    var layout: ArchiveLayout
    var format: PropertyListFormat
    var encode: @Sendable (KeyedArchiver) throws -> Void

    /// The bytes.
    func bytes() throws -> [UInt8] {
        let archiver = KeyedArchiver(layout: layout)
        archiver.outputFormat = format
        try encode(archiver)
        return try archiver.encodedBytes
    }

    /// A root object as macOS 10.14 writes it.
    static func old(_ value: @escaping @Sendable () throws -> any Codingable) -> ReplicaArchive {
        ReplicaArchive(layout: .macOS10_14, format: .binary) { try $0.encode(try value(), forKey: "root") }
    }

    /// A root object as current systems write it.
    static func current(_ value: @escaping @Sendable () throws -> any Codingable) -> ReplicaArchive {
        ReplicaArchive(layout: .current, format: .binary) { try $0.encode(try value(), forKey: "root") }
    }

    /// A root object as current systems for phones write it.
    static func phone(_ value: @escaping @Sendable () throws -> any Codingable) -> ReplicaArchive {
        ReplicaArchive(layout: .iOS13, format: .binary) { try $0.encode(try value(), forKey: "root") }
    }

    /// A root object as XML.
    static func xml(_ value: @escaping @Sendable () throws -> any Codingable) -> ReplicaArchive {
        ReplicaArchive(layout: .current, format: .xml) { try $0.encode(try value(), forKey: "root") }
    }

    /// The recipe for a file, found by its name or by the words of its value; nil if there is none.
    static func recipe(for archive: AppleArchive) throws -> ReplicaArchive? {
        for group in [collections, measurements, values, texts, formatters, plainValues, customObjects, stateChanges] {
            if let recipe = group[archive.name] { return recipe }
        }
        for group in [smallObjects, responses] {
            if let recipe = group.first(where: { archive.name.hasSuffix($0.key) }) { return recipe.value }
        }
        return try appearance(archive)
    }

    static let fixtures = "swiftlang+swift-corelibs-foundation/"
    static let instruments = "danielpaulus+go-ios/"
    static let samples = "michaelwright235+nskeyedunarchiver/"
}
